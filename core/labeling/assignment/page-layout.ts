import { keptMaps } from '../../../db/kept-maps.ts';
import { pagesOfDraw } from '../../../db/page-labels.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { Batch } from './batch-key.ts';

/** Where the page of an item stands, and in which pairs. */
interface PlacedPage {
  readonly itemId: number;
  /** In the draw of its first pair. */
  readonly ref: string;
  /** Places of the pairs that drew it among the batches. Pages of the same pairs share one list. */
  readonly pairs: readonly number[];
}

interface Kept {
  readonly signature: string;
  readonly pages: readonly PlacedPage[];
}
const layoutsOf = keptMaps<number, Kept>();

/**
 * The pages of all pairs of a ranking in one order that keeps to the order of every pair, whoever they are dealt to. They are read
 * once, until one of the draws is another or longer.
 */
export function pageLayout(
  db: ReadableDb,
  rankingId: number,
  batches: readonly Batch[],
): readonly PlacedPage[] {
  const known = layoutsOf(db);
  const signature = batches
    .map(({ study: { id, generation, drawCount } }) => `${id} ${generation} ${drawCount}`)
    .join();
  const before = known.get(rankingId);
  if (before?.signature === signature) return before.pages;
  const pages = laidOut(db, batches);
  known.set(rankingId, { signature, pages });
  return pages;
}

function laidOut(db: ReadableDb, batches: readonly Batch[]): PlacedPage[] {
  const lists: number[][] = [];
  const refs = new Map<number, string>();
  const pairsOf = new Map<number, number[]>();
  for (const [place, { study }] of batches.entries()) {
    const list: number[] = [];
    for (const [itemId, ref] of pagesOfDraw(db, study)) {
      list.push(itemId);
      const pairs = pairsOf.get(itemId);
      if (pairs) pairs.push(place);
      else pairsOf.set(itemId, [place]);
      if (!refs.has(itemId)) refs.set(itemId, ref);
    }
    lists.push(list);
  }
  const shared = new Map<string, readonly number[]>();
  return mergedOrder(lists).map((itemId) => {
    const pairs = pairsOf.get(itemId)!;
    const key = pairs.join();
    const same = shared.get(key) ?? pairs;
    shared.set(key, same);
    return { itemId, ref: refs.get(itemId)!, pairs: same };
  });
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
      while (done.has(list[at[i]!]!)) at[i]! += 1;
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
