import { hash } from 'node:crypto';
import { copyFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { Engine } from '../../../core/engine.ts';
import { forgetLiveEstimates } from '../../../core/estimate/kept-estimates.ts';
import { alterationsIn } from '../../../core/report/integrity/alterations.ts';
import { checkProject } from '../../../core/report/integrity/check-project.ts';
import { tables } from '../../../db/deciding.ts';
import type { ReadableDb } from '../../../db/types.ts';
import { AppError } from '../../../shared/errors.ts';
import { engineIn } from '../frame/projects.ts';

/*
 * Every column of every table is changed as another program would, with triggers put aside, and rows are put in and taken out. Then
 * either no number is another one, or the product names the table and the column.
 */

/** One change of one table. */
export interface WalkStep {
  readonly table: string;
  /** Null where whole rows are put in or taken out. */
  readonly column: string | null;
  readonly how: string;
}

export interface WalkFound extends WalkStep {
  readonly moved: readonly string[];
  readonly named: boolean;
}

interface Column {
  readonly name: string;
  readonly type: string;
  readonly pk: number;
}

/** What is asked for numbers, by its numbers in the file. */
interface Asked {
  readonly studyIds: readonly number[];
  readonly judges: readonly number[];
  /** Of protocols, and of judges and generated replies. */
  readonly runs: readonly number[];
  readonly judgeRuns: readonly number[];
  readonly backTests: readonly number[];
}

/** Everything that is told of the studies, runs and back-tests of a project, as numbers by where they stand. */
async function numbersOf(
  engine: Engine,
  { studyIds, judges, runs, judgeRuns, backTests }: Asked,
): Promise<Map<string, unknown>> {
  const { client, context } = engine;
  forgetLiveEstimates(context);
  const found = new Map<string, unknown>();
  const ask = async (name: string, question: () => Promise<unknown>) => {
    try {
      collect(found, name, await question());
    } catch (error) {
      // What is refused tells no number.
      found.set(name, error instanceof AppError ? 'refused' : `failed: ${(error as Error).message}`);
    }
  };
  for (const studyId of studyIds) {
    const of = (name: string) => `${name} of ${studyId}`;
    await ask(of('estimate'), () => client.estimate.current({ studyId }));
    await ask(of('claims'), () => client.claim.list({ studyId }));
    await ask(of('gate'), async () => {
      const { chain: _, ...told } = await client.claim.gate({
        studyId,
        claim: { kind: 'at-least', value: 0.5 },
      });
      return told;
    });
    await ask(of('report'), async () => {
      const { content } = await client.report.render({ studyId, format: 'json' });
      const { studies } = JSON.parse(content) as { studies?: Record<string, unknown>[] } & Record<
        string,
        unknown
      >;
      return (studies ?? [JSON.parse(content)]).map((one) => toldIn(one));
    });
    await ask(of('ranking'), () => client.estimate.ranking({ studyId }));
    await ask(of('quality'), async () => (await client.quality.get({ studyId })).effect);
    for (const signalId of judges) {
      const one = { signalId, system: 'amber', criterion: 'quality', studyId };
      await ask(of(`alignment ${signalId}`), () => client.judge.alignment(one));
      await ask(of(`worth ${signalId}`), () => client.judge.quality(one));
    }
  }
  await ask('series', () => client.series.list({}));
  for (const runId of runs) {
    const of = (name: string) => `${name} of run ${runId}`;
    await ask(of('figures'), async () => {
      const {
        jobId: _job,
        spendingLimit: _spending,
        callLimit: _calls,
        ...told
      } = await client.protocol.get({ runId });
      return told;
    });
    await ask(of('conversations'), async () => {
      const { rows } = await client.protocol.transcripts({ runId, limit: 500 });
      const turns = rows.map(({ position }) => client.protocol.transcript({ runId, position }));
      return (await Promise.all(turns)).map((told) => hashed(told));
    });
    await ask(of('kinds'), () => client.protocol.questionKinds({ runId }));
    await ask(of('played user'), () => client.protocol.playedUser({ runId }));
    await ask(of('validation'), () => client.validation.report({ runId }));
    await ask(of('comparison'), () => client.protocol.compare({ runIds: [runId] }));
  }
  for (const runId of judgeRuns) {
    await ask(`figures of model run ${runId}`, async () => {
      const {
        jobId: _job,
        spendingLimit: _spending,
        callLimit: _calls,
        ...told
      } = await client.run.get({ runId });
      return told;
    });
    await ask(`verdicts of model run ${runId}`, async () =>
      (await client.run.verdicts({ runId, limit: 500 })).rows.map((told) => hashed(told)),
    );
  }
  for (const runId of backTests) await ask(`back-test ${runId}`, () => client.lab.get({ runId }));
  return found;
}

/** Of a report, what it tells beside the chain itself and what was altered. */
function toldIn({
  alterations: _,
  altered: ______,
  acts: __,
  manifest,
  record,
  ...study
}: Record<string, unknown>) {
  const { chainLinks: ___, chainSha256: ____, ...facts } = (manifest ?? {}) as Record<string, unknown>;
  const lines = typeof record === 'string' ? record.split('\n').filter((line) => line.startsWith('{')) : [];
  const labels = lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .map(({ chain: _____, altered: _______, ...rest }) => rest);
  return { ...study, manifest: facts, labels };
}

/** Texts count as a number of their own: a reply that another program wrote anew is to be named. */
const hashed = (told: object): number =>
  Number.parseInt(hash('sha256', JSON.stringify(told)).slice(0, 12), 16);

function collect(found: Map<string, unknown>, place: string, value: unknown): void {
  if (typeof value === 'number' || typeof value === 'boolean') found.set(place, value);
  else if (Array.isArray(value)) {
    found.set(`${place}.length`, value.length);
    for (const [i, one] of value.entries()) collect(found, `${place}[${i}]`, one);
  } else if (value !== null && typeof value === 'object')
    for (const [name, one] of Object.entries(value)) collect(found, `${place}.${name}`, one);
}

const isToldOf = (value: unknown) =>
  value !== undefined && value !== 'refused' && !String(value).startsWith('failed');

/** Where a number is another than it was, or one more is told. */
const movedIn = (before: Map<string, unknown>, after: Map<string, unknown>): string[] => {
  const refused = [...after].filter(([, value]) => !isToldOf(value)).map(([place]) => place);
  const isRefused = (place: string) => refused.some((one) => place.startsWith(one));
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (place) => !isRefused(place) && before.get(place) !== after.get(place),
  );
};

