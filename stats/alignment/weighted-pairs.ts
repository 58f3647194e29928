import { requirePositive } from '../check.ts';
import { compensatedSumOf } from '../numeric.ts';

/** Two raters' values of one item, with the item's weight under the design (1 where all items are labeled). */
export interface WeightedPair {
  readonly a: number;
  readonly b: number;
  readonly weight: number;
  /** What the item belongs to, such as a conversation, where items of one may be alike: its intervals then count whole ones. */
  readonly cluster?: string | undefined;
}

/** Items by what they belong to; undefined where each stands for itself. */
export function clustersOf<Item extends { readonly cluster?: string | undefined }>(
  items: readonly Item[],
): Item[][] | undefined {
  const clusters = [...Map.groupBy(items, (item) => item.cluster ?? item).values()];
  return clusters.length === items.length ? undefined : clusters;
}

/** @throws RangeError on a value that is not finite or a weight that is not above 0 */
export function requirePairs(pairs: readonly WeightedPair[]): void {
  for (const { a, b, weight } of pairs) {
    if (!Number.isFinite(a) || !Number.isFinite(b)) {
      throw new RangeError(`Values of a pair must be finite numbers, got ${a} and ${b}.`);
    }
    requirePositive(weight, 'A weight');
  }
}

/** Weighted mean of what `value` gives of each pair. @throws RangeError without pairs */
export function weightedMean(pairs: readonly WeightedPair[], value: (pair: WeightedPair) => number): number {
  if (pairs.length === 0) throw new RangeError('A mean needs at least one pair.');
  const total = compensatedSumOf(pairs, ({ weight }) => weight);
  return compensatedSumOf(pairs, (pair) => pair.weight * value(pair)) / total;
}

/** Kish's effective number of items, (sum w)^2/sum w^2: the number of equal weights that vary as little. */
export function effectiveCount(pairs: readonly WeightedPair[]): number {
  const total = compensatedSumOf(pairs, ({ weight }) => weight);
  return total ** 2 / compensatedSumOf(pairs, ({ weight }) => weight ** 2);
}
