import { assignedPosition } from '../../../db/assignments.ts';
import { type BatchItem, batchPosition, findBatchItem, iterateBatch } from '../../../db/batches.ts';
import { firstDrawOf } from '../../../db/draws.ts';
import { lastLaterRank } from '../../../db/marks.ts';
import { practicedPairs } from '../../../db/practice.ts';
import { findRankingOfBatch, getRanking, type RankingRow, studyOfRankingRef } from '../../../db/rankings.ts';
import { hasKnownAnswers } from '../../../db/rounds.ts';
import { sinceWrite } from '../../../db/since-write.ts';
import { comparisonsOfRanking } from '../../../db/studies.ts';
import type { ReadableDb } from '../../../db/types.ts';
import { AppError } from '../../../shared/errors.ts';
import { linkedStudies, matteringStudies, newestOfPairs } from '../../estimate/ranking.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { handedFacts } from '../../studies/annotators/handed-facts.ts';
import { openedBy, sealedRef } from '../../studies/annotators/sealed-ref.ts';
import type { StandIns } from '../assignment/assign-next.ts';
import {
  type Batch,
  batchByRef,
  batchOfStudy,
  batchThatDrew,
  sealedBatchRef,
} from '../assignment/batch-key.ts';
import { pageLayout } from '../assignment/page-layout.ts';
import { openPractice } from '../rounds/practice/pass-practice.ts';
import { type PagedRanking, pagedOf } from './page-replies.ts';
import { itemLists } from './pair-items.ts';
import { pageDrawnBefore, pageOfItem, pageReader, pagesOf, type RankingPage } from './ranking-page.ts';

/** What one person labels in one go: the batch of a study, or those of all pairs of a ranking. */
export interface LabelingSession {
  /** Null for the batch of one study. */
  readonly ranking: RankingRow | null;
  /** The ranking whose pages are shown, each with all replies of an item that are rated; null for items of one or two replies. */
  readonly pages: PagedRanking | null;
  readonly batches: readonly [Batch, ...Batch[]];
  /** What stands among the items and looks like them; undefined where nothing does. */
  readonly among?: Among | undefined;
  /** How many items are to wait for a person whose page fetches them ahead; 1 where none does. */
  readonly holds?: number | undefined;
}

/** Items of another batch that stand among those of a labeling session, and take the place of one when it is dealt. */
export interface Among extends StandIns {
  /** The batch that they are of. */
  readonly batch: Batch;
  /** Those that are there at present. */
  items(): readonly AmongItem[];
}

/** One of them, as it is in its own batch. */
export interface AmongItem extends BatchItem {
  /** The item that it stands before; or after how many items, where that was not kept. */
  readonly place: { readonly studyId: number; readonly itemId: number } | { readonly afterItems: number };
}

/**
 * The labeling session of one batch alone. Where all replies stand on one page, a round of items with known answers and a batch that was
 * handed out are of pages, too; practice is on the pair of its study.
 */
export function labelingSessionOf(context: CoreContext, batch: Batch): LabelingSession {
  const { practiceRound, pageInstrument, rankingId } = batch.study;
  const db = dbOf(context);
  const isOfPages =
    pageInstrument !== null &&
    (practiceRound === undefined ? handedFacts(db) !== undefined : hasKnownAnswers(practiceRound));
  return { ranking: null, pages: isOfPages ? pagedOf(getRanking(db, rankingId!)) : null, batches: [batch] };
}

/** One whose items are pages. */
export interface PagedLabelingSession extends LabelingSession {
  readonly pages: PagedRanking;
}

export const isPaged = (labelingSession: LabelingSession): labelingSession is PagedLabelingSession =>
  labelingSession.pages !== null;

/** An item of a labeling session, and the batch in which it is asked. */
export interface QueueItem extends BatchItem {
  readonly batch: Batch;
}

export const annotatorOfLabelingSession = ({ batches }: LabelingSession): number =>
  batches[0].key.annotatorId;

/**
 * What somebody opens of a ranking: the newest study of each pair; while one of them is in practice, its round, which is
 * practice for all. @throws AppError NOT_FOUND
 */
