import { listAudit, writeAudit } from '../../../db/audit.ts';
import { iterateBatch } from '../../../db/batches.ts';
import { endLeases } from '../../../db/dealing.ts';
import { listInvitations, revokeInvitations } from '../../../db/invitations.ts';
import type { StudyRow } from '../../../db/studies.ts';
import { isMember, listMembers } from '../../../db/study-members.ts';
import type { ReadableDb } from '../../../db/types.ts';
import { AppError } from '../../../shared/errors.ts';
import { linkedStudies, studiesAsked } from '../../estimate/ranking.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { labelKeyFor } from '../../studies/label-key.ts';
import { memberName, setTeam } from './set-team.ts';

interface DropOut {
  studyId: number;
  annotatorId: number;
}

/**
 * Takes somebody who drops out off a study, or off the ranking that it is a pair of: what they left goes to the other members, and
 * links that they have not opened are good no longer. A browser of theirs that is in stays in and gets nothing new, so that an
 * answer that comes late is kept.
 *
 * @returns how many items they left
 * @throws AppError NOT_FOUND for whom is no member; CONFLICT for the only one; INVALID_INPUT where the others are too few
 */
export async function dropOut(
  context: CoreContext,
  { studyId: asked, annotatorId }: DropOut,
): Promise<{ left: number }> {
  const db = dbOf(context);
  const [{ id: studyId }] = linkedStudies(db, asked);
  const whole = { studyId, wholeRanking: true };
  const studies = studiesAsked(db, whole);
  const now = context.now();
  let left: { id: number; itemId: number }[] = [];
  await setTeam(context, { ...whole, leaving: annotatorId }, () => {
    assertMayLeave(db, studies, annotatorId);
    left = studies.flatMap((study) => openItems(db, study, annotatorId));
    for (const { id } of studies) endLeases(db, id, annotatorId, now);
    const links = linkedStudies(db, studyId).flatMap(({ id }) => listInvitations(db, id));
    const unopened = links.filter((link) => link.annotatorId === annotatorId && link.enrolledAt === null);
    const ids = unopened.map(({ id }) => id);
    revokeInvitations(db, ids, now);
    const details = { annotator: memberName(context, annotatorId), items: left.length };
    writeAudit(db, { at: now, action: 'team.dropOut', studyId, details });
  });
  return { left: new Set(left.map(({ itemId }) => itemId)).size };
}

/** Whether somebody dropped out or was taken off a study, or off the ranking that it is a pair of, and is no member since. */
export function hasLeft(context: CoreContext, asked: number, annotatorId: number): boolean {
  const db = dbOf(context);
  const studies = linkedStudies(db, asked);
  if (studies.some(({ id }) => isMember(db, id, annotatorId))) return false;
  const name = memberName(context, annotatorId);
  return studies.some(({ id }) =>
    listAudit(db, id).some(({ action, details }) => {
      const { from = [], to = [] } = details as { from?: readonly string[]; to?: readonly string[] };
      // Of a study without members everybody may label.
      return action === 'team.members' && from.includes(name) && !to.includes(name) && to.length > 0;
    }),
  );
}

/** @throws AppError NOT_FOUND for whom is no member; CONFLICT for the only one */
function assertMayLeave(db: ReadableDb, studies: readonly StudyRow[], annotatorId: number): void {
  const members = new Set(studies.flatMap(({ id }) => listMembers(db, id)));
  if (!members.delete(annotatorId)) {
    throw new AppError('NOT_FOUND', 'That annotator is not a member of this study.', {
      field: 'annotatorId',
    });
  }
  if (members.size > 0) return;
  throw new AppError('CONFLICT', 'There is no one else to take the items.', {
    field: 'annotatorId',
    remedy: 'Invite someone else first, or revoke the links of this person.',
  });
}

/** Items of the present draw that were given to an annotator and that they have not answered. */
function openItems(db: ReadableDb, study: StudyRow, annotatorId: number): { id: number; itemId: number }[] {
  const { id, generation } = study;
  const batch = { studyId: id, generation, practiceRound: null, isAssigned: true, annotatorId };
  const items = [...iterateBatch(db, { ...labelKeyFor(study, 0), ...batch })];
  return items.flatMap(({ itemId, labelKind }) => (labelKind === null ? [{ id, itemId }] : []));
}
