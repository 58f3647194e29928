import { type BatchItem, findBatchItem, iterateBatch } from '../../../db/batches.ts';
import { leaseMinutesOf } from '../../../db/dealing.ts';
import { newestOf } from '../../../db/labels.ts';
import {
  listAssignedItems,
  listAssignedPairs,
  listPageMarks,
  type PageLabel,
} from '../../../db/page-labels.ts';
import { sinceWrite } from '../../../db/since-write.ts';
import type { ReadableDb } from '../../../db/types.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { systemsOnPage } from '../../studies/label-key.ts';
import { type Batch, batchThatDrew } from '../assignment/batch-key.ts';
import { mergedOrder, pageLayout } from '../assignment/page-layout.ts';
import { type AssignedPage, assignedPages } from './assigned-pages.ts';
import { dueSystems, systemsOfPair } from './due-systems.ts';
import type { PagedRanking } from './page-replies.ts';
import { nothingSaid, type SaidOnPage, saidOnPages, withLabel } from './said-on-pages.ts';

interface Pages {
  readonly pages: PagedRanking;
  readonly batches: readonly [Batch, ...Batch[]];
}

/** A page, and the pairs that have its item in their draw. */
export interface RankingPage extends BatchItem {
  /** The pair by whose reference pages know it. */
  readonly batch: Batch;
  readonly pairs: readonly Batch[];
  /** Systems whose reply has to be rated. */
  readonly due: ReadonlySet<number>;
  /** Systems whose reply is rated at present by whoever labels. */
  readonly rated: ReadonlySet<number>;
  /** Whether a reply that has to be rated is not. */
  readonly isDue: boolean;
}

/**
 * All pages of a ranking for one annotator, in one order that keeps to the order of every pair. An item is on a page once, with the
 * pairs that drew it.
 */
export function pagesOf(context: CoreContext, labelingSession: Pages): readonly RankingPage[] {
  const { batches } = labelingSession;
  const [{ key }] = batches;
  if (key.practiceRound !== null) {
    const read = pageReader(context, labelingSession);
    return [...iterateBatch(dbOf(context), key)].map(({ itemId }) => read(itemId)!);
  }
  const laidOut = [...pagesLaidOut(context, labelingSession).values()];
  const db = dbOf(context);
  const isOwnOrder = key.isAssigned && batches.some(({ study }) => study.shuffle && !isDealt(db, study.id));
  return isOwnOrder ? inOwnOrder(db, batches, laidOut) : laidOut;
}

const isDealt = (db: ReadableDb, studyId: number): boolean => leaseMinutesOf(db, studyId) !== undefined;

/** The pages of somebody who meets the items of each block in an order of their own. */
function inOwnOrder(
  db: ReadableDb,
  batches: readonly Batch[],
  pages: readonly RankingPage[],
): readonly RankingPage[] {
  const pageOfItem = new Map(pages.map((page) => [page.itemId, page]));
  const lists = batches.map(({ key }) =>
    listAssignedItems(db, key).filter((itemId) => pageOfItem.has(itemId)),
  );
  return mergedOrder(lists).map((itemId) => pageOfItem.get(itemId)!);
}

/** Pages in the order of the draws. Nothing is read once for each pair. */
function pagesLaidOut(context: CoreContext, { pages, batches }: Pages): ReadonlyMap<number, RankingPage> {
  const db = dbOf(context);
  const [first] = batches;
  const { annotatorId, isAssigned } = first.key;
  const dueOf = dueSystems(context, pages, first);
  const key = `pages ${pages.id} ${annotatorId} ${isAssigned} ${dueOf.signature}`;
  return sinceWrite(db, key, () => {
    const layout = pageLayout(db, pages.id, batches);
    const said = saidOnPages(db, pages, first.key, layout.length);
    const marks = Map.groupBy(
      listPageMarks(db, { rankingId: pages.id, annotatorId }),
      ({ itemId }) => itemId,
    );
    const whose = { rankingId: pages.id, annotatorId };
    const assigned = isAssigned ? assignedPages(db, pages, annotatorId) : null;
    const batchesAt = new Map<readonly number[], readonly Batch[]>();
    const pairsOf = (places: readonly number[]) => {
      const pairs = batchesAt.get(places) ?? places.map((place) => batches[place]!);
      batchesAt.set(places, pairs);
      return pairs;
    };
    const all = layout.flatMap(({ itemId, ref, pairs: places }): RankingPage[] => {
      const drawn = pairsOf(places);
      const found = assigned?.get(itemId);
      if (assigned && found === undefined) return [];
      const pairs = found === undefined ? drawn : pairsAssigned(db, { ...whose, itemId }, drawn, found);
      const [batch] = pairs;
      if (!batch) return [];
      const own = batch === drawn[0] ? ref : findBatchItem(db, batch.key, itemId)!.ref;
      const due = dueOf.of(itemId, pairs);
      return [pageOf({ itemId, ref: own, batch, pairs, due }, said.get(itemId), marks.get(itemId) ?? [])];
    });
    return new Map(all.map((page) => [page.itemId, page]));
  });
}

