import { hash } from 'node:crypto';
import { type BatchItem, iterateBatch } from '../../../db/batches.ts';
import { type PageLabel, pageLabels } from '../../../db/page-labels.ts';
import { responsesOf } from '../../../db/pools.ts';
import type { RankingRow } from '../../../db/rankings.ts';
import { normalizationOf, sameResponses } from '../../../stats/index.ts';
import { matteringStudies } from '../../model/estimate/ranking.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import type { Batch } from '../batch/batch-key.ts';

/** A ranking whose replies are rated on one page. */
export type PagedRanking = RankingRow & { readonly instrument: string };

const asWritten = normalizationOf(undefined);

interface Pages {
  readonly ranking: PagedRanking;
  readonly batches: readonly [Batch, ...Batch[]];
}

/** A reply on a page. Systems that replied alike share one: it is shown once and rated once. */
export interface PageReply {
  readonly systemIds: readonly number[];
  readonly responses: readonly string[];
}

/**
 * The distinct replies of an item in the order in which its page shows them: by the hash of the sealed name of the ranking, the
 * item and the system, so that the order is as good as random, is the same each time, and tells no system.
 */
export function pageReplies(context: CoreContext, { ranking, batches }: Pages, itemId: number): PageReply[] {
  const db = dbOf(context);
  const replies: { systemIds: number[]; responses: string[] }[] = [];
  const placeOf = (systemId: number) => hash('sha256', `${ranking.batchRef}\n${itemId}\n${systemId}`);
  const places = new Map(systemIdsOf(batches).map((id) => [id, placeOf(id)]));
  for (const [systemId] of [...places].sort(([, a], [, b]) => (a < b ? -1 : 1))) {
    const responses = responsesOf(db, itemId, systemId);
    if (responses.length === 0) continue;
    const alike = replies.find((one) => sameResponses(one.responses, responses, asWritten));
    if (alike) alike.systemIds.push(systemId);
    else replies.push({ systemIds: [systemId], responses });
  }
  return replies;
}

/** The two systems of a pair. */
export const systemsOfPair = ({ study }: Batch): [number, number] => [
  study.systemId,
  study.against!.systemId,
];

const systemIdsOf = (batches: readonly Batch[]): number[] => [
  ...new Set(batches.flatMap((batch) => systemsOfPair(batch))),
];

/** A page, and the pairs that have its item in their draw. */
export interface RankingPage extends BatchItem {
  /** The pair by whose reference pages know it. */
  readonly batch: Batch;
  readonly pairs: readonly Batch[];
  /** Systems whose reply is rated at present by whoever labels. */
  readonly rated: ReadonlySet<number>;
  /** Whether a pair that still matters lacks a rating of theirs. */
  readonly isDue: boolean;
}

/**
 * All pages of a ranking for one annotator, in one order that keeps to the order of every pair. An item is on a page once, with the
 * pairs that drew it.
 */
export function pagesOf(context: CoreContext, { ranking, batches }: Pages): RankingPage[] {
  const db = dbOf(context);
  const [{ key }] = batches;
  const { annotatorId, criterionId } = key;
  const { id: rankingId, instrument } = ranking;
  const said = Map.groupBy(
    pageLabels(db, { rankingId, annotatorId, criterionId, instrument }),
    ({ itemId }) => itemId,
  );
  const mattering = matteringStudies(context, ranking);
  const lists = batches.map((batch) => [...iterateBatch(db, batch.key)]);
  return mergedOrder(lists.map((list) => list.map(({ itemId }) => itemId))).map((itemId) => {
    const drawn = batches.flatMap((batch, i) => {
      const item = itemOf(lists[i]!, itemId);
      return item ? [{ batch, item }] : [];
    });
    return pageOf(drawn, said.get(itemId) ?? [], mattering);
  });
}

const indexes = new WeakMap<readonly BatchItem[], ReadonlyMap<number, BatchItem>>();

function itemOf(list: readonly BatchItem[], itemId: number): BatchItem | undefined {
  const index = indexes.get(list) ?? new Map(list.map((item) => [item.itemId, item]));
  indexes.set(list, index);
  return index.get(itemId);
}

function pageOf(
  drawn: readonly { batch: Batch; item: BatchItem }[],
  said: readonly PageLabel[],
  mattering: ReadonlyMap<number, number>,
): RankingPage {
  const newest = new Map(said.map((label) => [label.systemId, label]));
  const present = [...newest.values()].filter(({ kind }) => kind !== 'clear');
  const rated = new Set(present.map(({ systemId }) => systemId));
  const isDue = drawn.some(
    ({ batch }) => mattering.has(batch.study.id) && systemsOfPair(batch).some((id) => !rated.has(id)),
  );
  const isSkipped = present.some(({ kind }) => kind === 'skip');
  const marked = drawn.find(({ item }) => item.laterRank !== null)?.item;
  const { item, batch } = drawn[0]!;
  return {
    ...{ ref: item.ref, itemId: item.itemId },
    labelKind: rated.size === 0 || isDue ? null : isSkipped ? 'skip' : 'score',
    labelId: said.at(-1)?.id ?? null,
    laterRank: marked?.laterRank ?? null,
    laterAfter: marked?.laterAfter ?? 0,
    flagged: drawn.some((one) => one.item.flagged),
    hasNote: drawn.some((one) => one.item.hasNote),
    ...{ batch, rated, isDue, pairs: drawn.map((one) => one.batch) },
  };
}

/**
 * One order of all that stands in several orders, which keeps to each of them where they agree, as orders of one draw do: next comes
 * what stands first wherever it stands at all, and of these what stands earliest in its list.
 */
export function mergedOrder(lists: readonly (readonly number[])[]): number[] {
  const within = new Map<number, number>();
  for (const list of lists) for (const id of list) within.set(id, (within.get(id) ?? 0) + 1);
  const at = lists.map(() => 0);
  const merged: number[] = [];
  const done = new Set<number>();
  while (done.size < within.size) {
    const heads = new Map<number, { count: number; turn: number }>();
    for (const [i, list] of lists.entries()) {
      while (at[i]! < list.length && done.has(list[at[i]!]!)) at[i]! += 1;
      const head = list[at[i]!];
      if (head === undefined) continue;
      const known = heads.get(head);
      heads.set(head, { count: (known?.count ?? 0) + 1, turn: Math.min(known?.turn ?? at[i]!, at[i]!) });
    }
    // Orders that contradict each other, as after another draw of one pair, still give one.
    const ready = [...heads].filter(([id, { count }]) => count === within.get(id));
    const from = ready.length > 0 ? ready : [...heads];
    const [next] = from.reduce((a, b) => (b[1].turn < a[1].turn ? b : a));
    merged.push(next);
    done.add(next);
  }
  return merged;
}

/**
 * Which systems a page asks about: those of the pairs that still matter, and those that are rated already, so that what was said can
 * be seen and changed. Where nothing matters any more and nothing was said, all of its pairs.
 */
export function askedSystems(
  context: CoreContext,
  { ranking }: Pages,
  page: RankingPage,
): ReadonlySet<number> {
  const mattering = matteringStudies(context, ranking);
  const due = page.pairs.filter(({ study }) => mattering.has(study.id)).flatMap(systemsOfPair);
  const asked = new Set([...due, ...page.rated]);
  return asked.size > 0 ? asked : new Set(page.pairs.flatMap(systemsOfPair));
}
