import {
  type Assignment,
  type Begun,
  dropAssignment,
  listAssignments,
  listBegun,
  replaceAssignments,
} from '../../db/assignments.ts';
import { leaseMinutesOf, leaseUntil, putLease, setDealing } from '../../db/dealing.ts';
import { listDraws } from '../../db/draws.ts';
import { putQualityPlan } from '../../db/quality.ts';
import { getStudy, type StudyRow, updateStudyTeam } from '../../db/studies.ts';
import { listMembers, replaceMembers } from '../../db/study-members.ts';
import type { ReadableDb, WritableDb } from '../../db/types.ts';
import { QualityPlanSchema } from '../../shared/contract/quality.ts';
import { asksThirdVote } from '../estimate/third-vote.ts';
import { barredFrom, excludedFrom, outOf } from '../estimate/who-is-out.ts';
import { labelKeyFor } from '../studies/label-key.ts';
import { assignItems, assignPages, type OpenItem, positionOf } from './assign.ts';

/** Keeps assignments apart from the draw and the sides, which use the study's seed too. */
const assignmentStream = 0x7ea3_7ea3;

/**
 * Makes a study's assignments anew, after its members or overlap changed: each item of the draw goes to as many members
 * as the overlap asks for. Items begun stay with who began them. Call it inside a transaction.
 */
export const assignAnew = (db: WritableDb, study: StudyRow): void => assign(db, study, []);

/**
 * Adds assignments for the items that a longer or new draw brings, and for those of members who are out by now; those that stand are
 * kept.
 */
export const extendAssignments = (db: WritableDb, study: StudyRow): void =>
  assign(db, study, listAssignments(db, study.id));

/**
 * Gives a study the team of another, but for whom that excluded or who did not qualify: who labels it, how many each item, and how their labels become one
 * value. Call it inside a transaction.
 */
export function takeTeam(db: WritableDb, from: StudyRow, study: StudyRow): void {
  updateStudyTeam(db, study.id, from);
  if (asksThirdVote(db, from)) {
    const plan = QualityPlanSchema.parse({ thirdVote: true });
    putQualityPlan(db, study.id, { plan, seed: study.seed });
  }
  setDealing(db, study.id, leaseMinutesOf(db, from.id) ?? null);
  const out = barredFrom(db, from);
  replaceMembers(
    db,
    study.id,
    listMembers(db, from.id).filter((annotatorId) => !out.has(annotatorId)),
  );
  assignAnew(db, getStudy(db, study.id));
}

/**
 * Takes items off the lists of members whose labels they no longer need, as others' were taken over. What somebody has begun stays
 * theirs; where items are dealt, it is seen to when somebody asks. Call it inside a transaction.
 *
 * @param itemIds of the items whose labels were taken over
 */
export function unassignTakenOver(db: WritableDb, study: StudyRow, itemIds: readonly number[]): void {
  if (itemIds.length === 0 || leaseMinutesOf(db, study.id) !== undefined) return;
  const { id: studyId, generation, overlap } = study;
  const taken = new Set(itemIds);
  const begun = Map.groupBy(
    listBegun(db, { studyId, generation }, labelKeyFor(study, 0)),
    (one) => one.itemId,
  );
  const isOut = outOf(db, study);
  const assigned = listAssignments(db, studyId).filter(
    ({ itemId, annotatorId }) => taken.has(itemId) && !isOut.has(annotatorId),
  );
  for (const [itemId, holders] of Map.groupBy(assigned, (one) => one.itemId)) {
    const started = begun.get(itemId) ?? [];
    const isWhole = started.some(({ state }) => state === 'whole');
    const ids = new Set(started.map(({ annotatorId }) => annotatorId));
    const open = holders.filter(({ annotatorId }) => !ids.has(annotatorId));
    const missing = isWhole ? 0 : Math.max(0, overlap - ids.size);
    for (const { annotatorId } of open.slice(missing)) dropAssignment(db, studyId, annotatorId, itemId);
  }
}