/** Of the pairs that drew an item those in which it is assigned: as a rule all of them. */
function pairsAssigned(
  db: ReadableDb,
  at: { rankingId: number; annotatorId: number; itemId: number },
  drawn: readonly Batch[],
  found: AssignedPage,
): readonly Batch[] {
  if (found === drawn.length) return drawn;
  const studies = typeof found === 'number' ? new Set(listAssignedPairs(db, at)) : found;
  const pairs = drawn.filter(({ study }) => studies.has(study.id));
  return pairs.length === drawn.length ? drawn : pairs;
}

/** Reads one page after the other of a labeling session; undefined for an item that is on none. */
export function pageReader(
  context: CoreContext,
  labelingSession: Pages,
): (itemId: number) => RankingPage | undefined {
  const { batches } = labelingSession;
  const isRound = batches[0].key.practiceRound !== null;
  if (!dbOf(context).inTransaction && !isRound) {
    const laidOut = pagesLaidOut(context, labelingSession);
    return (itemId) => laidOut.get(itemId);
  }
  const read = singlePages(context, labelingSession);
  return (itemId) => read(itemId, batches);
}

/** A page as the newest draw with its item has it, for people who have it open still; undefined where no draw has it. */
export const pageDrawnBefore = (
  context: CoreContext,
  labelingSession: Pages,
  itemId: number,
): RankingPage | undefined =>
  singlePages(context, labelingSession)(
    itemId,
    labelingSession.batches.map((batch) => batchThatDrew(dbOf(context), batch, itemId)),
  );

/** The page of an item, in the present draw or else in the newest that has it. */
export const pageOfItem = (
  context: CoreContext,
  labelingSession: Pages,
  itemId: number,
): RankingPage | undefined =>
  pageReader(context, labelingSession)(itemId) ?? pageDrawnBefore(context, labelingSession, itemId);

/** Reads pages by themselves, each in those batches that drew its item. */
function singlePages(
  context: CoreContext,
  { pages, batches: [first] }: Pages,
): (itemId: number, batches: readonly Batch[]) => RankingPage | undefined {
  const db = dbOf(context);
  const dueOf = dueSystems(context, pages, first);
  const systems = systemsOnPage(pages.instrument);
  const { annotatorId, criterionId, instrument } = first.key;
  return (itemId, batches) => {
    const drawn = batches.flatMap((batch) => {
      const item = findBatchItem(db, batch.key, itemId);
      return item ? [{ batch, item }] : [];
    });
    const [head] = drawn;
    if (!head) return undefined;
    const labels = systems.flatMap((systemId): PageLabel[] => {
      const label = newestOf(db, { itemId, systemId, criterionId, instrument }, annotatorId);
      return label ? [{ id: label.id, itemId, systemId, kind: label.content.kind }] : [];
    });
    const pairs = drawn.map(({ batch }) => batch);
    const at = { itemId, ref: head.item.ref, batch: head.batch, pairs, due: dueOf.of(itemId, pairs) };
    const marks = drawn.map(({ item }) => item);
    return pageOf(at, labels.reduce(withLabel, undefined as SaidOnPage | undefined), marks);
  };
}

type Mark = Pick<BatchItem, 'laterRank' | 'laterAfter' | 'flagged' | 'hasNote'>;

function pageOf(
  at: Pick<RankingPage, 'itemId' | 'ref' | 'batch' | 'pairs' | 'due'>,
  { rated, skipped, newestId }: SaidOnPage = nothingSaid,
  marks: readonly Mark[],
): RankingPage {
  let isDue = false;
  for (const id of at.due) if (!rated.has(id)) isDue = true;
  const later = marks.find(({ laterRank }) => laterRank !== null);
  return {
    ...at,
    labelKind: rated.size === 0 || isDue ? null : skipped.size > 0 ? 'skip' : 'score',
    labelId: newestId,
    laterRank: later?.laterRank ?? null,
    laterAfter: later?.laterAfter ?? 0,
    flagged: marks.some((one) => one.flagged),
    hasNote: marks.some((one) => one.hasNote),
    ...{ rated, isDue },
  };
}

/**
 * Which systems a page asks about: those whose reply has to be rated, and those that are rated already, so that what was said can
 * be seen and changed. Where that is none, all of its pairs.
 */
export function askedSystems({ due, rated, pairs }: RankingPage): ReadonlySet<number> {
  const asked = new Set([...due, ...rated]);
  return asked.size > 0 ? asked : new Set(pairs.flatMap(({ study }) => systemsOfPair(study)));
}
