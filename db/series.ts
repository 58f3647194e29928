import { AppError } from '../shared/errors.ts';
import { flag, integer, orNull, real, text } from './columns.ts';
import type { LabelKey } from './labels.ts';
import { type RowOf, select, selectTuples, selectValues } from './query.ts';
import type { ReadableDb, WritableDb } from './types.ts';

const seriesColumns = {
  id: integer,
  name: text,
  createdAt: text,
  /** Of a watch: the drop of the mean that matters, on the scale of the measure; null in a series of releases. */
  leastDrop: orNull(real),
  /** When a drop was told to somebody. */
  alertedAt: orNull(text),
};
const releaseColumns = {
  studyId: integer,
  seriesId: integer,
  position: integer,
  beforeStudyId: orNull(integer),
  plannedPairs: integer,
  /** Of a window: labels that were planned when it came; null in a release and in a reference. */
  windowLabels: orNull(integer),
  /** The share of equal replies that are rated again; null where none is. */
  againShare: orNull(real),
};

export type SeriesRow = RowOf<typeof seriesColumns>;
/** A release as stored: the study that judges it, and the one of the release before. */
export type ReleaseRow = RowOf<typeof releaseColumns>;

const allSeries = select(seriesColumns, 'FROM series ORDER BY id DESC');
const seriesOfId = select(seriesColumns, 'FROM series WHERE id = ?');
const releases = select(releaseColumns, 'FROM series_release WHERE series_id = ? ORDER BY position');
const releaseOfStudy = select(releaseColumns, 'FROM series_release WHERE study_id = ?');
const reusedItems = selectValues(
  integer,
  `SELECT COUNT(DISTINCT label.item_id) FROM reused_label JOIN label ON label.id = reused_label.label_id
   WHERE label.study_id = ?`,
);
const countedLabels = selectTuples(
  [integer, flag],
  `SELECT word.id, reused_label.label_id IS NOT NULL
   FROM draw JOIN current_word AS word ON word.item_id = draw.item_id AND word.system_id = @systemId
     AND word.criterion_id = @criterionId AND word.instrument = @instrument
   LEFT JOIN reused_label ON reused_label.label_id = word.id
   WHERE draw.study_id = @studyId AND draw.generation = @generation AND word.source <> 'simulated'`,
);

/** All series of a project, the newest first. */
export const listSeries = (db: ReadableDb): SeriesRow[] => allSeries.all(db);

/** @throws AppError NOT_FOUND */
export function getSeries(db: ReadableDb, id: number): SeriesRow {
  const row = seriesOfId.get(db, id);
  if (row) return row;
  throw new AppError('NOT_FOUND', `There is no series ${id} in this project.`, { field: 'seriesId' });
}

/** The releases of a series that are there, in their order. */
export const listReleases = (db: ReadableDb, seriesId: number): ReleaseRow[] => releases.all(db, seriesId);

/** The release that a study judges; undefined for a study that is in no series. */
export const findRelease = (db: ReadableDb, studyId: number): ReleaseRow | undefined =>
  releaseOfStudy.get(db, studyId);

/** @returns the id of the new series, which has no release yet */
export function insertSeries(
  db: WritableDb,
  { name, createdAt, leastDrop }: Omit<SeriesRow, 'id' | 'alertedAt'>,
): number {
  const { lastInsertRowid } = db
    .prepare('INSERT INTO series (name, created_at, least_drop) VALUES (?, ?, ?)')
    .run(name, createdAt, leastDrop);
  return Number(lastInsertRowid);
}

/** Writes down when a drop was told to somebody. */
export function writeAlert(db: WritableDb, id: number, at: string): void {
  db.prepare('UPDATE series SET alerted_at = ? WHERE id = ?').run(at, id);
}

export function insertRelease(db: WritableDb, release: ReleaseRow): void {
  const { studyId, seriesId, position, beforeStudyId, plannedPairs, windowLabels, againShare } = release;
  db.prepare(
    `INSERT INTO series_release (study_id, series_id, position, before_study_id, planned_pairs, window_labels,
       again_share)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  ).run(studyId, seriesId, position, beforeStudyId, plannedPairs, windowLabels, againShare);
}

/** Removes a series; its studies stay. */
export function deleteSeries(db: WritableDb, id: number): void {
  db.prepare('DELETE FROM series WHERE id = ?').run(id);
}

/** Writes down that a label was taken over from another. */
export function insertReused(db: WritableDb, labelId: number, fromLabelId: number): void {
  db.prepare('INSERT INTO reused_label (label_id, from_label_id) VALUES (?, ?)').run(labelId, fromLabelId);
}

/** Items of a study with a label that was taken over. */
export const countReusedItems = (db: ReadableDb, studyId: number): number => reusedItems.one(db, studyId);

/** Labels of people on the items that a study drew at present, by its key, and whether each was taken over. */
export const labelsThatCount = (
  db: ReadableDb,
  of: Omit<LabelKey, 'itemId'> & { studyId: number; generation: number },
): [labelId: number, isReused: boolean][] => countedLabels.all(db, of);
