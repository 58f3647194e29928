import {
  ensureAnnotator,
  findAnnotator,
  importedEvaluation,
  simulatedAnnotators,
} from '../../../db/annotators.ts';
import { listAudit, writeAudit } from '../../../db/audit.ts';
import {
  endVisit,
  type InvitationRow,
  insertVisit,
  invitationByToken,
  keepVisitSeen,
  takeInvitation,
  visitByCookie,
} from '../../../db/invitations.ts';
import type { ReadableDb, WritableDb } from '../../../db/types.ts';
import type { Crowd } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { sameName } from '../../../shared/person-name.ts';
import { linkedStudies } from '../../estimate/ranking.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { whenWritable } from '../../platform/when-writable.ts';
import { isLetIn, stateOf } from '../../studies/annotators/shut-out.ts';
import { hasLeft } from '../team/drop-out.ts';
import { inDays, join } from './invite.ts';
import { hashOfSecret, newSecret, secretOf } from './secret.ts';

/** Who stands at the annotators' door, by the cookie of their browser. */
export interface Visitor {
  readonly visitId: number;
  readonly annotatorId: number;
  /** The study of the link; of a ranking the one that speaks for all its pairs. */
  readonly studyId: number;
  /** The ranking whose queue they label; null where it is one study. */
  readonly rankingId: number | null;
}

/** How long a browser stays let in, in days. */
const visitDays = 30;
/** How often it is written down that somebody is there. */
const seenEveryMs = 60_000;

/** Whom a cookie lets in; null when it is not, or no longer, good in the open project. */
export function visitorOf(context: CoreContext, cookie: string): Visitor | null {
  if (!context.session.project) return null;
  const db = dbOf(context);
  const visit = visitByCookie(db, hashOfSecret(cookie));
  const now = context.now();
  if (!visit || !isLetIn(visit, now)) return null;
  const { id: visitId, annotatorId, studyId, seenAt } = visit;
  if (Date.parse(now) - Date.parse(seenAt) > seenEveryMs) noteSeen(context, visitId, now);
  const { id, rankingId } = linkedStudies(db, studyId)[0];
  return { visitId, annotatorId, studyId: id, rankingId };
}

/** While a long job writes, it is not worth waiting for. */
function noteSeen(context: CoreContext, visitId: number, now: string): void {
  whenWritable(() => keepVisitSeen(dbOf(context), visitId, now), 0).catch(() => {});
}

const linkProblems = {
  used: 'This link has been used already, and works once.',
  expired: 'This link is past its day.',
  revoked: 'This link was revoked.',
} as const;

/** Hears of links that are opened, by the hash of their secret, and throws where that is done too often. */
export interface EntryWatch {
  /** The link lets nobody in, be it no longer or, not `isKnown`, never. */
  failed(link: string, isKnown: boolean): void;
  /** An open link is about to let in somebody new. */
  newcomer(link: string): void;
}

interface Entering {
  readonly token: string;
  /** By which a browser whose answer was lost is known. */
  readonly clientKey?: string | undefined;
  /** Whom an open link is to let in. */
  readonly name?: string | undefined;
  /** Of a person whom a crowd platform sends, whose id of them is the name. */
  readonly crowd?: Crowd | undefined;
  readonly watch: EntryWatch;
}

/**
 * Takes the one use of a link; asked again by the browser that took it, nothing more is taken. An open one is good for as many as come, each under a name that nobody has yet.
 *
 * @returns the value of the cookie that lets this browser in from now on
 * @throws AppError NOT_FOUND for a link that this project did not make; CONFLICT for one that is no longer good, or a name that
 * somebody has; INVALID_INPUT for what is no name
 */
