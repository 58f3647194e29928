import { SourceQuestionSchema } from '../shared/contract/source.ts';
import { at, integer, json, orNull, text } from './columns.ts';
import { insertPoolLevels, type PoolHistogram } from './pool-levels.ts';
import { type RowOf, select, selectValues } from './query.ts';
import { isOfNumbers, shapeOf } from './shapes.ts';
import type { ReadableDb, WritableDb } from './types.ts';

/** A file of a pool as it was when it was read. */
export interface SourceFileState {
  readonly path: string;
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly changed: number;
}

const filesShape = shapeOf(
  (value: unknown): value is SourceFileState[] =>
    Array.isArray(value) &&
    value.every(
      (one) => isOfNumbers(one, ['bytes', 'changed']) && typeof (one as { path?: unknown }).path === 'string',
    ),
);

export const studySourceColumns = {
  engine: text,
  asked: json(SourceQuestionSchema),
  files: json(filesShape),
  /** The SQL that the histogram was read by. */
  query: text,
  missingLevel: orNull(integer),
  fingerprint: text,
  readAt: text,
};
/** Where the pool of a study lies, and what it was when it was read. */
export type StudySource = RowOf<typeof studySourceColumns>;

const sourceOfStudy = select(studySourceColumns, 'FROM study_source WHERE study_id = ?');
const studyOfRows = selectValues(
  integer,
  'SELECT study_source.study_id FROM study_source JOIN study ON study.id = study_source.study_id WHERE study.dataset_id = ?',
);

/** Undefined for a study whose pool was imported. */
export const findStudySource = (db: ReadableDb, studyId: number): StudySource | undefined =>
  sourceOfStudy.get(db, studyId);

const anySource = selectValues(integer, 'SELECT study_id FROM study_source LIMIT 1');

/** Whether the pool of a study lies outside the project. */
export const hasStudySource = (db: ReadableDb): boolean => anySource.get(db) !== undefined;
/** Where a pool lies, in words. */
export const placeWords = ({ paths, table }: StudySource['asked']): string =>
  `${paths.join(', ')}${table === null ? '' : `, table ${table}`}`;

/** Whether a data set holds but the rows that were taken along for a study. */
export const isTakenAlong = (db: ReadableDb, datasetId: number): boolean =>
  studyOfRows.get(db, datasetId) !== undefined;

/** Stores where a pool lies and its histogram. Call it in the transaction that makes the study. */
export function insertStudySource(
  db: WritableDb,
  studyId: number,
  source: StudySource,
  pool: PoolHistogram,
): void {
  const { engine, asked, files, query, missingLevel, fingerprint, readAt } = source;
  db.prepare(
    `INSERT INTO study_source (study_id, engine, asked, files, query, missing_level, fingerprint, read_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    studyId,
    engine,
    JSON.stringify(asked),
    JSON.stringify(files),
    query,
    missingLevel,
    fingerprint,
    readAt,
  );
  insertPoolLevels(db, studyId, pool);
}

const sourceRowColumns = {
  position: integer,
  itemId: integer,
  level: integer,
  externalId: at('item.external_id', text),
};
const rowsOfStudy = select(
  sourceRowColumns,
  `FROM source_row JOIN item ON item.id = source_row.item_id
   WHERE study_id = ? AND position >= ? ORDER BY position LIMIT ?`,
);
const countOfRows = selectValues(integer, 'SELECT COUNT(*) FROM source_row WHERE study_id = ?');

export const countSourceRows = (db: ReadableDb, studyId: number): number => countOfRows.one(db, studyId);

/** Rows that were taken along, in draw order. */
export const listSourceRows = (db: ReadableDb, studyId: number, { offset = 0, limit = -1 } = {}) =>
  rowsOfStudy.all(db, studyId, offset, limit);

/** @param from the place of the first of them in the draw order */
export function insertSourceRows(
  db: WritableDb,
  studyId: number,
  rows: readonly { readonly itemId: number; readonly level: number }[],
  from = 0,
): void {
  const put = db.prepare('INSERT INTO source_row (study_id, position, item_id, level) VALUES (?, ?, ?, ?)');
  for (const [i, { itemId, level }] of rows.entries()) put.run(studyId, from + i, itemId, level);
}
