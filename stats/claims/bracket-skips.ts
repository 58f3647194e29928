import type { ApproximateEstimate } from './bounded-mean.ts';

/**
 * An estimate from labels of which some items were skipped: computed with every skipped item at 0 and at 1, the value
 * halfway between the two, the interval their union. Dropping skipped items would estimate another quantity.
 *
 * @param estimateAt the estimate with the skipped items at this value; undefined where there is none
 * @returns undefined where there is none
 */
export function bracketSkips(
  skipped: number,
  estimateAt: (skippedValue: 0 | 1) => ApproximateEstimate | undefined,
): ApproximateEstimate | undefined {
  const low = estimateAt(0);
  if (skipped === 0 || !low) return low;
  const high = estimateAt(1);
  if (!high) return undefined;
  return {
    value: (low.value + high.value) / 2,
    lower: Math.min(low.lower, high.lower),
    upper: Math.max(low.upper, high.upper),
    standardError: Math.max(low.standardError, high.standardError),
    degreesOfFreedom: Math.min(low.degreesOfFreedom, high.degreesOfFreedom),
  };
}
