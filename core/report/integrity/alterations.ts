import type { CheckedBindings } from '../../../db/binding.ts';
import { listDatasets } from '../../../db/datasets.ts';
import { boundTables, type OwnerTable } from '../../../db/deciding.ts';
import { findItem } from '../../../db/items.ts';
import { listRunTitles } from '../../../db/runs.ts';
import { listStudies } from '../../../db/studies.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { ChainedPart } from '../../../db/word-chain.ts';
import type { Alteration, BoundFault, ProjectCheck } from '../../../shared/contract/index.ts';
import { type CoreContext, dbOf, openProjectOf } from '../../platform/context.ts';
import { missingWords, newerWords } from '../../platform/known-heads.ts';
import type { CheckedProject } from './check-project.ts';
import type { AlteredStudy } from './check-studies.ts';
import type { AlteredRow } from './check-words.ts';
import { checkedProject, checkedSoFar } from './project-check.ts';

/** What is known by now, or, having waited, what there is to know. */
export async function projectCheck(context: CoreContext, wait: boolean): Promise<ProjectCheck> {
  const checked = wait ? await checkedProject(context) : checkedSoFar(context);
  const missing = checked === null ? [] : missingIn(context);
  return {
    isDone: checked !== null,
    alterations: checked === null ? [] : [...missing, ...alterationsIn(dbOf(context), checked)],
    isMissing: missing.length > 0,
  };
}

/** What another program has changed, in sentences, in a project that was looked through before a file of it is written. */
export function alterationSentences(context: CoreContext): string[] {
  const checked = checkedSoFar(context);
  if (checked === null) throw new Error('the project is looked through before a file of it is written');
  return [...missingIn(context), ...alterationsIn(dbOf(context), checked)].map(({ words }) => words);
}

/** What the open project lacks of what was stored in it. */
const missingIn = (context: CoreContext): Alteration[] =>
  missingWords(dbOf(context), placeOf(context), context.heads).map((words) => ({ studyId: null, words }));

/** Where the project lies, though a copy of it may be read. */
function placeOf(context: CoreContext): string {
  const { path, origin } = openProjectOf(context);
  return origin ?? path;
}

/** What the same project has at another path and the open one lacks, in sentences: no verdict comes from an older copy. */
export const newerElsewhere = (context: CoreContext): string[] =>
  newerWords(dbOf(context), placeOf(context), context.heads);

/** What another program has changed, in sentences; those without a study concern every one. */
export function alterationsIn(
  db: ReadableDb,
  { words, studies, parts, bindings }: CheckedProject,
): Alteration[] {
  const byKind = Map.groupBy(words.altered, ({ part, how, studyId }) =>
    JSON.stringify([nouns[part], how, studyId]),
  );
  return [
    ...[...byKind.values()].map((rows) => ({ studyId: rows[0]!.studyId, words: rowWords(db, rows) })),
    ...(words.missingLinks > 0 ? [{ studyId: null, words: linkWords(words.missingLinks) }] : []),
    ...parts.map((name) => ({
      studyId: null,
      words: `The items of "${name}" are not the first of its pool that its seed gives.`,
    })),
    ...studies
      .filter((one) => !isNamedBetter(one, bindings))
      .map((one) => ({ studyId: one.studyId, words: studyWords(one) })),
    ...boundAlterations(db, bindings),
  ];
}

/** Tables whose columns are named where they were changed, so that a fault of the study that follows says nothing more. */
const tablesOfFault: Readonly<Record<AlteredStudy['fault'], readonly string[]>> = {
  signals: ['study_column', 'study_choice', 'pool_level', 'item_levels', 'source_row'],
  pool: ['study'],
  draws: ['draw', 'draw_run', 'source_row'],
  plan: ['study', 'item_levels'],
  part: ['study_first_phase'],
  joins: ['study_join'],
};

const isNamedBetter = ({ studyId, fault }: AlteredStudy, { faults }: CheckedBindings): boolean =>
  faults.some((one) => one.studyId === studyId && tablesOfFault[fault].includes(one.table));

/** What decides numbers and is not what the audit trail says, each with its table and columns. */
function boundAlterations(db: ReadableDb, { faults, isKept }: CheckedBindings): Alteration[] {
  // Items come to count, or no longer do, with draws that another program put in or took out.
  const areDrawsOther = faults.some(({ table, columns }) => table === 'draw' && columns.includes('item_id'));
  const owners = new Owners(db);
  const own = faults
    .filter(({ table, addedRows }) => !areDrawsOther || addedRows === 0 || !followsDraws.has(table))
    .filter((fault) => !isNamedByColumn(fault, faults));
  const altered = own.map((fault) => {
    const isOfStudy = fault.studyId !== 0 && ownerTableOf(fault) === undefined;
    return { studyId: isOfStudy ? fault.studyId : null, words: `${boundWords(fault)}${owners.of(fault)}.` };
  });
  const kept = 'Another program changed the sums that Assay keeps of what decides numbers (table binding).';
  return [...altered, ...(isKept ? [] : [{ studyId: null, words: kept }])];
}

const tablesOfName = new Map(boundTables.map((table) => [table.name, table]));
const ownerTableOf = ({ table }: BoundFault) => tablesOfName.get(table)?.owner;
const storedIn = (table: string): string => tablesOfName.get(table)?.stored ?? table;

