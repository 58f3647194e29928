import { at, integer } from './columns.ts';
import { select, selectValues } from './query.ts';
import type { ReadableDb, WritableDb } from './types.ts';

const membersOfStudy = selectValues(
  integer,
  'SELECT annotator_id FROM study_member WHERE study_id = ? ORDER BY annotator_id',
);
const durationsOfLabels = selectValues(
  integer,
  `SELECT duration_ms FROM label WHERE study_id = ? AND annotator_id = ? AND criterion_id = ?
     AND operation = 'submit' AND source = 'screen' AND duration_ms > 0
     AND (practice_round IS NULL OR practice_round = 0 AND ? = 1) ORDER BY duration_ms`,
);

const submissionsSince = select(
  { annotatorId: integer, items: at('COUNT(DISTINCT item_id)', integer) },
  `FROM label WHERE study_id = ? AND operation = 'submit' AND source = 'screen' AND practice_round IS NULL
     AND created_at > ? GROUP BY annotator_id ORDER BY annotator_id`,
);

/** How many items of a study each annotator has answered since an instant; whoever answered none is not listed. */
export const answeredSince = (db: ReadableDb, studyId: number, since: string) =>
  submissionsSince.all(db, studyId, since);

/** Annotators that a study lists, in order; none: it is open to whoever sits down. */
export const listMembers = (db: ReadableDb, studyId: number): number[] => membersOfStudy.all(db, studyId);

/** Replaces the list of a study's members. Their labels and assignments are not touched. */
export function replaceMembers(db: WritableDb, studyId: number, annotatorIds: readonly number[]): void {
  db.prepare('DELETE FROM study_member WHERE study_id = ?').run(studyId);
  const put = db.prepare('INSERT INTO study_member (study_id, annotator_id) VALUES (?, ?)');
  for (const annotatorId of annotatorIds) put.run(studyId, annotatorId);
}

/** How long an annotator worked on each label of a study's question, and on hidden checks if asked, in milliseconds, in ascending order. */
export const workDurations = (
  db: ReadableDb,
  {
    studyId,
    annotatorId,
    criterionId,
    withChecks = false,
  }: { studyId: number; annotatorId: number; criterionId: number; withChecks?: boolean },
): number[] => durationsOfLabels.all(db, studyId, annotatorId, criterionId, withChecks ? 1 : 0);
