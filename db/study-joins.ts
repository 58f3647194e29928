import { at, blob, integer, orNull, real, text, unfitError } from './columns.ts';
import { type RowOf, select } from './query.ts';
import { cellsOf, placesOfPool, type StudyColumn } from './study-columns.ts';
import type { ReadableDb, WritableDb } from './types.ts';

const studyJoinColumns = {
  drawsBefore: integer,
  /** The failure mode whose share it joined; null for the number of the study. */
  modeId: orNull(integer),
  signal: text,
  name: text,
  sha256: text,
  joinedBy: text,
  createdAt: text,
};
const joinsOfDraw = select(
  studyJoinColumns,
  'FROM study_join WHERE study_id = ? AND generation = ? ORDER BY id',
);

/** A signal that joined a draw, and when. */
export type StudyJoin = RowOf<typeof studyJoinColumns>;

/** The signals that joined a draw, in the order in which they did. */
export const listJoins = (db: ReadableDb, studyId: number, generation: number): StudyJoin[] =>
  joinsOfDraw.all(db, studyId, generation);

/** The column of a signal that joined, as it was frozen. */
export interface JoinColumn extends StudyJoin, Pick<StudyColumn, 'penalty' | 'slope' | 'unit' | 'values'> {}

const columnsOfDraw = select(
  {
    ...studyJoinColumns,
    penalty: real,
    slope: real,
    unit: real,
    cells: blob,
    places: at(`(SELECT ${placesOfPool.sql} FROM study WHERE study.id = study_join.study_id)`, integer),
  },
  'FROM study_join WHERE study_id = ? AND generation = ? ORDER BY id',
);

/**
 * The same with their columns: those of the number of the study, or of a failure mode.
 *
 * @throws AppError PROJECT_DAMAGED when a column has another number of cells than the pool has items
 */
export const readJoins = (
  db: ReadableDb,
  studyId: number,
  generation: number,
  modeId: number | null = null,
): JoinColumn[] => readAllJoins(db, studyId, generation).filter((join) => join.modeId === modeId);

/** The same of the number and of all failure modes. @throws AppError as `readJoins` */
export const readAllJoins = (db: ReadableDb, studyId: number, generation: number): JoinColumn[] =>
  columnsOfDraw.all(db, studyId, generation).map(({ cells, places, ...join }) => {
    const values = cellsOf(cells, places);
    if (!values) throw unfitError(`study_join.cells (study ${studyId}, signal ${join.signal})`);
    return { ...join, values };
  });

/** Stores a signal that joins. Call it in the transaction that writes it into the audit trail. */
export function insertJoin(
  db: WritableDb,
  study: { readonly studyId: number; readonly generation: number },
  join: JoinColumn,
): void {
  const { values } = join;
  db.prepare(
    `INSERT INTO study_join (study_id, generation, mode_id, draws_before, signal, name, penalty, slope, unit, cells,
       sha256, joined_by, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    ...[study.studyId, study.generation, join.modeId, join.drawsBefore, join.signal, join.name],
    ...[join.penalty, join.slope, join.unit],
    Buffer.from(values.buffer, values.byteOffset, values.byteLength),
    ...[join.sha256, join.joinedBy, join.createdAt],
  );
}
