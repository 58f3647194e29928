import { FirstPhaseOriginSchema } from '../shared/contract/source.ts';
import { integer, json, real, text } from './columns.ts';
import { type RowOf, select } from './query.ts';
import type { ReadableDb, WritableDb } from './types.ts';

export const firstPhaseColumns = {
  datasetId: integer,
  /** Rows of the whole pool, and of the part that was taken. */
  populationSize: integer,
  items: integer,
  seed: integer,
  /** The largest hash in it: 64 hexadecimal digits. */
  cut: text,
  origin: json(FirstPhaseOriginSchema),
  takenAt: text,
};
/** A data set that is a uniform part of a larger pool. */
export type FirstPhaseRow = RowOf<typeof firstPhaseColumns>;

const all = select(firstPhaseColumns, 'FROM first_phase ORDER BY dataset_id');
const ofDataset = select(firstPhaseColumns, 'FROM first_phase WHERE dataset_id = ?');

/** Every data set of a project that is a part of a larger pool. */
export const listFirstPhases = (db: ReadableDb): FirstPhaseRow[] => all.all(db);

/** Undefined for a data set that is a pool of its own. */
export const findFirstPhase = (db: ReadableDb, datasetId: number): FirstPhaseRow | undefined =>
  ofDataset.get(db, datasetId);

export function insertFirstPhase(db: WritableDb, row: FirstPhaseRow): void {
  db.prepare(
    `INSERT INTO first_phase (dataset_id, population_size, items, seed, cut, origin, taken_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    row.datasetId,
    row.populationSize,
    row.items,
    row.seed,
    row.cut,
    JSON.stringify(row.origin),
    row.takenAt,
  );
}

const studyPhaseColumns = { populationSize: integer, seed: integer, cut: text, alpha: real };
/** What a study needs to speak of the whole pool. */
export type StudyFirstPhase = RowOf<typeof studyPhaseColumns>;

const ofStudy = select(studyPhaseColumns, 'FROM study_first_phase WHERE study_id = ?');

/** Undefined for a study whose pool is all there is. */
export const findStudyFirstPhase = (db: ReadableDb, studyId: number): StudyFirstPhase | undefined =>
  ofStudy.get(db, studyId);

export function insertStudyFirstPhase(db: WritableDb, studyId: number, phase: StudyFirstPhase): void {
  db.prepare(
    'INSERT INTO study_first_phase (study_id, population_size, seed, cut, alpha) VALUES (?, ?, ?, ?, ?)',
  ).run(studyId, phase.populationSize, phase.seed, phase.cut, phase.alpha);
}
