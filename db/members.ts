import type { ReadableDb } from './types.ts';

/** Ids of the annotators of a study, ascending; none when it is open to whoever sits down. */
export function memberIdsOf(db: ReadableDb, studyId: number): number[] {
  return db
    .prepare('SELECT annotator_id FROM study_member WHERE study_id = ? ORDER BY annotator_id')
    .pluck()
    .all(studyId) as number[];
}
