import { createHmac } from 'node:crypto';
import { assignedPosition, countAssigned } from '../../../../db/assignments.ts';
import { leaseMinutesOf, leaseUntil } from '../../../../db/dealing.ts';
import {
  type CheckRow,
  type DealtCheckRow,
  findQualityPlan,
  listChecks,
  listDealtChecks,
  markCheckDropped,
  putDealtCheck,
} from '../../../../db/quality.ts';
import { hiddenRound } from '../../../../db/rounds.ts';
import { secretKey } from '../../../../db/secret-keys.ts';
import type { StudyRow } from '../../../../db/studies.ts';
import type { ReadableDb } from '../../../../db/types.ts';
import { linkedStudies } from '../../../estimate/ranking.ts';
import { type CoreContext, dbOf } from '../../../platform/context.ts';
import { whenWritable } from '../../../platform/when-writable.ts';
import { knownRatings } from '../../../studies/checks/known-ratings.ts';
import { leaseItem } from '../../assignment/assign-next.ts';
import { batchOfAnnotator, batchOfStudy } from '../../assignment/batch-key.ts';
import { dueSystems } from '../../session/due-systems.ts';
import {
  type Among,
  type AmongItem,
  itemReader,
  type LabelingSession,
  labelingSessionOf,
  type QueueItem,
  queueOf,
} from '../../session/labeling-session.ts';
import { isAsked } from './page-checks.ts';
import { hiddenBatch } from './qualification-batch.ts';

/**
 * The hidden checks of an annotator, which stand among their items. Each takes the place of an item when that is dealt, and the item
 * comes after it: lists, totals and order are those of a batch in which every check is one item more. Which places they take follows
 * from a secret key of the project, the annotator and the item: the seed of the plan is printed in reports. Undefined where a study has none.
 */
export function checksAmong(context: CoreContext, study: StudyRow, annotatorId: number): Among | undefined {
  const db = dbOf(context);
  const batch = hiddenBatch(context, { studyId: study.id, annotatorId });
  if (!batch) return undefined;
  const listed = (): AmongItem[] => {
    const itemOf = itemReader(context, labelingSessionOf(context, batch));
    return listDealtChecks(db, study.id, annotatorId).flatMap((row) => {
      const item = itemOf(row.itemId, batch);
      if (!item || (item.labelKind === null && !isThere(db, row, annotatorId))) return [];
      const { beforeStudyId, beforeItemId, afterItems } = row;
      const place =
        beforeStudyId === null ? { afterItems } : { studyId: beforeStudyId, itemId: beforeItemId! };
      return [{ ...item, place }];
    });
  };
  return {
    batch,
    items: listed,
    waiting: () =>
      listed().flatMap(({ itemId, labelKind, laterRank, place }) => {
        if (labelKind !== null || 'afterItems' in place) return [];
        const drop = () => markCheckDropped(db, study.id, { annotatorId, itemId, isDropped: true });
        const before = batchOfAnnotator(context, place.studyId, annotatorId);
        return [{ batch: before, itemId: place.itemId, isSnoozed: laterRank !== null, drop }];
      }),
    take(_, { batch: before, itemId }) {
      const dice = diceOf(db, study, annotatorId);
      if (!dice) return false;
      const isDue =
        dice.places === null
          ? dice.at(itemId) < dice.rate
          : isPlaceDue(dice.places, {
              answered: countGiven(db, study, annotatorId),
              had: listDealtChecks(db, study.id, annotatorId).length,
            });
      return isDue && putBefore(context, study, annotatorId, { studyId: before.study.id, itemId });
    },
  };
}

/**
 * Whether a check that is not answered stands on the list: one that was dealt until it is dropped, and one that was laid out with a
 * share as long as its item is there.
 */
