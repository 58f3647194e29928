import { stringify } from 'csv-stringify/sync';
import { ensureAnnotator, listAnnotators } from '../../../db/annotators.ts';
import { writeAudit } from '../../../db/audit.ts';
import { endLeases, leaseMinutesOf } from '../../../db/dealing.ts';
import {
  findInvitation,
  type InvitationRow,
  insertInvitation,
  listInvitations,
  listVisits,
  revokeInvitations,
  type VisitRow,
} from '../../../db/invitations.ts';
import { dropPracticeLeft, putPracticeLeft } from '../../../db/practice.ts';
import { addMember, hasMembers, isMember } from '../../../db/study-members.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { Invitation } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { nameProblem, sameName, tidyName } from '../../../shared/person-name.ts';
import { assignAnew } from '../../design/assignments.ts';
import { handOnShares, isSharedOut } from '../../design/hand-on.ts';
import { linkedStudies, studiesAsked } from '../../estimate/ranking.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { csvCell } from '../../platform/files/csv-cell.ts';
import { whenWritable } from '../../platform/when-writable.ts';
import { isLetIn, shutOut, stateOf } from '../../studies/annotators/shut-out.ts';
import { settlePractice } from '../rounds/practice/pass-practice.ts';
import { memberName, setTeam } from '../team/set-team.ts';
import { hashOfSecret, newSecret } from './secret.ts';

const dayMs = 86_400_000;

export const inDays = (now: string, days: number): string =>
  new Date(Date.parse(now) + days * dayMs).toISOString();

/** Every link to a study, or to the ranking that it is a pair of, in the order they were made. */
export function invitationsOf(context: CoreContext, studyId: number): Invitation[] {
  const db = dbOf(context);
  const visits = Map.groupBy(visitsOf(db, studyId), ({ invitationId }) => invitationId);
  const names = new Map(listAnnotators(db).map(({ id, name }) => [id, name]));
  const now = context.now();
  return linksOf(db, studyId).map((row) => describe(row, visits.get(row.id) ?? [], { names, now }));
}

const linksOf = (db: ReadableDb, studyId: number): InvitationRow[] =>
  linkedStudies(db, studyId)
    .flatMap(({ id }) => listInvitations(db, id))
    .sort((a, b) => a.id - b.id);

/** Browsers that links to a study, or to its whole ranking, let in. */
export const visitsOf = (db: ReadableDb, studyId: number): VisitRow[] =>
  linkedStudies(db, studyId).flatMap(({ id }) => listVisits(db, id));

/** A link as the lead sees it. @param visits browsers that it let in */
function describe(
  row: InvitationRow,
  visits: readonly VisitRow[],
  { names, now }: { names: ReadonlyMap<number, string>; now: string },
): Invitation {
  const { id, annotatorId, createdAt, expiresAt } = row;
  const seen = visits.map(({ seenAt }) => seenAt).sort();
  return {
    id,
    annotator: annotatorId === null ? null : { id: annotatorId, name: names.get(annotatorId) ?? '' },
    createdAt,
    expiresAt,
    state: stateOf(row, now),
    isIn: visits.some((visit) => isLetIn(visit, now)),
    seenAt: seen.at(-1) ?? null,
  };
}

/**
 * Makes a link for one annotator, or an open one; to a pair of a ranking it is one to the whole ranking. The token is given out this once; the project keeps its hash.
 *
 * @throws AppError INVALID_INPUT for what is no name; NOT_FOUND
 */
export async function invite(
  context: CoreContext,
  { studyId, name, days }: { studyId: number; name: string | null; days: number },
): Promise<{ invitation: Invitation; path: string; link: string | null }> {
  const [made] = await makeLinks(context, { studyId, names: [name], days });
  const { id, person, now, ...link } = made!;
  const names = new Map(person === null ? [] : [[person.id, person.name]]);
  return { invitation: describe(findInvitation(dbOf(context), id)!, [], { names, now }), ...link };
}

/**
 * The same for many people at once.
 *
 * @throws AppError INVALID_INPUT naming every name that is none or stands there twice; then no link is made
 */
export async function inviteAll(
  context: CoreContext,
  given: { studyId: number; names: readonly string[]; days: number; url: string | null },
): Promise<{ links: number; csv: string }> {
  const { studyId, days, url } = given;
  const names = given.names.map(tidyName);
  const problems = names.flatMap((name, i) => {
    const problem = nameProblem(name);
    if (problem !== null) return [`line ${i + 1}: ${problem}`];
    const earlier = names.findIndex((other) => sameName(other, name));
    return earlier < i ? [`line ${i + 1}: ${name} stands in line ${earlier + 1}, too.`] : [];
  });
  if (problems.length > 0) {
    throw new AppError('INVALID_INPUT', `No link was made; ${problems.join(' ')}`, {
      field: 'names',
      remedy: 'Give each person once, by a name or a mail address.',
    });
  }
  const made = await makeLinks(context, { studyId, names, days });
  const from = url === null ? '' : new URL(url).origin;
  const rows = made.map(({ person, path, link }) => [csvCell(person!.name), link ?? `${from}${path}`]);
  return { links: made.length, csv: stringify(rows, { header: true, columns: ['name', 'link'] }) };
}