export function rankingLabelingSession(
  context: CoreContext,
  rankingId: number,
  annotatorId: number,
): LabelingSession {
  const labelingSession = sessionOfPairs(context, rankingId, annotatorId);
  const practiced = practicedPairs(dbOf(context), rankingId);
  for (const { study } of labelingSession.batches) {
    if (!practiced.has(study.id)) continue;
    const practice = openPractice(context, study.id, annotatorId);
    if (practice) return labelingSessionOf(context, practice);
  }
  return labelingSession;
}

/** The batches of all pairs of a ranking for an annotator, whether or not they are in practice. @throws AppError NOT_FOUND */
export function sessionOfPairs(
  context: CoreContext,
  rankingId: number,
  annotatorId: number,
): LabelingSession & { readonly ranking: RankingRow } {
  const db = dbOf(context);
  return sinceWrite(db, `session ${rankingId} ${annotatorId}`, () => {
    const ranking = getRanking(db, rankingId);
    const [first, ...others] = newestOfPairs(comparisonsOfRanking(db, rankingId)).map((study) =>
      batchOfStudy(context, study, annotatorId),
    );
    if (!first) throw new Error(`the ranking ${rankingId} has no pair`);
    return { ranking, pages: pagedOf(ranking), batches: [first, ...others] };
  });
}

/** What a page opened, for whoever opened it. @throws AppError NOT_FOUND */
export function labelingSessionByRef(context: CoreContext, sealed: string): LabelingSession {
  const db = dbOf(context);
  const opened = openedBy(db, 'batch', sealed);
  const ranking = opened && findRankingOfBatch(db, opened.what);
  if (ranking) return rankingLabelingSession(context, ranking.id, opened.annotatorId);
  return labelingSessionOf(context, batchByRef(context, sealed));
}

/** What a page calls a labeling session: it names the annotator who opened it, and nobody else labels by it. */
export function sealedLabelingSessionRef(context: CoreContext, labelingSession: LabelingSession): string {
  const { ranking, batches } = labelingSession;
  if (ranking === null) return sealedBatchRef(context, batches[0]);
  const annotatorId = annotatorOfLabelingSession(labelingSession);
  return sealedRef(dbOf(context), 'batch', { what: ranking.batchRef, annotatorId });
}

/** The batch that an item of a labeling session is asked in. @throws AppError NOT_FOUND */
export function batchOfRef(context: CoreContext, { ranking, batches }: LabelingSession, ref: string): Batch {
  if (ranking === null) return batches[0];
  const studyId = studyOfRankingRef(dbOf(context), ranking.id, ref);
  const batch = batches.find(({ study }) => study.id === studyId);
  if (batch) return batch;
  throw new AppError('NOT_FOUND', 'That item is not among those of this ranking.', { field: 'ref' });
}

/**
 * The items of a labeling session in order: of a ranking the first of each pair, then the second of each, so that the counted labels of
 * all pairs grow evenly, or its pages. What answers several pairs at once, as a written answer does, is asked once, where it first stands.
 * What stands among them is at its place as any other item.
 */
export function* queueOf(context: CoreContext, labelingSession: LabelingSession): Generator<QueueItem> {
  const db = dbOf(context);
  const { batches } = labelingSession;
  const [only, ...others] = batches;
  const among = amongItems(labelingSession);
  if (isPaged(labelingSession)) {
    const pages = pagesOf(context, labelingSession);
    yield* withAmong(pages, among, (place) => indexOfPage(db, labelingSession, pages, place.itemId));
  } else if (others.length > 0) {
    yield* queueOfPairs(db, labelingSession, among);
  } else if (among.length > 0) {
    const items = [...iterateBatch(db, only.key)].map((item) => ({ ...item, batch: only }));
    yield* withAmong(items, among, (place) => indexInBatch(db, only, place.itemId));
  } else {
    for (const item of iterateBatch(db, only.key)) yield { ...item, batch: only };
  }
}