function isThere(db: ReadableDb, row: DealtCheckRow, annotatorId: number): boolean {
  const { beforeStudyId: studyId, beforeItemId: itemId, isDropped } = row;
  if (studyId === null || itemId === null) return true;
  const before = { studyId, annotatorId, itemId };
  if (leaseMinutesOf(db, studyId) !== undefined) return !isDropped && leaseUntil(db, before) !== undefined;
  return assignedPosition(db, before) !== undefined;
}

/**
 * Gives an annotator a check before an item. Items that were drawn since are no checks any longer. Call it inside a transaction.
 *
 * @returns whether one was given: there may be none left, or one there already
 */
function putBefore(
  context: CoreContext,
  study: StudyRow,
  annotatorId: number,
  { studyId, itemId }: { studyId: number; itemId: number },
): boolean {
  const db = dbOf(context);
  const had = listDealtChecks(db, study.id, annotatorId);
  if (had.some((one) => one.beforeItemId === itemId && one.beforeStudyId === studyId)) return false;
  const seen = new Set(had.map((one) => one.itemId));
  const looksRight = looksLikeOthers(context, study, annotatorId);
  const next = listChecks(db, study.id).find(
    (check) =>
      check.round === hiddenRound &&
      !seen.has(check.itemId) &&
      !isAsked(db, study, check.itemId) &&
      looksRight(check),
  );
  if (!next) return false;
  putDealtCheck(db, study.id, {
    ...{ annotatorId, itemId: next.itemId },
    ...{ beforeStudyId: studyId, beforeItemId: itemId },
  });
  return true;
}

/** A number from 0 up to 1 for each place that a check could take; null in a study without a plan. */
function diceOf(db: ReadableDb, study: StudyRow, annotatorId: number) {
  const known = findQualityPlan(db, study.id);
  if (!known) return null;
  const { checkRate: rate, checksEach, completion } = known.plan;
  const key = secretKey(db, 'checks');
  const numberOf = (name: string): number =>
    createHmac('sha256', key).update(`${study.id}.${annotatorId}.${name}`).digest().readUIntBE(0, 6) /
    2 ** 48;
  const places =
    checksEach === null || !completion?.items
      ? null
      : fixedPlaces(checksEach, completion.items - checksEach, (j) => numberOf(`place ${j}`));
  return { at: (itemId: number) => numberOf(`${itemId}`), rate, places };
}

/**
 * Before which of a person's own items hidden checks stand that are guaranteed, from 0, in order: the first among the first ten items
 * that they meet, the last within the last tenth, the others one in each equal stretch between.
 *
 * @param checks how many, at least 1
 * @param items how many of their own, at least as many
 * @param chance a number in [0, 1) for each check, which nobody can tell in advance
 */
export function fixedPlaces(checks: number, items: number, chance: (check: number) => number): number[] {
  const last = Math.max(items - Math.ceil(items / 10), Math.floor(((checks - 1) * items) / checks));
  return Array.from({ length: checks }, (_, j) => {
    const from = j === 0 ? 0 : j === checks - 1 ? last : Math.floor((j * items) / checks);
    const to = Math.floor(((j + 1) * items) / checks);
    const end = j === 0 ? Math.min(10, to) : to;
    return from + Math.floor(chance(j) * Math.max(1, end - from));
  });
}

/** Whether the next check that somebody has coming is due once they were given so many items. */
const isPlaceDue = (
  places: readonly number[],
  { answered, had }: { answered: number; had: number },
): boolean => answered >= (places[had] ?? Number.POSITIVE_INFINITY);

/** How many items of a study, or of the pairs of its ranking, were given to an annotator; a page counts once. */
function countGiven(db: ReadableDb, study: StudyRow, annotatorId: number): number {
  const counts = linkedStudies(db, study.id).map(({ id }) => countAssigned(db, id, annotatorId));
  return study.pageInstrument === null ? counts.reduce((sum, count) => sum + count, 0) : Math.max(...counts);
}

