import { createRng, uniformInt } from '../../stats/index.ts';

/** Draws of a block, within which each annotator meets the items in an order of their own. */
export const blockSize = 10;

/** An item of the draw, and who has it already. */
export interface OpenItem {
  readonly itemId: number;
  /** Where it first stands in the draw, from 0. */
  readonly order: number;
  /** Annotators who keep it. */
  readonly kept: readonly number[];
  /** How many more are to have it. */
  readonly missing: number;
}

interface AssignedItem {
  readonly annotatorId: number;
  readonly itemId: number;
  readonly order: number;
}

/**
 * Gives every item to as many further members as it misses. Each time those with the fewest items of this call come
 * first, so that at every draw the members' numbers differ by at most one where nobody is barred by having the item
 * already; among them those who share the fewest items with the ones that have it, then those with the fewest items in
 * all, then a random one. Items that somebody kept count for pairs, and not as work still to be done.
 *
 * @param items in draw order
 * @param seed integer from 0 to 2^32 - 1
 */
export function assignItems(
  items: readonly OpenItem[],
  members: readonly number[],
  seed: number,
): AssignedItem[] {
  const load = new Map<number, number>();
  const total = new Map<number, number>();
  const shared = new Map<string, number>();
  const of = <K>(counts: Map<K, number>, key: K) => counts.get(key) ?? 0;
  const add = <K>(counts: Map<K, number>, key: K) => counts.set(key, of(counts, key) + 1);
  const join = (annotatorId: number, holders: readonly number[]) => {
    add(total, annotatorId);
    for (const holder of holders) add(shared, pairOf(annotatorId, holder));
  };
  for (const { kept } of items) {
    kept.forEach((annotatorId, i) => {
      join(annotatorId, kept.slice(0, i));
    });
  }
  return items.flatMap(({ itemId, order, kept, missing }) => {
    const lots = new Map(shuffled(members, seedOf(seed, order)).map((one, lot) => [one, lot]));
    const holders = [...kept];
    return Array.from({ length: missing }, () => {
      const costOf = (one: number) => [
        of(load, one),
        holders.reduce((sum, holder) => sum + of(shared, pairOf(one, holder)), 0),
        of(total, one),
        lots.get(one)!,
      ];
      const free = members.filter((one) => !holders.includes(one));
      const chosen = free.map((one) => ({ one, cost: costOf(one) })).sort(byCost)[0];
      if (!chosen) return [];
      add(load, chosen.one);
      join(chosen.one, holders);
      holders.push(chosen.one);
      return [{ annotatorId: chosen.one, itemId, order }];
    }).flat();
  });
}

/**
 * Gives every page of a ranking to as many further members as it misses, by lots that the seed and the item throw: each pair of
 * the ranking, which has a draw of its own, gives an item to the same members.
 */
export function assignPages(
  items: readonly OpenItem[],
  members: readonly number[],
  seed: number,
): AssignedItem[] {
  return items.flatMap(({ itemId, order, kept, missing }) =>
    shuffled(members, seedOf(seed, itemId))
      .filter((one) => !kept.includes(one))
      .slice(0, missing)
      .map((annotatorId) => ({ annotatorId, itemId, order })),
  );
}

const pairOf = (a: number, b: number) => `${Math.min(a, b)} ${Math.max(a, b)}`;

/** No two have the same lot. */
function byCost({ cost: a }: { cost: number[] }, { cost: b }: { cost: number[] }): number {
  const differing = a.findIndex((value, i) => value !== b[i]);
  return a[differing]! - b[differing]!;
}

/**
 * Where an item stands among those of an annotator: its place in the draw, or another one of its block. The order of
 * a block is random, an annotator's own, and does not change when the batch grows.
 */
export function positionOf(order: number, annotatorId: number, seed: number, shuffle: boolean): number {
  if (!shuffle) return order;
  const block = Math.floor(order / blockSize);
  const places = shuffled(
    Array.from({ length: blockSize }, (_, place) => place),
    seedOf(seedOf(seed, annotatorId), block),
  );
  return block * blockSize + places[order % blockSize]!;
}

/** A seed for each number, from one. */
const seedOf = (seed: number, number: number) => (seed ^ Math.imul(number + 1, 0x9e37_79b1)) >>> 0;

/** In random order (Fisher and Yates; Durstenfeld, 1964). */
function shuffled<T>(values: readonly T[], seed: number): T[] {
  const rng = createRng(seed);
  const order = [...values];
  for (let last = order.length - 1; last > 0; last--) {
    const other = uniformInt(rng, 0, last);
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return order;
}
