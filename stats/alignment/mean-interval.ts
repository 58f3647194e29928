import { requirePositive } from '../check.ts';
import { weightedRatio } from '../claims/weighted-ratio.ts';
import { clip, compensatedSum } from '../numeric.ts';
import { clustersOf } from './weighted-pairs.ts';

/** Items below which a mean has no interval. */
export const FEWEST_MEAN_ITEMS = 8;

/** A value of an item, with its weight under the design, and what the item counts beside that. */
interface WeightedValue {
  readonly value: number;
  /** Above 0. */
  readonly weight: number;
  /** Above 0; 1 unless given. */
  readonly size?: number;
  /** As of a `WeightedPair`. */
  readonly cluster?: string | undefined;
}

/**
 * Approximate interval of a weighted mean of values between two ends, such as judge minus human, for one look: that of
 * `weightedRatio` on [0, 1], for draws from a pool so large that nothing of it is used up. Items that agree do not pass for certainty.
 * Where several items are of one cluster, each cluster counts as one item: its mean, by all that its items weigh.
 *
 * @param ends.lowest, ends.highest ends that no value leaves; what rounding puts beyond counts as the end
 * @param ends.alpha error level in (0, 1)
 * @returns on the scale of the values; undefined with fewer than 8 items or clusters, or where one has next to all of the weight
 * @throws RangeError when a weight is not above 0, the error level is out of range, or the ends are not in order
 */
export function meanInterval(
  items: readonly WeightedValue[],
  { lowest, highest, alpha = 0.05 }: { lowest: number; highest: number; alpha?: number },
): { lower: number; upper: number } | undefined {
  const range = highest - lowest;
  requirePositive(range, 'The length of the scale');
  const units = clustersOf(items)?.map(meanOfCluster) ?? items;
  if (units.length < FEWEST_MEAN_ITEMS) return undefined;
  const found = weightedRatio({
    values: units.map(({ value }) => clip((value - lowest) / range, 0, 1)),
    weights: units.map(({ weight }) => weight),
    sizes: units.map(({ size = 1 }) => size),
    ...{ populationSize: Number.MAX_SAFE_INTEGER, alpha },
  });
  return found && { lower: lowest + range * found.lower, upper: lowest + range * found.upper };
}

function meanOfCluster(items: readonly WeightedValue[]): WeightedValue {
  const sum = (of: (item: WeightedValue) => number) => compensatedSum(items.map(of));
  const size = sum((item) => item.size ?? 1);
  const whole = sum((item) => item.weight * (item.size ?? 1));
  return {
    ...{ value: sum((item) => item.weight * (item.size ?? 1) * item.value) / whole, weight: whole / size },
    size,
  };
}
