import { type BatchItem, findBatchItem, iterateBatch } from '../../../db/batches.ts';
import { newestOf } from '../../../db/labels.ts';
import { type PageLabel, pageLabels } from '../../../db/page-labels.ts';
import { systemsOnPage } from '../../model/study/label-key.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import type { Batch } from '../batch/batch-key.ts';
import { dueSystems, systemsOfPair } from './due-systems.ts';
import type { PagedRanking } from './page-replies.ts';

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
export function pagesOf(context: CoreContext, sitting: Pages): RankingPage[] {
  const db = dbOf(context);
  const { pages, batches } = sitting;
  const [{ key }] = batches;
  if (key.practiceRound !== null) {
    const read = pageReader(context, sitting);
    return [...iterateBatch(db, key)].map(({ itemId }) => read(itemId)!);
  }
  const { annotatorId, criterionId, instrument } = key;
  const all = pageLabels(db, { rankingId: pages.id, annotatorId, criterionId, instrument });
  const said = Map.groupBy(all, ({ itemId }) => itemId);
  const dueOf = dueSystems(context, pages, batches[0]);
  const lists = batches.map((batch) => [...iterateBatch(db, batch.key)]);
  return mergedOrder(lists.map((list) => list.map(({ itemId }) => itemId))).map((itemId) => {
    const drawn = batches.flatMap((batch, i) => {
      const item = itemOf(lists[i]!, itemId);
      return item ? [{ batch, item }] : [];
    });
    const pairs = drawn.map(({ batch }) => batch);
    return pageOf(drawn, said.get(itemId) ?? [], dueOf(itemId, pairs));
  });
}

/** Reads one page after the other of a sitting; undefined for an item that is on none. */
export function pageReader(context: CoreContext, { pages, batches }: Pages) {
  const db = dbOf(context);
  const dueOf = dueSystems(context, pages, batches[0]);
  const systems = systemsOnPage(pages.instrument);
  const { annotatorId, criterionId, instrument } = batches[0].key;
  return (itemId: number): RankingPage | undefined => {
    const drawn = batches.flatMap((batch) => {
      const item = findBatchItem(db, batch.key, itemId);
      return item ? [{ batch, item }] : [];
    });
    if (drawn.length === 0) return undefined;
    const said = systems.flatMap((systemId): PageLabel[] => {
      const label = newestOf(db, { itemId, systemId, criterionId, instrument }, annotatorId);
      return label ? [{ id: label.id, itemId, systemId, kind: label.content.kind }] : [];
    });
    const pairs = drawn.map(({ batch }) => batch);
    return pageOf(
      drawn,
      said.sort((a, b) => a.id - b.id),
      dueOf(itemId, pairs),
    );
  };
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
  due: ReadonlySet<number>,
): RankingPage {
  const newest = new Map(said.map((label) => [label.systemId, label]));
  const present = [...newest.values()].filter(({ kind }) => kind !== 'clear');
  const rated = new Set(present.map(({ systemId }) => systemId));
  const isDue = [...due].some((id) => !rated.has(id));
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
    ...{ batch, due, rated, isDue, pairs: drawn.map((one) => one.batch) },
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
 * Which systems a page asks about: those whose reply has to be rated, and those that are rated already, so that what was said can
 * be seen and changed. Where that is none, all of its pairs.
 */
export function askedSystems({ due, rated, pairs }: RankingPage): ReadonlySet<number> {
  const asked = new Set([...due, ...rated]);
  return asked.size > 0 ? asked : new Set(pairs.flatMap(({ study }) => systemsOfPair(study)));
}
