import { iterateBatch } from '../../db/batches.ts';
import { leaseMinutesOf } from '../../db/dealing.ts';
import { getStudy, type StudyRow } from '../../db/studies.ts';
import { hasMembers } from '../../db/study-members.ts';
import type { ReadableDb, WritableDb } from '../../db/types.ts';
import { excludedFrom, outOf } from '../estimate/who-is-out.ts';
import { labelKeyFor } from '../studies/label-key.ts';
import { extendAssignments } from './assignments.ts';

/** Whether the items of a study are shared out among its members, and not dealt one by one. */
export const isSharedOut = (db: ReadableDb, { id }: StudyRow): boolean =>
  hasMembers(db, id) && leaseMinutesOf(db, id) === undefined;

/** Gives what is shared out to members who are out by now to the others. Call it inside a transaction. */
export function handOnShares(db: WritableDb, studies: readonly StudyRow[]): void {
  for (const study of studies) if (isSharedOut(db, study)) extendAssignments(db, getStudy(db, study.id));
}

/** Whether something is shared out to a member who is out and never answered it. Who was excluded keeps what they have. */
export function isShareLeft(db: ReadableDb, study: StudyRow): boolean {
  if (!isSharedOut(db, study)) return false;
  const excluded = excludedFrom(db, study);
  return [...outOf(db, study)].some((one) => !excluded.has(one) && holdsShare(db, study, one));
}

function holdsShare(db: ReadableDb, study: StudyRow, annotatorId: number): boolean {
  const { id: studyId, generation } = study;
  const batch = { studyId, generation, practiceRound: null, isAssigned: true, annotatorId };
  return iterateBatch(db, { ...labelKeyFor(study, 0), ...batch }).some(({ labelId }) => labelId === null);
}