function assign(db: WritableDb, study: StudyRow, given: readonly Assignment[]): void {
  const excluded = excludedFrom(db, study);
  const isOut = outOf(db, study);
  const everybody = listMembers(db, study.id);
  const members = everybody.filter((one) => !isOut.has(one));
  const isDealt = leaseMinutesOf(db, study.id) !== undefined;
  // What was dealt stays; what was not is dealt when somebody asks.
  const standing = isDealt ? dealtSoFar(db, study.id) : given;
  const seed = (study.seed ^ assignmentStream) >>> 0;
  const items = openItems(db, study, members, standing);
  const before = isDealt ? standing : listAssignments(db, study.id);
  const out = everybody.filter((one) => excluded.has(one));
  const ownOf = Map.groupBy(
    before.filter(({ annotatorId }) => out.includes(annotatorId)),
    ({ itemId }) => itemId,
  );
  const kept =
    everybody.length === 0
      ? []
      : items.flatMap(({ kept: holders, itemId, order }) => {
          const own = (ownOf.get(itemId) ?? []).map(({ annotatorId }) => annotatorId);
          return [...new Set([...holders, ...own])].map((annotatorId) => ({ annotatorId, itemId, order }));
        });
  const share = study.pageInstrument === null ? assignItems : assignPages;
  const rows = isDealt ? kept : [...kept, ...share(items, members, seed)];
  if (!isDealt) noteOnPages(db, study, before, rows);
  replaceAssignments(
    db,
    study.id,
    rows.map(({ annotatorId, itemId, order }) => ({
      annotatorId,
      itemId,
      position: positionOf(order, annotatorId, seed, study.shuffle && !isDealt),
    })),
  );
}

/** So many answers a page takes without a connection. */
export const mostAhead = 10;
/** Until when an item waits for somebody who has it no longer. */
const longAgo = '1970-01-01T00:00:00.000Z';

/**
 * Keeps which items a page may have fetched that are its annotator's no longer: a late answer is kept, as where items are dealt.
 *
 * @param before what was shared out, by annotator and in the order in which each meets it
 */
function noteOnPages(
  db: WritableDb,
  study: StudyRow,
  before: readonly Assignment[],
  rows: readonly Omit<Assignment, 'position'>[],
): void {
  const { id: studyId, generation } = study;
  const nameOf = ({ annotatorId, itemId }: Omit<Assignment, 'position'>) => `${annotatorId} ${itemId}`;
  // What was shared out may be of the draw before this one.
  const begun = [generation, generation - 1].flatMap((one) =>
    listBegun(db, { studyId, generation: one }, labelKeyFor(study, 0)),
  );
  const said = new Set(begun.filter(({ state }) => state !== 'marked').map(nameOf));
  const standing = new Set(rows.map(nameOf));
  const open = before.filter((one) => !said.has(nameOf(one)));
  for (const own of Map.groupBy(open, ({ annotatorId }) => annotatorId).values()) {
    for (const one of own.slice(0, mostAhead)) {
      const { annotatorId, itemId } = one;
      if (standing.has(nameOf(one)) || leaseUntil(db, { studyId, annotatorId, itemId }) !== undefined)
        continue;
      putLease(db, { studyId, annotatorId, itemId }, longAgo);
    }
  }
}

/** Of a study that was shared out before it was dealt, the shares fall away. */
const dealtSoFar = (db: ReadableDb, studyId: number): Assignment[] =>
  listAssignments(db, studyId).filter(
    ({ annotatorId, itemId }) => leaseUntil(db, { studyId, annotatorId, itemId }) !== undefined,
  );

/**
 * The items of the draw in order, with who keeps each: those who labeled it, members who began it or stand for it.
 * An item with a whole evaluation needs nobody.
 */
function openItems(
  db: WritableDb,
  study: StudyRow,
  members: readonly number[],
  standing: readonly Assignment[],
): OpenItem[] {
  const begunOf = Map.groupBy(
    listBegun(db, { studyId: study.id, generation: study.generation }, labelKeyFor(study, 0)),
    ({ itemId }) => itemId,
  );
  const standingOf = Map.groupBy(standing, ({ itemId }) => itemId);
  const firstOrder = new Map<number, number>();
  for (const { itemId, order } of listDraws(db, study.id, study.generation)) {
    if (!firstOrder.has(itemId)) firstOrder.set(itemId, order);
  }
  return [...firstOrder].map(([itemId, order]) => {
    const begun = begunOf.get(itemId) ?? [];
    if (begun.some(({ state }) => state === 'whole')) return { itemId, order, kept: [], missing: 0 };
    const idsIn = (state: Begun['state']) =>
      begun.filter((one) => one.state === state).map(({ annotatorId }) => annotatorId);
    const holding = [...begun, ...(standingOf.get(itemId) ?? [])]
      .map(({ annotatorId }) => annotatorId)
      .filter((annotatorId) => members.includes(annotatorId));
    const counted = new Set([...idsIn('spoken'), ...holding]);
    // Who took a label back may restore it, member or not.
    const kept = new Set([...counted, ...idsIn('cleared')]);
    return { itemId, order, kept: [...kept], missing: Math.max(0, study.overlap - counted.size) };
  });
}