/** Whose rows were changed: of which study, run or data set, by its name. */
class Owners {
  readonly #db: ReadableDb;
  readonly #names = new Map<string, ReadonlyMap<number, string>>();

  constructor(db: ReadableDb) {
    this.#db = db;
  }

  of(fault: BoundFault): string {
    const { studyId: id } = fault;
    if (id === 0) return '';
    const table = id < 0 ? 'protocol_run' : (ownerTableOf(fault) ?? 'study');
    const kind = kinds[table];
    const name = this.#namesIn(table).get(Math.abs(id));
    if (name === undefined) return ` of ${kind} ${Math.abs(id)}`;
    if (kind === 'study') return ` of "${name}"`;
    return kind === 'run' ? ` of the run "${name}" (${Math.abs(id)})` : ` of the data set "${name}"`;
  }

  #namesIn(table: OwnerTable | 'study'): ReadonlyMap<number, string> {
    const named = this.#names.get(table) ?? new Map(namesOf(this.#db, table));
    this.#names.set(table, named);
    return named;
  }
}

const kinds: Readonly<Record<OwnerTable | 'study', string>> = {
  study: 'study',
  dataset: 'data set',
  protocol_run: 'run',
  llm_run: 'run',
};

function namesOf(db: ReadableDb, table: OwnerTable | 'study'): [id: number, name: string][] {
  if (table === 'study') return listStudies(db).map(({ id, name }) => [id, name]);
  if (table === 'dataset') return listDatasets(db).map(({ id, name }) => [id, name]);
  return listRunTitles(db, table).map(({ id, title }) => [id, title]);
}

const followsDraws = new Set(
  boundTables.filter(({ drawnItem }) => drawnItem !== undefined).map(({ name }) => name),
);

/** Rows of drawn items are in a sum of all rows of their data set, too: where that shows the same, it alone is told. */
const isNamedByColumn = ({ table, addedRows, columns }: BoundFault, faults: readonly BoundFault[]): boolean =>
  faults.some(
    (one) =>
      one.table !== table &&
      storedIn(one.table) === table &&
      (addedRows === 0
        ? columns.every((column) => one.columns.includes(column))
        : one.addedRows === addedRows),
  );

function boundWords({ table, addedRows, columns }: BoundFault): string {
  const about = `the table ${storedIn(table)}`;
  const listed = columns.join(', ');
  if (addedRows === 0) return `Another program changed ${listed} in ${about}`;
  const count = Math.abs(addedRows);
  const rows = `${count} ${count === 1 ? 'row' : 'rows'}`;
  return addedRows > 0
    ? `Another program added ${rows} to ${about} (${listed})`
    : `Another program removed ${rows} from ${about} (${listed})`;
}

/** Further answers, times and guidelines are part of the label that they were given with. */
const nouns: Record<ChainedPart, readonly [one: string, many: string, written: string]> = {
  label: ['label', 'labels', 'given'],
  label_field: ['label', 'labels', 'given'],
  adjudication: ['decision', 'decisions', 'made'],
  answer_validation: ['step of answer validation', 'steps of answer validation', 'taken'],
  audit: ['entry of the audit trail', 'entries of the audit trail', 'written'],
  failure_mode_event: ['change of a failure mode', 'changes of failure modes', 'made'],
  failure_look: ['statement on a failure mode', 'statements on failure modes', 'made'],
  label_door: ['label', 'labels', 'given'],
  label_guidelines: ['label', 'labels', 'given'],
};

const mostItems = 10;

function rowWords(db: ReadableDb, rows: readonly AlteredRow[]): string {
  const [{ part, how }] = rows as [AlteredRow];
  const [one, many, written] = nouns[part];
  const count = new Set(rows.map(({ rowId }) => rowId)).size;
  const subject = count === 1 ? `1 ${one} was` : `${count} ${many} were`;
  const since = how === 'added' ? '' : ` since ${count === 1 ? 'it was' : 'they were'} ${written}`;
  return `${subject} ${how} by another program${since}${itemRatings(db, rows)}.`;
}

function itemRatings(db: ReadableDb, rows: readonly AlteredRow[]): string {
  const ids = [...new Set(rows.flatMap(({ itemId }) => itemId ?? []))];
  if (ids.length === 0) return '';
  const names = ids.slice(0, mostItems).map((id) => findItem(db, id)?.externalId ?? String(id));
  const more = ids.length > mostItems ? ` and ${ids.length - mostItems} more` : '';
  return `: ${ids.length === 1 ? 'item' : 'items'} ${names.join(', ')}${more}`;
}

const linkWords = (count: number): string =>
  `Another program removed ${count === 1 ? 'something' : `${count} things`} that people said or did, with what showed ${count === 1 ? 'it' : 'them'}.`;

function studyWords({ study, fault }: AlteredStudy): string {
  switch (fault) {
    case 'signals':
      return `The machine scores or signals of "${study}" are not those that were frozen before the draw (table study_pool: study_id, position, item_id, surrogate_value).`;
    case 'joins':
      return `The signals that joined "${study}" are not those that were frozen when they joined (table study_join).`;
    case 'pool':
      return `What is stored of the pool of "${study}" does not fit its machine scores.`;
    case 'draws':
      return `The draws of "${study}" are not those that its seed gives.`;
    case 'part':
      return `What "${study}" says of the larger pool is not what it was made with.`;
    case 'plan':
      return `The design, the error level or the frozen values of "${study}" are not those that it was made with.`;
  }
}