export async function enter(context: CoreContext, asked: Entering): Promise<string> {
  const { token, clientKey, name, crowd, watch } = asked;
  const db = dbOf(context);
  let cookie = clientKey === undefined ? newSecret() : secretOf(token, clientKey);
  const now = context.now();
  const { studyId, annotatorId } = await whenWritable(() =>
    db
      .transaction(() => {
        const known = visitByCookie(db, hashOfSecret(cookie));
        if (known && isLetIn(known, now)) return known;
        if (known) cookie = newSecret();
        const link = goodLink(db, token, now, watch);
        const { id: invitationId, studyId } = link;
        const annotatorId =
          link.annotatorId ??
          (crowd && knownOf(db, link, name)) ??
          newcomer(db, name, () => watch.newcomer(hashOfSecret(token)));
        if (link.annotatorId !== null) takeInvitation(db, invitationId, now);
        const expiresAt = inDays(now, visitDays);
        insertVisit(db, {
          invitationId,
          annotatorId,
          cookieHash: hashOfSecret(cookie),
          begunAt: now,
          expiresAt,
        });
        const details = {
          invitation: invitationId,
          annotatorId,
          ...(crowd && link.annotatorId === null && { crowd }),
        };
        writeAudit(db, { at: now, action: 'team.enter', studyId, details });
        return { studyId, annotatorId };
      })
      .immediate(),
  );
  // Somebody who left may come in to correct their labels, and gets nothing new.
  const hasJoined = !hasLeft(context, studyId, annotatorId) && (await join(context, studyId, [annotatorId]));
  // The lead sees members who come in; where somebody joined it is published already.
  if (!hasJoined) context.events.publish({ type: 'study.changed', studyId });
  return cookie;
}

/**
 * Whom a crowd platform sends again, as on a second device: who came before by the same open link under the platform's id. A name
 * that somebody typed lets nobody else in under it.
 */
function knownOf(
  db: ReadableDb,
  { id, studyId }: InvitationRow,
  name: string | undefined,
): number | undefined {
  const known = name === undefined ? undefined : findAnnotator(db, name);
  if (!known || known.name !== name) return undefined;
  const isThatPerson = listAudit(db, studyId).some(({ action, details }) => {
    if (action !== 'team.enter') return false;
    const { invitation, annotatorId, crowd } = details as Record<string, unknown>;
    return crowd !== undefined && invitation === id && annotatorId === known.id;
  });
  return isThatPerson ? known.id : undefined;
}

function goodLink(db: ReadableDb, token: string, now: string, watch: EntryWatch): InvitationRow {
  const hash = hashOfSecret(token);
  const link = invitationByToken(db, hash);
  if (!link) watch.failed(hash, false);
  if (!link) throw new AppError('NOT_FOUND', 'This link is not known here.', { remedy: askAgain });
  const state = stateOf(link, now);
  if (state !== 'open') watch.failed(hash, true);
  if (state !== 'open') throw new AppError('CONFLICT', linkProblems[state], { remedy: askAgain });
  return link;
}

/** Somebody new: an open link makes nobody somebody else. */
function newcomer(db: WritableDb, name: string | undefined, tell: () => void): number {
  if (name === undefined) {
    throw new AppError('INVALID_INPUT', 'Say who you are.', { field: 'name', remedy: 'Give your name.' });
  }
  if ([importedEvaluation, simulatedAnnotators].some((taken) => sameName(taken, name))) {
    throw new AppError('INVALID_INPUT', 'That is not the name of a person.', {
      field: 'name',
      remedy: 'Give your name.',
    });
  }
  if (!findAnnotator(db, name)) {
    tell();
    return ensureAnnotator(db, name).id;
  }
  throw new AppError('CONFLICT', 'Somebody of that name is here already.', {
    field: 'name',
    remedy: 'Give another name. If that is you, ask for a link of your own.',
  });
}

const askAgain = 'Ask the person who sent it for another link.';

/** Shuts a browser out at its own wish. */
export async function leave(context: CoreContext, { visitId }: Visitor): Promise<void> {
  await whenWritable(() => endVisit(dbOf(context), visitId, context.now()));
}
