import { ensureAnnotator, listAnnotators } from '../../../db/annotators.ts';
import { writeAudit } from '../../../db/audit.ts';
import { endLeases } from '../../../db/dealing.ts';
import {
  findInvitation,
  type InvitationRow,
  insertInvitation,
  listInvitations,
  listVisits,
  revokeInvitations,
} from '../../../db/invitations.ts';
import { labelersOf } from '../../../db/labels.ts';
import { getStudy } from '../../../db/studies.ts';
import { listMembers } from '../../../db/study-members.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { Invitation } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { whenWritable } from '../../platform/when-writable.ts';
import { setTeam } from '../team/set-team.ts';
import { hashOf, newSecret } from './secret.ts';

const dayMs = 86_400_000;

export const inDays = (now: string, days: number): string =>
  new Date(Date.parse(now) + days * dayMs).toISOString();

/** Every link to a study, in the order they were made. */
export function invitationsOf(context: CoreContext, studyId: number): Invitation[] {
  const db = dbOf(context);
  const rows = listInvitations(db, getStudy(db, studyId).id);
  return rows.map((row) => describe(context, row));
}

function describe(context: CoreContext, row: InvitationRow): Invitation {
  const db = dbOf(context);
  const { id, studyId, annotatorId, createdAt, expiresAt } = row;
  const now = context.now();
  const visits = listVisits(db, studyId).filter(({ invitationId }) => invitationId === id);
  const seen = visits.map(({ seenAt }) => seenAt).sort();
  const name = listAnnotators(db).find((one) => one.id === annotatorId)?.name ?? '';
  const annotator = annotatorId === null ? null : { id: annotatorId, name };
  return {
    id,
    annotator,
    createdAt,
    expiresAt,
    state: stateOf(row, now),
    isIn: visits.some((visit) => visit.endedAt === null && visit.expiresAt > now),
    seenAt: seen.at(-1) ?? null,
  };
}

/** How a link stands at an instant. */
export function stateOf(
  { revokedAt, enrolledAt, expiresAt }: Pick<InvitationRow, 'revokedAt' | 'enrolledAt' | 'expiresAt'>,
  now: string,
): Invitation['state'] {
  if (revokedAt !== null) return 'revoked';
  if (enrolledAt !== null) return 'used';
  return expiresAt <= now ? 'expired' : 'open';
}

/**
 * Makes a link for one annotator, or for whoever gets it. The token is told this once; the project keeps its hash.
 *
 * @throws AppError INVALID_INPUT for what is no name; NOT_FOUND
 */
export async function invite(
  context: CoreContext,
  { studyId, name, days }: { studyId: number; name: string | null; days: number },
): Promise<{ invitation: Invitation; path: string; link: string | null }> {
  const db = dbOf(context);
  getStudy(db, studyId);
  const token = newSecret();
  const now = context.now();
  const { id, annotatorId } = await whenWritable(() =>
    db
      .transaction(() => {
        const person = name === null ? null : personFor(context, name);
        const annotatorId = person?.id ?? null;
        const expiresAt = inDays(now, days);
        const kept = { studyId, annotatorId, tokenHash: hashOf(token), createdAt: now, expiresAt };
        const id = insertInvitation(db, kept);
        const details = { invitation: id, annotator: person?.name ?? null, expiresAt };
        writeAudit(db, { at: now, action: 'team.invite', studyId, details });
        return { id, annotatorId };
      })
      .immediate(),
  );
  if (annotatorId !== null) await join(context, studyId, annotatorId);
  const door = context.teamDoor.state();
  const path = `/#${token}`;
  const invitation = describe(context, findInvitation(db, id)!);
  return { invitation, path, link: door.isOpen ? `${door.url}${path}` : null };
}

/** Whoever is invited; made if new. */
function personFor(context: CoreContext, name: string) {
  const person = ensureAnnotator(dbOf(context), name);
  if (!person.simulated) return person;
  throw new AppError('INVALID_INPUT', `Nobody sits behind ${person.name}.`, {
    field: 'name',
    mend: 'Give the name of a person.',
  });
}

/**
 * Whoever is invited becomes a member. A study that was open to all is dealt from then on, one item after the other, and
 * whoever has labeled it stays a member of it.
 */
export async function join(context: CoreContext, studyId: number, annotatorId: number): Promise<void> {
  const db = dbOf(context);
  const members = listMembers(db, studyId);
  if (members.includes(annotatorId)) return;
  if (members.length > 0) {
    await setTeam(context, { studyId, members: [...members, annotatorId] });
    return;
  }
  const simulated = new Set(listAnnotators(db).flatMap((one) => (one.simulated ? [one.id] : [])));
  const labelers = labelersOf(db, studyId).filter((id) => !simulated.has(id));
  await setTeam(context, { studyId, members: [...labelers, annotatorId], deals: true });
}

/** Takes links back, and shuts out the browsers that they let in. @throws AppError NOT_FOUND */
export async function revoke(
  context: CoreContext,
  { studyId, invitationIds }: { studyId: number; invitationIds: readonly number[] },
): Promise<Invitation[]> {
  const db = dbOf(context);
  const known = new Set(listInvitations(db, getStudy(db, studyId).id).map(({ id }) => id));
  const unknown = invitationIds.find((id) => !known.has(id));
  if (unknown !== undefined) {
    throw new AppError('NOT_FOUND', `The study has no link ${unknown}.`, { field: 'invitationIds' });
  }
  const now = context.now();
  await whenWritable(() =>
    db
      .transaction(() => {
        revokeInvitations(db, invitationIds, now);
        for (const id of shutOut(db, studyId, invitationIds)) endLeases(db, studyId, id, now);
        const details = { invitations: invitationIds };
        writeAudit(db, { at: now, action: 'team.revoke', studyId, details });
      })
      .immediate(),
  );
  context.events.publish({ type: 'study.changed', studyId });
  return invitationsOf(context, studyId);
}

/** Annotators of these links who have no other way in: what waits for them goes to others. */
function shutOut(db: ReadableDb, studyId: number, invitationIds: readonly number[]): number[] {
  const links = listInvitations(db, studyId);
  const isIn = new Set(
    listVisits(db, studyId).flatMap(({ annotatorId, endedAt }) => (endedAt === null ? [annotatorId] : [])),
  );
  const invited = links.filter(({ id }) => invitationIds.includes(id));
  const came = listVisits(db, studyId).filter(({ invitationId }) => invitationIds.includes(invitationId));
  const ids = [...invited, ...came].map(({ annotatorId }) => annotatorId);
  return [...new Set(ids)].filter((id): id is number => id !== null && !isIn.has(id));
}
