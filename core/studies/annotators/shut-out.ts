import { type InvitationRow, listInvitations, listVisits, type VisitRow } from '../../../db/invitations.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { Invitation } from '../../../shared/contract/index.ts';

export const isLetIn = (
  { endedAt, expiresAt }: Pick<VisitRow, 'endedAt' | 'expiresAt'>,
  now: string,
): boolean => endedAt === null && expiresAt > now;

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
 * Annotators whose links were taken back, and who had no other way in at the last time, nor got one since.
 *
 * @param studyIds a study, or all pairs of a ranking
 */
export function shutOut(db: ReadableDb, studyIds: readonly number[]): ReadonlySet<number> {
  const links = studyIds.flatMap((id) => listInvitations(db, id));
  const visits = studyIds.flatMap((id) => listVisits(db, id));
  const takenBack = new Map(
    links.flatMap(({ id, revokedAt }) => (revokedAt === null ? [] : [[id, revokedAt] as const])),
  );
  const ways = [
    ...links.map((link) => ({
      ...link,
      linkId: link.id,
      isGood: (at: string) => stateOf(link, at) === 'open',
    })),
    ...visits.map((visit) => ({
      ...visit,
      linkId: visit.invitationId,
      isGood: (at: string) => isLetIn(visit, at),
    })),
  ];
  const out = [...Map.groupBy(ways, ({ annotatorId }) => annotatorId)].flatMap(([annotatorId, own]) => {
    const at = own
      .flatMap(({ linkId }) => takenBack.get(linkId) ?? [])
      .sort()
      .at(-1);
    const isOut = at !== undefined && !own.some(({ isGood }) => isGood(at));
    return isOut && annotatorId !== null ? [annotatorId] : [];
  });
  return new Set(out);
}
