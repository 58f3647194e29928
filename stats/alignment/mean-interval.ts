import { requirePositive } from '../check.ts';
import { weightedRatio } from '../claims/weighted-ratio.ts';
import { clip } from '../numeric.ts';

/** Items below which a mean has no interval. */
export const FEWEST_MEAN_ITEMS = 8;

/** A value of an item, with its weight under the design, and what the item counts beside that. */
interface WeightedValue {
  readonly value: number;
  /** Above 0. */
  readonly weight: number;
  /** Above 0; 1 unless given. */
  readonly size?: number;
}

/**
 * Approximate interval of a weighted mean of values between two ends, such as judge minus human, for one look: that of
 * `weightedRatio` on [0, 1], for draws from a pool so large that nothing of it is used up. Items that agree do not pass for certainty.
 *
 * @param ends.lowest, ends.highest ends that no value leaves; what rounding puts beyond counts as the end
 * @param ends.alpha error level in (0, 1)
 * @returns on the scale of the values; undefined with fewer than 8 items, or where one has next to all of the weight
 * @throws RangeError when a weight is not above 0, the error level is out of range, or the ends are not in order
 */
export function meanInterval(
  items: readonly WeightedValue[],
  { lowest, highest, alpha = 0.05 }: { lowest: number; highest: number; alpha?: number },
): { lower: number; upper: number } | undefined {
  const range = highest - lowest;
  requirePositive(range, 'The length of the scale');
  if (items.length < FEWEST_MEAN_ITEMS) return undefined;
  const weights = items.map(({ weight }) => weight);
  const found = weightedRatio({
    values: items.map(({ value }) => clip((value - lowest) / range, 0, 1)),
    weights,
    sizes: items.map(({ size = 1 }) => size),
    ...{ populationSize: Number.MAX_SAFE_INTEGER, alpha },
  });
  return found && { lower: lowest + range * found.lower, upper: lowest + range * found.upper };
}
