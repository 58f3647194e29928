import { changedAfter } from '../../../db/binding.ts';
import { readProjectAsOf } from '../../../db/open-to-read.ts';
import { listStudies, type StudyRow } from '../../../db/studies.ts';
import type { ReadableDb } from '../../../db/types.ts';
import {
  type LabelRecord,
  type RecordRow,
  WholeRowSchema,
} from '../../import/formats/labels/label-record.ts';
import type { CoreContext } from '../../platform/context.ts';
import { labelsJsonl } from '../export/label-files.ts';
import { labelRows } from '../export/label-rows.ts';
import { failureFields } from '../failure-record.ts';
import { type Check, type Checked, compareData, compareNumber, compareText } from './checks.ts';

/** What each draw holds that no other part of a file tells: who said what, and how it was decided. */
const said = [
  ...['probability', 's', 'kind', 'value', 'answer_group', 'reason', 'source', 'decision_outdated'],
  ...['estimate_visible', 'duration_ms', 'labeled_at', 'final_state', 'final_value'],
] as const;

/**
 * Every value that a file has of single draws beside what the project held when the file was written: labels, skips, decisions, and what
 * was said of failure modes. Later answers of the project do not count.
 *
 * @param links the newest link of the chain at that time
 */
export const checkDraws = (file: string, links: number, records: readonly LabelRecord[]): Checked =>
  readProjectAsOf(file, links, (db) => {
    const all = records.map((record) => checkStudy(db, record, links));
    return {
      checks: all.flatMap(({ checks }) => checks),
      unchecked: all.flatMap(({ unchecked }) => unchecked),
    };
  });

/** Tables of a study that grow or change without a word on what was said before. */
const harmless = ['draw', 'draw_run', 'own_order_draw', 'source_row', 'study_member', 'study_goal'];

function checkStudy(db: ReadableDb, record: LabelRecord, links: number): Checked {
  const { header } = record;
  const study = listStudies(db).find(
    ({ name, populationSize, seed }) =>
      name === header.study && populationSize === header.N && seed === header.seed,
  );
  // Files before version 3 have no whole rows, and the project's studies may have been drawn anew or renamed.
  if (!study) {
    const words = `${header.study}: no study of the project has this name, pool and seed; its draws were not compared.`;
    return { checks: [], unchecked: [words] };
  }
  const changed = changedAfter(db, study.id, links).filter((table) => !harmless.includes(table));
  if (changed.length > 0) {
    const words = `${header.study}: its settings or team changed since (${changed.join(', ')}); its draws were not compared.`;
    return { checks: [], unchecked: [words] };
  }
  const context = contextOf(db);
  return {
    checks: [...checkRows(context, study, record), ...checkCodings(context, study, record)],
    unchecked: [],
  };
}

/** What reads the labels of an open project asks nothing else of it than its rows. */
const contextOf = (db: ReadableDb): CoreContext =>
  ({ session: { project: { db, place: { misplaced: null } } } }) as unknown as CoreContext;

type Row = Readonly<Record<string, unknown>>;

function checkRows(context: CoreContext, study: StudyRow, { header, rows }: LabelRecord): Check[] {
  const lines = labelsJsonl(labelRows(context, study.id)).split('\n').slice(0, -1);
  const stored = Map.groupBy(
    lines.map((line): Row => WholeRowSchema.parse(JSON.parse(line))),
    (row) => Number(row.draw_order),
  );
  const stated = Map.groupBy(rows, (row) => Number(row.draw_order));
  const people = new Map<string, unknown>();
  return [...new Set([...stored.keys(), ...stated.keys()])]
    .sort((a, b) => a - b)
    .flatMap((draw) => {
      const [here, there] = [stated.get(draw) ?? [], stored.get(draw) ?? []];
      const what = `${header.study}: draw ${draw}`;
      if (here.length !== there.length)
        return [compareNumber(`${what}: labels and decisions`, here.length, there.length)];
      return here.flatMap((row, i) => compareRow(what, row, there[i]!, people));
    });
}

/** @param people whom the file's names, or numbers, stand for, as far as rows were compared */
function compareRow(what: string, stated: RecordRow, stored: Row, people: Map<string, unknown>): Check[] {
  const own = stated as Row;
  const person = people.get(stated.annotator) ?? stored.annotator;
  people.set(stated.annotator, person);
  return [
    compareText(`${what}: item`, stated.id, String(stored.id)),
    compareText(`${what}: system`, stated.system, String(stored.system)),
    compareText(`${what}: annotator`, String(person), String(stored.annotator)),
    ...said.flatMap((name) => (name in own ? compareData(`${what}: ${name}`, own[name], stored[name]) : [])),
    // Reports leave out what people wrote.
    ...(own.answer ? compareData(`${what}: answer`, own.answer, stored.answer) : []),
  ];
}

/** What was said of every draw on each failure mode. */
function checkCodings(context: CoreContext, study: StudyRow, { header }: LabelRecord): Check[] {
  const { failures: stated } = header;
  const { failures: stored } = failureFields(context, study);
  if (!stated || !stored)
    return stated || stored
      ? [
          compareText(
            `${header.study}: failure modes`,
            stated ? 'stated' : 'none',
            stored ? 'stated' : 'none',
          ),
        ]
      : [];
  const valuesOf = ({ open, modes, nothingWrong, unnamed, places }: typeof stated) => ({
    open,
    ...Object.fromEntries(
      modes.map(({ name, clock, values, signals }) => [name, { clock, values, signals }]),
    ),
    'nothing wrong': nothingWrong?.values,
    'failures without a name': unnamed?.isNew,
    places,
  });
  return compareData(`${header.study}: failure modes`, valuesOf(stated), valuesOf(stored));
}
