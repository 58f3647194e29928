import { at, integer, text } from './columns.ts';
import { select, selectValues } from './query.ts';
import { hiddenRound } from './rounds.ts';
import type { ReadableDb, WritableDb } from './types.ts';

const membersOfStudy = selectValues(
  integer,
  'SELECT annotator_id FROM study_member WHERE study_id = ? ORDER BY annotator_id',
);
// The first row of a submission stands for all of them: those of a comparison, or of a page, took their time together.
const durationsOfLabels = selectValues(
  integer,
  `SELECT CASE WHEN @asTold = 1 THEN duration_ms ELSE MIN(duration_ms, COALESCE(door_ms, duration_ms)) END AS ms
     FROM label LEFT JOIN label_door ON label_id = label.id
     WHERE study_id = @studyId AND annotator_id = @annotatorId AND criterion_id = @criterionId
     AND operation = 'submit' AND source = 'screen' AND duration_ms > 0 AND client_key = submission
     AND (practice_round IS NULL OR practice_round = ${hiddenRound} AND @asTold = 1) ORDER BY ms`,
);

const submissionsSince = select(
  { annotatorId: integer, items: at('COUNT(DISTINCT item_id)', integer) },
  `FROM label WHERE study_id = ? AND operation = 'submit' AND source = 'screen' AND practice_round IS NULL
     AND created_at > ? GROUP BY annotator_id ORDER BY annotator_id`,
);

/** How many items of a study each annotator has answered since an instant; whoever answered none is not listed. */
export const answeredSince = (db: ReadableDb, studyId: number, since: string) =>
  submissionsSince.all(db, studyId, since);

const submissionsOf = select(
  { annotatorId: integer, last: at('MAX(created_at)', text) },
  `FROM label WHERE study_id = ? AND operation = 'submit' AND source = 'screen'
     GROUP BY annotator_id ORDER BY annotator_id`,
);

/** When each annotator of a study answered last, practice and checks among it. */
export const lastAnswers = (db: ReadableDb, studyId: number) => submissionsOf.all(db, studyId);

/** Annotators that a study lists, in order; none: it is open to whoever sits down. */
export const listMembers = (db: ReadableDb, studyId: number): number[] => membersOfStudy.all(db, studyId);

/** Replaces the list of a study's members. Their labels and assignments are not touched. */
export function replaceMembers(db: WritableDb, studyId: number, annotatorIds: readonly number[]): void {
  db.prepare('DELETE FROM study_member WHERE study_id = ?').run(studyId);
  const put = db.prepare('INSERT INTO study_member (study_id, annotator_id) VALUES (?, ?)');
  for (const annotatorId of annotatorIds) put.run(studyId, annotatorId);
}

const membership = selectValues(
  integer,
  'SELECT COUNT(*) FROM study_member WHERE study_id = ? AND annotator_id = ?',
);

/** Whether a study lists an annotator; it costs the same however many it lists. */
export const isMember = (db: ReadableDb, studyId: number, annotatorId: number): boolean =>
  membership.one(db, studyId, annotatorId) > 0;

const anyMember = selectValues(integer, 'SELECT EXISTS (SELECT 1 FROM study_member WHERE study_id = ?)');

/** Whether a study lists anybody. */
export const hasMembers = (db: ReadableDb, studyId: number): boolean => anyMember.one(db, studyId) > 0;

/** Adds a member to those whom a study lists. */
export function addMember(db: WritableDb, studyId: number, annotatorId: number): void {
  db.prepare('INSERT INTO study_member (study_id, annotator_id) VALUES (?, ?) ON CONFLICT DO NOTHING').run(
    studyId,
    annotatorId,
  );
}

/**
 * How long an annotator worked on each answer to a study's question, in milliseconds, in ascending order: what their page said, or what
 * the annotators' door measured where that is less.
 *
 * @param asTold as the page said, and with hidden checks: what the annotator may know
 */
export const workDurations = (
  db: ReadableDb,
  {
    studyId,
    annotatorId,
    criterionId,
    asTold = false,
  }: { studyId: number; annotatorId: number; criterionId: number; asTold?: boolean },
): number[] => durationsOfLabels.all(db, { studyId, annotatorId, criterionId, asTold: asTold ? 1 : 0 });
