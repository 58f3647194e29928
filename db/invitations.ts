import { at, integer, orNull, text } from './columns.ts';
import { of, type RowOf, select, selectValues } from './query.ts';
import type { ReadableDb, WritableDb } from './types.ts';

const invitationColumns = {
  id: integer,
  studyId: integer,
  /** Null: whoever opens the link says who they are. */
  annotatorId: orNull(integer),
  createdAt: text,
  expiresAt: text,
  enrolledAt: orNull(text),
  revokedAt: orNull(text),
};
/** A link to label a study. */
export type InvitationRow = RowOf<typeof invitationColumns>;

const visitColumns = {
  ...of('visit', { id: integer, annotatorId: integer, expiresAt: text, seenAt: text, endedAt: orNull(text) }),
  invitationId: at('visit.invitation_id', integer),
  studyId: at('invitation.study_id', integer),
};
/** A browser that was let in by a link. */
export type VisitRow = RowOf<typeof visitColumns>;

const invitationsOfStudy = select(invitationColumns, 'FROM invitation WHERE study_id = ? ORDER BY id');
const invitationOfToken = select(invitationColumns, 'FROM invitation WHERE token_hash = ?');
const invitationOfId = select(invitationColumns, 'FROM invitation WHERE id = ?');
const fromVisit = 'FROM visit JOIN invitation ON invitation.id = visit.invitation_id';
const visitOfCookie = select(visitColumns, `${fromVisit} WHERE visit.cookie_hash = ?`);
const visitsOfStudy = select(
  visitColumns,
  `${fromVisit} WHERE invitation.study_id = ? ORDER BY visit.annotator_id, visit.id`,
);

const openVisits = selectValues(
  integer,
  'SELECT COUNT(*) FROM visit WHERE id = ? AND ended_at IS NULL AND expires_at > ?',
);

/** Whether a browser is still let in. */
export const isVisitOpen = (db: ReadableDb, id: number, now: string): boolean =>
  openVisits.one(db, id, now) > 0;

export const listInvitations = (db: ReadableDb, studyId: number): InvitationRow[] =>
  invitationsOfStudy.all(db, studyId);

export const findInvitation = (db: ReadableDb, id: number): InvitationRow | undefined =>
  invitationOfId.get(db, id);

export const invitationByToken = (db: ReadableDb, tokenHash: string): InvitationRow | undefined =>
  invitationOfToken.get(db, tokenHash);

export const visitByCookie = (db: ReadableDb, cookieHash: string): VisitRow | undefined =>
  visitOfCookie.get(db, cookieHash);

export const listVisits = (db: ReadableDb, studyId: number): VisitRow[] => visitsOfStudy.all(db, studyId);

type NewInvitation = Pick<InvitationRow, 'studyId' | 'annotatorId' | 'createdAt' | 'expiresAt'> & {
  tokenHash: string;
};

export function insertInvitation(db: WritableDb, invitation: NewInvitation): number {
  const { studyId, annotatorId, tokenHash, createdAt, expiresAt } = invitation;
  const { lastInsertRowid } = db
    .prepare(
      `INSERT INTO invitation (study_id, annotator_id, token_hash, created_at, expires_at)
       VALUES (?, ?, ?, ?, ?)`,
    )
    .run(studyId, annotatorId, tokenHash, createdAt, expiresAt);
  return Number(lastInsertRowid);
}

/** Takes the one use of a link; false where it was taken already. */
export const takeInvitation = (db: WritableDb, id: number, now: string): boolean =>
  db.prepare('UPDATE invitation SET enrolled_at = ? WHERE id = ? AND enrolled_at IS NULL').run(now, id)
    .changes === 1;

/** Ends links, and the visits that began by them. */
export function revokeInvitations(db: WritableDb, ids: readonly number[], now: string): void {
  const end = db.prepare('UPDATE visit SET ended_at = ? WHERE invitation_id = ? AND ended_at IS NULL');
  const revoke = db.prepare('UPDATE invitation SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL');
  for (const id of ids) {
    revoke.run(now, id);
    end.run(now, id);
  }
}

interface NewVisit {
  invitationId: number;
  annotatorId: number;
  cookieHash: string;
  begunAt: string;
  expiresAt: string;
}

export function insertVisit(db: WritableDb, visit: NewVisit): void {
  const { invitationId, annotatorId, cookieHash, begunAt, expiresAt } = visit;
  db.prepare(
    `INSERT INTO visit (invitation_id, annotator_id, cookie_hash, begun_at, expires_at, seen_at)
     VALUES (?, ?, ?, ?, ?, ?)`,
  ).run(invitationId, annotatorId, cookieHash, begunAt, expiresAt, begunAt);
}

export function keepVisitSeen(db: WritableDb, id: number, now: string): void {
  db.prepare('UPDATE visit SET seen_at = ? WHERE id = ?').run(now, id);
}

export function endVisit(db: WritableDb, id: number, now: string): void {
  db.prepare('UPDATE visit SET ended_at = ? WHERE id = ? AND ended_at IS NULL').run(now, id);
}