/** Without items among them it is put in order once for all that a request asks of it. */
function queueOfPairs(
  db: ReadableDb,
  { ranking, batches }: LabelingSession,
  among: readonly Placed[],
): readonly QueueItem[] {
  const made = () => asAnswered(withAmong([...turnByTurn(db, batches, among)], among.filter(isLoose)));
  if (among.length > 0 || ranking === null) return made();
  return sinceWrite(db, `queue of pairs ${ranking.id} ${batches[0].key.annotatorId}`, made);
}

interface Placed extends QueueItem {
  readonly place: AmongItem['place'];
}
type Anchor = Extract<AmongItem['place'], { itemId: number }>;

const amongItems = ({ among }: LabelingSession): Placed[] =>
  among?.items().map((item) => ({ ...item, batch: among.batch })) ?? [];

/** What was answered in the order in which it was, then what was put off, then the rest: the pair that an item is of does not show. */
const asAnswered = (queue: readonly QueueItem[]): QueueItem[] =>
  queue.toSorted(
    (a, b) =>
      lastIfNone(a.labelId) - lastIfNone(b.labelId) || lastIfNone(a.laterRank) - lastIfNone(b.laterRank),
  );

const lastIfNone = (number: number | null): number => number ?? Number.MAX_SAFE_INTEGER;

const isLoose = ({ place }: Placed): boolean => 'afterItems' in place;

/** A list with others among its items. @param indexOf the index that each is put at */
function withAmong(
  items: readonly QueueItem[],
  among: readonly Placed[],
  indexOf: (place: Anchor) => number = () => items.length,
): QueueItem[] {
  const placed = among
    .map((item) => {
      const { place } = item;
      return {
        item,
        index: 'afterItems' in place ? Math.min(items.length, place.afterItems) : indexOf(place),
      };
    })
    .sort((a, b) => a.index - b.index);
  const out: QueueItem[] = [...items];
  for (const [i, { item, index }] of placed.entries()) out.splice(index + i, 0, item);
  return out;
}

/** Before which of an annotator's items one would stand, which need not be among them. */
function indexInBatch(db: ReadableDb, { study, key }: Batch, itemId: number): number {
  const order = assignedPosition(db, { ...key, itemId }) ?? firstDrawOf(db, study, itemId);
  return order === undefined ? 0 : batchPosition(db, key, order);
}

/** The same of a page. */
function indexOfPage(
  db: ReadableDb,
  { pages: { id }, batches }: PagedLabelingSession,
  pages: readonly RankingPage[],
  itemId: number,
): number {
  const own = pages.findIndex((page) => page.itemId === itemId);
  if (own >= 0) return own;
  const layout = pageLayout(db, id, batches).map((page) => page.itemId);
  const after = new Set(layout.slice(layout.indexOf(itemId) + 1));
  const next = pages.findIndex((page) => after.has(page.itemId));
  return next < 0 ? pages.length : next;
}

function* turnByTurn(
  db: ReadableDb,
  batches: LabelingSession['batches'],
  among: readonly Placed[],
): Generator<QueueItem> {
  const lists = itemLists(db, batches).map((list, i) => {
    const batch = batches[i]!;
    const items = list.map((item) => ({ ...item, batch }));
    const ofBatch = among.filter(({ place }) => 'studyId' in place && place.studyId === batch.study.id);
    return ofBatch.length === 0
      ? items
      : withAmong(items, ofBatch, ({ itemId }) => indexInBatch(db, batch, itemId));
  });
  const longest = Math.max(...lists.map(({ length }) => length));
  const isShared = isOfSeveralPairs(batches);
  const asked = new Set<string>();
  for (let turn = 0; turn < longest; turn++) {
    for (const list of lists) {
      const item = list[turn];
      if (!item) continue;
      if (isShared) {
        const key = askedKey(item.batch, item);
        if (asked.has(key)) continue;
        asked.add(key);
      }
      yield item;
    }
  }
}

/** Whether one answer may serve several batches: two of them ask about the same. */
const isOfSeveralPairs = (batches: readonly Batch[]): boolean =>
  new Set(batches.map(({ key }) => `${key.systemId} ${key.criterionId} ${key.instrument}`)).size <
  batches.length;

