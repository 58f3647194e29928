import { requireOpenUnit, requirePositive, requireUnit } from '../check.ts';
import { betaQuantile, studentT } from './student-t.ts';

/** A mean of values in [0, 1] with an interval that holds approximately, at one look. */
export interface ApproximateEstimate {
  /** In [0, 1]. */
  value: number;
  lower: number;
  upper: number;
  standardError: number;
  degreesOfFreedom: number;
}

/** What labels say of a mean, before its interval. */
interface BoundedMean {
  /** In [0, 1]. */
  value: number;
  /** Variance of the value as estimated from the labels, for draws with replacement; at least 0. */
  variance: number;
  /** How many independent labels of equal weight would say as much, k: above 1. */
  effective: number;
  degreesOfFreedom: number;
  /** Share of the variance that stays, 1 - n/N, or 1 where the labels stand for more than their pool. */
  left: number;
}

/**
 * The interval of a mean of values in [0, 1] from few labels: the hull of two.
 *
 * - Student's t around c = (k value + 1)/(k + 2), with the variance of k labels and two pseudo-labels, one at each end of the scale
 *   (after Agresti and Caffo, 2000),
 *     V = left ((k + 2)/(k + 1)) (k (k - 1) variance + k (value - c)^2 + c^2 + (1 - c)^2)/(k + 2)^2,
 *   so that labels that agree never pass for certainty.
 * - The exact binomial one (Clopper and Pearson, 1934) at an effective number of labels (Korn and Graubard, 1998),
 *     k c (1 - c)/((k + 1) V): k itself for values 0 and 1 of which the whole scatter is seen.
 *
 * The first alone misses too often where nearly all labels agree, the second where they are on many steps.
 *
 * @param alpha in (0, 1)
 * @returns the interval, which holds the value; with `left` 0 it is the value
 * @throws RangeError when an argument is out of range
 */
export function boundedMean(facts: BoundedMean & { alpha: number }): ApproximateEstimate {
  const { value, variance, effective: k, degreesOfFreedom, left, alpha } = facts;
  requireOpenUnit(alpha, 'Alpha');
  requireUnit(value, 'The value');
  requireUnit(left, 'The share left');
  requirePositive(k - 1, 'The effective number of labels less 1');
  if (left === 0) return { value, lower: value, upper: value, standardError: 0, degreesOfFreedom };
  const center = (k * value + 1) / (k + 2);
  const ofLabels = k * (k - 1) * variance + k * (value - center) ** 2;
  const spread = (left * (ofLabels + center ** 2 + (1 - center) ** 2)) / ((k + 1) * (k + 2));
  const standardError = Math.sqrt(spread);
  const reach = studentT(alpha, degreesOfFreedom) * standardError;
  const number = (k * center * (1 - center)) / ((k + 1) * spread);
  const good = value * number;
  // A step of a value seen is 1/left steps of so many labels.
  const step = 1 / left - 1;
  const [least, most] = [
    betaQuantile(alpha / 2, good - step / 2, number - good + 1 + step / 2),
    betaQuantile(1 - alpha / 2, good + 1 + step / 2, number - good - step / 2),
  ];
  return {
    value,
    lower: Math.max(0, Math.min(value, center - reach, least)),
    upper: Math.min(1, Math.max(value, center + reach, most)),
    standardError,
    degreesOfFreedom,
  };
}

/**
 * The interval with a further error added that is independent of it: each arm becomes the root of the sum of squares of itself and
 * of the error's (Zou and Donner, 2008).
 *
 * @param error standard error of what is added, at least 0, in units of the scale [0, 1]
 * @param arms how far the error reaches below and above the value, at least 0, by the quantile of its own degrees of freedom
 */
export function widened(
  { value, lower, upper, standardError, degreesOfFreedom }: ApproximateEstimate,
  error: number,
  arms: { down: number; up: number },
): ApproximateEstimate {
  return {
    value,
    lower: Math.max(0, value - Math.hypot(value - lower, arms.down)),
    upper: Math.min(1, value + Math.hypot(upper - value, arms.up)),
    standardError: Math.hypot(standardError, error),
    degreesOfFreedom,
  };
}

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