const columnsOf = (db: Database.Database, table: string): Column[] =>
  (
    db.prepare('SELECT name, type, pk, hidden FROM pragma_table_xinfo(?)').all(table) as (Column & {
      hidden: number;
    })[]
  ).filter(({ hidden }) => hidden === 0);

/** Words that a column may hold instead of its own, where the schema or the code has a list of them. */
const words: Readonly<Record<string, readonly string[]>> = {
  direction: ['higher', 'lower'],
  preset: ['uniform', 'calibrated-hardness', 'top-k', 'humcoe'],
  final_rule: ['mean', 'majority', 'adjudicated'],
  kind: ['labels', 'once', 'none', 'rating', 'binary', 'judge', 'auto', 'score', 'skip', 'clear'],
  operation: ['submit', 'undo', 'redo'],
  source: ['screen', 'import', 'gold', 'simulated'],
};

/** Expressions that give other values of a column than it holds, in SQL. */
function othersOf(db: Database.Database, table: string, { name, type, pk }: Column): string[] {
  if (type === 'INTEGER' && words[name] === undefined) {
    const isFlag =
      db.prepare(`SELECT MAX(${name}) <= 1 AND MIN(${name}) >= 0 FROM ${table}`).pluck().get() === 1;
    if (pk > 0) return [`${name} + 1000`];
    return isFlag ? [`1 - ${name}`, `${name} + 1`] : [`${name} + 1`, `${name} - 1`, 'NULL'];
  }
  if (type === 'REAL') return [`${name} * 0.5 + 0.11`, `${name} + 1`, 'NULL'];
  if (type === 'BLOB') return [`CAST(substr(${name}, 1, 2) || x'01' || substr(${name}, 4) AS BLOB)`];
  const list = words[name];
  if (list)
    return list.map(
      (word) =>
        `CASE WHEN ${name} = '${word}' THEN '${list[(list.indexOf(word) + 1) % list.length]}' ELSE '${word}' END`,
    );
  const first = db.prepare(`SELECT ${name} FROM ${table} WHERE ${name} IS NOT NULL LIMIT 1`).pluck().get();
  if (typeof first === 'string' && /^[[{]/.test(first))
    return [
      ...new Set([...first.matchAll(/:\s*(-?[\d.]+|true|false|null|"[a-z-]+")/g)].map(([, token]) => token!)),
    ]
      .slice(0, 8)
      .map((token) => `replace(${name}, ':${token}', ':${otherToken(token)}')`);
  return [`${name} || 'x'`, ...(pk > 0 ? [] : [`(SELECT MAX(${name}) FROM ${table})`])];
}

function otherToken(token: string): string {
  if (token === 'true') return 'false';
  if (token === 'false') return 'true';
  if (token === 'null') return '1';
  if (token.startsWith('"')) return token === '"higher"' ? '"lower"' : '"other"';
  return String(Number(token) + 1);
}

/** Rows that another program might put in: copies with other keys, and such that name other people or items. */
function insertsOf(table: string, columns: readonly Column[]): string[] {
  const keys = columns.filter(({ pk }) => pk > 0);
  const last = keys.toSorted((a, b) => a.pk - b.pk).at(-1);
  const names = columns.map(({ name }) => name).join(', ');
  const any = (column: Column) =>
    defaults[column.name] ?? (column.type === 'TEXT' ? "'x'" : column.type === 'BLOB' ? "x'00'" : '1');
  const made = [1, 2, 3].map(
    (n) =>
      `INSERT OR IGNORE INTO ${table} (${names}) VALUES (${columns.map((one) => (one.name === 'annotator_id' ? String(n) : any(one))).join(', ')})`,
  );
  if (!last) return made;
  const copied = columns.map(({ name, type }) =>
    name === last.name
      ? type === 'INTEGER'
        ? `(SELECT MAX(${name}) + 1 FROM ${table})`
        : `${name} || 'x'`
      : name === 'client_key'
        ? "client_key || 'x'"
        : name,
  );
  return [
    `INSERT INTO ${table} (${names}) SELECT ${copied.join(', ')} FROM ${table} ORDER BY rowid_or_key LIMIT 1`.replace(
      'rowid_or_key',
      last.name,
    ),
    `INSERT INTO ${table} (${names}) SELECT ${copied.join(', ')} FROM ${table} ORDER BY ${last.name} DESC LIMIT 1`,
    ...made,
  ];
}

const defaults: Readonly<Record<string, string>> = {
  item_id: '(SELECT MIN(item_id) FROM draw)',
  study_id: '(SELECT MIN(id) FROM study)',
  plan: `'{"consent":"","qualification":null,"checkRate":0,"exclusion":{"fewestChecks":1,"leastRight":1,"leastSeconds":600},"completion":null}'`,
  excluded_at: "'2026-01-01'",
};

/** Where the rows that are left out of a table begin. */
const deletesOf = (table: string, columns: readonly Column[]): string[] => {
  const key = columns
    .filter(({ pk }) => pk > 0)
    .map(({ name }) => name)
    .join(', ');
  const half = `(SELECT COUNT(*) / 2 FROM ${table})`;
  return [
    `DELETE FROM ${table}`,
    ...(key === ''
      ? []
      : [
          `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} ORDER BY ${key} DESC LIMIT ${half})`,
          `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} ORDER BY ${key} LIMIT 1)`,
        ]),
  ];
};

/** What belongs to the search alone, or to SQLite. */
const ofSearch = /^(item_search|sqlite_)/;

export const walkedTables = (db: Database.Database): string[] =>
  (
    db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").pluck().all() as string[]
  ).filter((name) => !ofSearch.test(name));

/** Which nouns name a table whose rows are chained one by one. */
const nouns: Readonly<Record<string, RegExp>> = {
  label: /label/,
  label_field: /label/,
  adjudication: /decision/,
  answer_validation: /validation/,
  audit: /audit trail/,
  failure_mode_event: /failure mode/,
  failure_look: /failure mode/,
  word_chain: /./,
  binding: /table binding/,
};

export function isNamed(told: readonly string[], { table, column }: WalkStep): boolean {
  const noun = nouns[table];
  if (noun) return told.some((sentence) => noun.test(sentence));
  const isTable = new RegExp(`\\btable ${table}\\b`);
  const isColumn = new RegExp(`\\b${column}\\b`);
  return told.some((sentence) =>
    column === null
      ? isTable.test(sentence)
      : // What can no longer be read is named by its place.
        sentence.includes(`${table}.${column}`) || (isTable.test(sentence) && isColumn.test(sentence)),
  );
}

export interface WalkOptions {
  /** Numbers are computed even where the change is named, which takes most of the time. */
  readonly isWhole: boolean;
  readonly only?: (step: WalkStep, n: number) => boolean;
}

/** Walks through a project file; each change is taken back before the next. */
export async function walk(
  file: string,
  folder: string,
  { isWhole, only }: WalkOptions,
): Promise<WalkFound[]> {
  const copy = path.join(folder, 'walked.assay');
  copyFileSync(file, copy);
  const engine = engineIn(folder);
  await engine.client.project.open({ path: copy });
  const other = new Database(copy);
  other.pragma('synchronous = OFF');
  other.pragma('foreign_keys = OFF');
  other.pragma('ignore_check_constraints = ON');
  const reader = new Database(copy, { readonly: true }) as ReadableDb;
  try {
    for (const name of other
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'")
      .pluck()
      .all() as string[])
      other.exec(`DROP TRIGGER "${name}"`);
    const studyIds = other.prepare('SELECT id FROM study ORDER BY id').pluck().all() as number[];
    // What judges are worth is told where one was asked here.
    const judges = other
      .prepare("SELECT id FROM signal WHERE kind = 'judge' AND EXISTS (SELECT 1 FROM llm_run) ORDER BY id")
      .pluck()
      .all() as number[];
    const idsOf = (table: string) =>
      other.prepare(`SELECT id FROM ${table} ORDER BY id`).pluck().all() as number[];
    const asked: Asked = {
      ...{ studyIds, judges },
      ...{ runs: idsOf('protocol_run'), judgeRuns: idsOf('llm_run'), backTests: idsOf('lab_run') },
    };
    const before = await numbersOf(engine, asked);
    const steps: SqlStep[] = walkedTables(other).flatMap((table) => {
      const columns = columnsOf(other, table);
      const hasRows = other.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get() !== undefined;
      const changes = hasRows
        ? columns.flatMap((column) =>
            othersOf(other, table, column).map((value) => ({
              table,
              column: column.name,
              how: value,
              sql: `UPDATE OR IGNORE ${table} SET ${column.name} = ${value}`,
            })),
          )
        : [];
      const rows = [...insertsOf(table, columns), ...(hasRows ? deletesOf(table, columns) : [])];
      return [...changes, ...rows.map((sql) => ({ table, column: null, how: sql.slice(0, 90), sql }))];
    });
    const found: WalkFound[] = [];
    const unnamed: SqlStep[] = [];
    for (const [n, step] of steps.entries()) {
      if (only && !only(step, n)) continue;
      if (alter(other, [step])) {
        const named = isNamed(alterationsTold(reader), step);
        const moved = named && isWhole ? movedIn(before, await numbersOf(engine, asked)) : [];
        if (named) found.push({ ...step, named, moved });
        else unnamed.push(step);
      }
      restore(other, [step]);
    }
    /** Changes that move nothing together move nothing one by one, unless two of them make up for each other. */
    const tryTogether = async (group: readonly SqlStep[]): Promise<void> => {
      const areAll = alter(other, group);
      const after = await numbersOf(engine, asked);
      restore(other, group);
      const moved = movedIn(before, after);
      const isRefused = [...after].some(([place, value]) => !isToldOf(value) && before.get(place) !== value);
      if (areAll && moved.length === 0 && !isRefused)
        found.push(...group.map((step) => ({ ...step, named: false, moved })));
      else if (group.length === 1) found.push({ ...group[0]!, named: false, moved });
      else {
        const half = Math.ceil(group.length / 2);
        await tryTogether(group.slice(0, half));
        await tryTogether(group.slice(half));
      }
    };
    for (const group of groupsOf(unnamed)) await tryTogether(group);
    return found;
  } finally {
    other.close();
    reader.close();
    await engine.close();
  }
}

/** Changes that can be made at once: the first of every column, the second of every column, and so on; then those of rows. */
function groupsOf(steps: readonly SqlStep[]): SqlStep[][] {
  const seen = new Map<string, number>();
  const groups = Map.groupBy(steps, ({ table, column }) => {
    const of = `${table} ${column}`;
    const nth = seen.get(of) ?? 0;
    seen.set(of, nth + 1);
    return `${column === null ? 'rows' : 'values'} ${nth}`;
  });
  return [...groups.values()];
}

function alterationsTold(db: ReadableDb): string[] {
  try {
    return alterationsIn(db, checkProject(db, true)).map(({ words: sentence }) => sentence);
  } catch (error) {
    return [`${(error as Error).message}`];
  }
}

type SqlStep = WalkStep & { readonly sql: string };

const tablesOf = (steps: readonly SqlStep[]): string[] => [...new Set(steps.map(({ table }) => table))];

/** Changes tables, of which copies are kept; whether each change left something other than it was. */
function alter(db: Database.Database, steps: readonly SqlStep[]): boolean {
  for (const table of tablesOf(steps))
    db.exec(
      `DROP TABLE IF EXISTS temp.kept_${table}; CREATE TEMP TABLE kept_${table} AS SELECT * FROM main.${table}`,
    );
  const changed = steps.map(({ table, sql }) => {
    try {
      return db.prepare(sql).run().changes > 0 && !isAsKept(db, table);
    } catch (error) {
      if (/constraint|cannot store|malformed/i.test((error as Error).message)) return false;
      throw error;
    }
  });
  return changed.every(Boolean);
}

const isAsKept = (db: Database.Database, table: string) =>
  db
    .prepare(`SELECT 1 FROM (SELECT * FROM main.${table} EXCEPT SELECT * FROM kept_${table}) LIMIT 1`)
    .get() === undefined &&
  db
    .prepare(`SELECT 1 FROM (SELECT * FROM kept_${table} EXCEPT SELECT * FROM main.${table}) LIMIT 1`)
    .get() === undefined;

function restore(db: Database.Database, steps: readonly SqlStep[]): void {
  for (const table of tablesOf(steps)) {
    const names = columnsOf(db, table)
      .map(({ name }) => name)
      .join(', ');
    db.exec(
      `DELETE FROM main.${table}; INSERT INTO main.${table} (${names}) SELECT ${names} FROM kept_${table}`,
    );
  }
}

/** Columns of the schema that are not on the list, and those on the list that the schema has not. */
export function unlisted(db: Database.Database): string[] {
  return walkedTables(db).flatMap((table) => {
    const entry = tables[table];
    if (!entry) return [`${table} is not on the list of db/deciding.ts`];
    const listed: readonly string[] =
      entry.by === 'binding' ? [...entry.key, ...entry.columns, ...(entry.idle ?? [])] : entry.columns;
    const real = columnsOf(db, table).map(({ name }) => name);
    return [
      ...real.filter((name) => !listed.includes(name)).map((name) => `${table}.${name} is not on the list`),
      ...listed
        .filter((name) => !real.includes(name))
        .map((name) => `${table}.${name} is listed and is no column`),
    ];
  });
}