const askedKey = ({ key }: Batch, { itemId }: BatchItem) =>
  `${itemId} ${key.systemId} ${key.criterionId} ${key.instrument}`;

/**
 * Those of a queue that still matter to what a ranking is to find: the items of pairs that have to be decided, first those of the
 * pair that the next labels are most likely to decide. Where nothing is left to decide that is none. Which pairs matter, and which
 * comes first, follows from labels of the past alone.
 */
export function matteringOf(
  context: CoreContext,
  labelingSession: LabelingSession,
  queue: readonly QueueItem[],
): QueueItem[] {
  const { ranking, batches } = labelingSession;
  if (ranking === null) return [...queue];
  if (isPaged(labelingSession))
    return queue.filter((page) => (page as RankingPage).isDue || page.labelKind !== null);
  const mattering = matteringStudies(context, ranking);
  if (labelingSession.among === undefined && !isOfSeveralPairs(batches)) {
    const rateOf = ({ batch }: QueueItem) => mattering.get(batch.study.id);
    return inOrderOfRates(queue, rateOf);
  }
  const rates = new Map<string, number>();
  const lists = itemLists(dbOf(context), batches);
  for (const [i, batch] of batches.entries()) {
    const rate = mattering.get(batch.study.id);
    if (rate === undefined) continue;
    for (const item of lists[i]!) {
      const key = askedKey(batch, item);
      rates.set(key, Math.max(rate, rates.get(key) ?? 0));
    }
  }
  // What stands before an item of a pair matters as much as that pair.
  for (const item of amongItems(labelingSession)) {
    const rate = 'studyId' in item.place ? mattering.get(item.place.studyId) : 0;
    if (rate !== undefined) rates.set(askedKey(item.batch, item), rate);
  }
  return inOrderOfRates(queue, (item) => rates.get(askedKey(item.batch, item)));
}

/** Items that have a rate, the highest first; those of one rate stay in order. */
function inOrderOfRates(
  queue: readonly QueueItem[],
  rateOf: (item: QueueItem) => number | undefined,
): QueueItem[] {
  const byRate = Map.groupBy(queue, rateOf);
  byRate.delete(undefined);
  const rates = [...byRate.keys()].map((rate) => rate!).sort((one, other) => other - one);
  return rates.flatMap((rate) => byRate.get(rate)!);
}

/** Reads items of a labeling session, each in the batch that it is asked in; undefined for what is none of it. */
export function itemReader(
  context: CoreContext,
  labelingSession: LabelingSession,
): (itemId: number, batch: Batch) => BatchItem | undefined {
  if (isPaged(labelingSession)) return pageReader(context, labelingSession);
  return (itemId, batch) => findBatchItem(dbOf(context), batch.key, itemId);
}

/** An item as the newest draw with it has it, for people who have it open still; undefined where no draw has it, and in practice. */
export function itemDrawnBefore(
  context: CoreContext,
  labelingSession: LabelingSession,
  batch: Batch,
  itemId: number,
): BatchItem | undefined {
  if (batch.study.practiceRound !== undefined) return undefined;
  if (isPaged(labelingSession)) return pageDrawnBefore(context, labelingSession, itemId);
  const db = dbOf(context);
  return findBatchItem(db, batchThatDrew(db, batch, itemId).key, itemId);
}

/** The batches that an item stands in: of a page those of all pairs that drew it. */
export function pairsOfItem(
  context: CoreContext,
  labelingSession: LabelingSession,
  batch: Batch,
  itemId: number,
): readonly Batch[] {
  if (!isPaged(labelingSession)) return [batch];
  return pageOfItem(context, labelingSession, itemId)?.pairs ?? [batch];
}

/** The highest rank among the items that the annotator of a labeling session put off, in it or in a pair beside it; 0 when none is. */
export function lastRankIn(context: CoreContext, { batches: [{ study, key }] }: LabelingSession): number {
  const db = dbOf(context);
  const studies = linkedStudies(db, study.id);
  return Math.max(...studies.map(({ id }) => lastLaterRank(db, id, key.annotatorId)));
}
