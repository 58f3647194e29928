import { text } from './columns.ts';
import { selectValues } from './query.ts';
import type { ReadableDb, WritableDb } from './types.ts';

const readAt = selectValues(
  text,
  'SELECT read_at FROM guideline_reading WHERE study_id = ? AND annotator_id = ? AND version = ?',
);

interface Reading {
  studyId: number;
  annotatorId: number;
  /** SHA-256 of the text. */
  version: string;
}

/** Whether an annotator has read these guidelines of a study. */
export const hasReadGuidelines = (db: ReadableDb, { studyId, annotatorId, version }: Reading): boolean =>
  readAt.get(db, studyId, annotatorId, version) !== undefined;

/** Keeps when guidelines were read; one that is read again counts as read now, since others may have held meanwhile. */
export function putReading(db: WritableDb, { studyId, annotatorId, version }: Reading, at: string): void {
  db.prepare(
    `INSERT INTO guideline_reading (study_id, annotator_id, version, read_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (study_id, annotator_id, version) DO UPDATE SET read_at = excluded.read_at`,
  ).run(studyId, annotatorId, version, at);
}