/** Whether the page of a check asks about nothing that other pages do not ask about at the time. */
function looksLikeOthers(
  context: CoreContext,
  study: StudyRow,
  annotatorId: number,
): (check: CheckRow) => boolean {
  const hidden = hiddenBatch(context, { studyId: study.id, annotatorId });
  const pages = hidden && labelingSessionOf(context, hidden).pages;
  if (!pages) return () => true;
  const all = linkedStudies(dbOf(context), study.id).map((pair) => batchOfStudy(context, pair, annotatorId));
  const due = dueSystems(context, pages, all[0]!).of(0, all);
  return ({ expected }) => [...knownRatings(expected).keys()].some((systemId) => due.has(systemId));
}

/**
 * Lays checks out among the items of an annotator's share: as many as the rate of the plan makes of it, whichever they are, so that
 * totals do not tell where they stand. They go before items that are not answered. What is dealt gets its checks as it is dealt.
 */
export async function layChecks(
  context: CoreContext,
  labelingSession: LabelingSession,
  study: StudyRow,
): Promise<void> {
  const db = dbOf(context);
  const { annotatorId } = labelingSession.batches[0].key;
  const find = () => placesToLay(context, labelingSession, study);
  if (find().length === 0) return;
  await whenWritable(() =>
    db
      .transaction(() => {
        for (const { batch, itemId } of find()) {
          putBefore(context, study, annotatorId, { studyId: batch.study.id, itemId });
        }
      })
      .immediate(),
  );
}

/** Before which items of a share a check is to be laid. */
function placesToLay(context: CoreContext, labelingSession: LabelingSession, study: StudyRow): QueueItem[] {
  const db = dbOf(context);
  const { annotatorId } = labelingSession.batches[0].key;
  const dice = diceOf(db, study, annotatorId);
  if (!dice) return [];
  const share = [...queueOf(context, { ...labelingSession, among: undefined })].filter(
    ({ batch }) => leaseMinutesOf(db, batch.study.id) === undefined,
  );
  const nameOf = (studyId: number | null, itemId: number | null) => `${studyId} ${itemId}`;
  const had = new Set(
    listDealtChecks(db, study.id, annotatorId).map((one) => nameOf(one.beforeStudyId, one.beforeItemId)),
  );
  const isTaken = ({ batch, itemId }: QueueItem) => had.has(nameOf(batch.study.id, itemId));
  const isFree = (item: QueueItem) => item.labelKind === null && !isTaken(item);
  const missing =
    (dice.places?.length ?? Math.round(dice.rate * share.length)) - share.filter(isTaken).length;
  const fixed = new Set<QueueItem>();
  for (const place of dice.places ?? []) {
    const isOpen = (one: QueueItem) => isFree(one) && !fixed.has(one);
    // Where the place is taken or answered, or beyond a share that is shorter, the next one that is free, else the last.
    const item = share.slice(place).find(isOpen) ?? share.findLast(isOpen);
    if (item) fixed.add(item);
  }
  return (
    dice.places ? [...fixed] : share.filter(isFree).sort((a, b) => dice.at(a.itemId) - dice.at(b.itemId))
  ).slice(0, Math.max(0, missing));
}

/** Puts a check back that went away while somebody was at work on it, as an item goes back to an annotator who answers it late. */
export async function renewCheck(
  context: CoreContext,
  study: StudyRow,
  { annotatorId, itemId }: { annotatorId: number; itemId: number },
): Promise<void> {
  const db = dbOf(context);
  const row = listDealtChecks(db, study.id, annotatorId).find((one) => one.itemId === itemId);
  if (!row || row.beforeStudyId === null) return;
  const { beforeStudyId, beforeItemId } = row;
  await whenWritable(() =>
    db
      .transaction(() => {
        markCheckDropped(db, study.id, { annotatorId, itemId, isDropped: false });
        const before = batchOfAnnotator(context, beforeStudyId, annotatorId);
        leaseItem(db, before, beforeItemId!, context.now());
      })
      .immediate(),
  );
}