/** Makes links in one act. A link without a name is an open one. */
async function makeLinks(
  context: CoreContext,
  { studyId: asked, names, days }: { studyId: number; names: readonly (string | null)[]; days: number },
) {
  const db = dbOf(context);
  const studies = linkedStudies(db, asked);
  const [{ id: studyId }] = studies;
  const now = context.now();
  const expiresAt = inDays(now, days);
  const made = await whenWritable(() =>
    db
      .transaction(() => {
        const out = shutOut(
          db,
          studies.map(({ id }) => id),
        );
        const links = names.map((name) => {
          const token = newSecret();
          const person = name === null ? null : personFor(context, name);
          for (const one of person ? studies : []) dropPracticeLeft(db, one.id, person!.id);
          const kept = { annotatorId: person?.id ?? null, tokenHash: hashOfSecret(token), createdAt: now };
          const id = insertInvitation(db, { studyId, ...kept, expiresAt });
          const details = { invitation: id, annotator: person?.name ?? null, expiresAt };
          writeAudit(db, { at: now, action: 'team.invite', studyId, details });
          return { id, person, path: `/#${token}` };
        });
        // Who was shut out has a share again.
        const isBack = links.some(({ person }) => person && out.has(person.id));
        if (isBack) for (const study of studies) if (isSharedOut(db, study)) assignAnew(db, study);
        return links;
      })
      .immediate(),
  );
  const people = made.flatMap(({ person }) => (person ? [person.id] : []));
  const hasJoined = people.length > 0 && (await join(context, studyId, people));
  // Practice waits again for members who are invited again; where somebody joined it is settled.
  for (const { id } of hasJoined || people.length === 0 ? [] : studies) await settlePractice(context, id);
  const portal = context.teamDoor.state();
  return made.map((one) => ({ ...one, now, link: portal.isOpen ? `${portal.url}${one.path}` : null }));
}

/** The annotator of that name, added if new. */
function personFor(context: CoreContext, name: string) {
  const person = ensureAnnotator(dbOf(context), name);
  if (!person.simulated) return person;
  throw new AppError('INVALID_INPUT', `"${person.name}" is not a person.`, {
    field: 'name',
    remedy: 'Give the name of a person.',
  });
}

/**
 * Annotators become members, of a ranking of all its pairs, and practice is settled. A study that was open to all is dealt from then
 * on, one item after the other, and those who have labeled it stay its members.
 *
 * @returns whether anybody joined; false where all were members before
 */
export async function join(
  context: CoreContext,
  studyId: number,
  annotatorIds: readonly number[],
): Promise<boolean> {
  const db = dbOf(context);
  const studies = studiesAsked(db, { studyId, wholeRanking: true });
  if (studies.every(({ id }) => annotatorIds.every((one) => isMember(db, id, one)))) return false;
  if (!(await addToDealt(context, studies, annotatorIds))) {
    await setTeam(context, { studyId, wholeRanking: true, joining: annotatorIds });
  }
  return true;
}

/**
 * Where items are dealt one by one nothing is shared out: a newcomer costs the same whatever the sample and the team.
 *
 * @returns whether they are
 */
async function addToDealt(
  context: CoreContext,
  studies: readonly { id: number }[],
  annotatorIds: readonly number[],
): Promise<boolean> {
  const db = dbOf(context);
  const names = new Map(annotatorIds.map((id) => [id, memberName(context, id)]));
  const isDealt = ({ id }: { id: number }) => hasMembers(db, id) && leaseMinutesOf(db, id) !== undefined;
  if (!studies.every(isDealt)) return false;
  const isDone = await whenWritable(() =>
    db
      .transaction(() => {
        if (!studies.every(isDealt)) return false;
        for (const { id: studyId } of studies) {
          for (const annotatorId of annotatorIds) {
            if (isMember(db, studyId, annotatorId)) continue;
            addMember(db, studyId, annotatorId);
            const details = { annotator: names.get(annotatorId) };
            writeAudit(db, { at: context.now(), action: 'team.join', studyId, details });
          }
        }
        return true;
      })
      .immediate(),
  );
  for (const { id } of isDone ? studies : []) await settlePractice(context, id);
  return isDone;
}

/** Takes links back, and shuts out the browsers that they let in. @throws AppError NOT_FOUND */
export async function revoke(
  context: CoreContext,
  { studyId: asked, invitationIds }: { studyId: number; invitationIds: readonly number[] },
): Promise<Invitation[]> {
  const db = dbOf(context);
  const studies = linkedStudies(db, asked);
  const [{ id: studyId }] = studies;
  const known = new Set(linksOf(db, studyId).map(({ id }) => id));
  const unknown = invitationIds.find((id) => !known.has(id));
  if (unknown !== undefined) {
    throw new AppError('NOT_FOUND', `The study has no link ${unknown}.`, { field: 'invitationIds' });
  }
  const now = context.now();
  await whenWritable(() =>
    db
      .transaction(() => {
        revokeInvitations(db, invitationIds, now);
        for (const annotatorId of shutOutBy(db, studyId, invitationIds)) {
          for (const { id } of studies) {
            endLeases(db, id, annotatorId, now);
            putPracticeLeft(db, id, annotatorId, now);
          }
        }
        handOnShares(db, studies);
        const details = { invitations: invitationIds };
        writeAudit(db, { at: now, action: 'team.revoke', studyId, details });
      })
      .immediate(),
  );
  for (const { id } of studies) await settlePractice(context, id);
  return invitationsOf(context, studyId);
}

/** Annotators of these links who have no other way in: what waits for them goes to others. */
function shutOutBy(db: ReadableDb, studyId: number, invitationIds: readonly number[]): number[] {
  const out = shutOut(
    db,
    linkedStudies(db, studyId).map(({ id }) => id),
  );
  const invited = linksOf(db, studyId).filter(({ id }) => invitationIds.includes(id));
  const came = visitsOf(db, studyId).filter(({ invitationId }) => invitationIds.includes(invitationId));
  const ids = new Set([...invited, ...came].map(({ annotatorId }) => annotatorId));
  return [...ids].filter((id): id is number => id !== null && out.has(id));
}
