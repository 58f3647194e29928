import { at, blob, integer, oneOf, real, text, unfitError } from './columns.ts';
import { prepared } from './prepared.ts';
import { type RowOf, select } from './query.ts';
import type { ReadableDb, WritableDb } from './types.ts';

export const studyColumnColumns = {
  /** That of its signal, `composite` or `surrogate`. */
  id: text,
  name: text,
  kind: oneOf(['carried', 'composite', 'surrogate', 'quality', 'other', 'carried-single']),
  penalty: real,
  /** Slope before any label, in standard deviations of y. */
  slope: real,
  /** What one cell counts: value = unit * cell. */
  unit: real,
};
type ColumnFacts = RowOf<typeof studyColumnColumns>;

/** A column of a study's predictor as it was frozen: one cell for each item of the pool, in pool order. */
export interface StudyColumn extends ColumnFacts {
  readonly values: Float32Array | Int8Array;
}

const signalsOfStudy = select(
  { id: at('id', text), name: at('name', text) },
  `FROM study_column WHERE study_id = ? AND id NOT IN ('composite', 'surrogate') ORDER BY position`,
);

/** The signals behind the columns of a study, beside its surrogate. */
export const listFrozenSignals = (db: ReadableDb, studyId: number): { id: string; name: string }[] =>
  signalsOfStudy.all(db, studyId);

/** Stores the columns of a study, in their order. Call it in the transaction that makes the study. */
export function insertColumns(db: WritableDb, studyId: number, columns: readonly StudyColumn[]): void {
  const put = prepared(
    db,
    `INSERT INTO study_column (study_id, position, id, name, kind, penalty, slope, unit, cells)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  for (const [position, { id, name, kind, penalty, slope, unit, values }] of columns.entries()) {
    const cells = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
    put.run(studyId, position, id, name, kind, penalty, slope, unit, cells);
  }
}

/** Items of the pool of a row of `study`, or levels where it is known by those. */
export const placesOfPool = at(
  'COALESCE(NULLIF((SELECT COUNT(*) FROM pool_level WHERE pool_level.study_id = study.id), 0), study.population_size)',
  integer,
);

const columnsOfStudy = select(
  {
    ...studyColumnColumns,
    id: at('study_column.id', text),
    name: at('study_column.name', text),
    position: integer,
    cells: blob,
    places: placesOfPool,
  },
  `FROM study_column JOIN study ON study.id = study_column.study_id
   WHERE study_id = ? ORDER BY position`,
);

/**
 * The frozen columns of a study, in their order; none for a study that has only its surrogate.
 *
 * @throws AppError PROJECT_DAMAGED when a column has another number of cells than the pool has items
 */
export const readColumns = (db: ReadableDb, studyId: number): StudyColumn[] => [...eachColumn(db, studyId)];

/** The same one after the other, for what need not hold them all. */
export function* eachColumn(db: ReadableDb, studyId: number): Generator<StudyColumn> {
  for (const { position, cells, places, ...facts } of columnsOfStudy.iterate(db, studyId)) {
    const values = cellsOf(cells, places);
    if (!values) throw unfitError(`study_column.cells (study ${studyId}, position ${position})`);
    yield { ...facts, values };
  }
}

/** The cells of a column as they are stored; undefined where they are not those of so many items. */
export function cellsOf(cells: Uint8Array, items: number): StudyColumn['values'] | undefined {
  if (cells.byteLength !== items && cells.byteLength !== 4 * items) return undefined;
  // A copy, since what SQLite hands over need not begin where four bytes may; in memory that threads share.
  const buffer = new SharedArrayBuffer(cells.byteLength);
  new Uint8Array(buffer).set(cells);
  return cells.byteLength === items ? new Int8Array(buffer) : new Float32Array(buffer);
}
