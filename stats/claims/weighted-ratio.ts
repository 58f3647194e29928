import { requireInteger, requirePositive, requireSameLength, requireUnit } from '../check.ts';
import { compensatedSum } from '../numeric.ts';
import { type ApproximateEstimate, boundedMean } from './bounded-mean.ts';
import { effectiveShares, freedomOfShares, haveScatter } from './effective-number.ts';

/** Fewest labeled items from which a part of a study gets a number of its own. */
export const FEWEST_LABELED_ITEMS = 10;

/** The labels of a part of a pool. */
interface PartLabels {
  /** y in [0, 1], length n of at least 2. */
  readonly values: readonly number[];
  /** Design weights v, each above 0, length n. */
  readonly weights: readonly number[];
  /** What each item counts beside its weight, such as its turns, each above 0; 1 unless given. */
  readonly sizes?: readonly number[];
  /** N, the items that the n were drawn from, an integer of at least n. */
  readonly populationSize: number;
}

/**
 * Ratio of two design-weighted totals, sum v k y/sum v k: the mean of a domain (k = 1) or a mean over turns (k the turns of an
 * item), with the interval of `boundedMean`.
 *
 * Its variance is that of Taylor linearization (Särndal, Swensson and Wretman, 1992, section 5.6). The labels count as
 * the smaller of 1/sum a^2, a the shares of v k (Kish, 1965), and sum v/max v: an item that the design seldom draws may be missing
 * and would weigh the most. Degrees of freedom by `freedomOfShares`, n - 1 for equal shares. Where all N are labeled with equal
 * weights the value is exact and the interval is the value.
 *
 * @param facts.alpha in (0, 1)
 * @returns undefined where one label has nearly all of the weight
 * @throws RangeError when an argument is out of range
 */
export function weightedRatio(facts: PartLabels & { alpha: number }): ApproximateEstimate | undefined {
  const { values, weights, sizes = weights.map(() => 1), populationSize, alpha } = facts;
  const n = values.length;
  requireSameLength(values, weights, 'Values and weights');
  requireSameLength(values, sizes, 'Values and sizes');
  requireInteger(n, 2, populationSize, 'The number of labels');
  for (const value of values) requireUnit(value, 'A human value');
  for (const weight of [...weights, ...sizes]) requirePositive(weight, 'A weight');

  const whole = weights.map((weight, i) => weight * sizes[i]!);
  const total = compensatedSum(whole);
  const shares = whole.map((one) => one / total);
  const value = compensatedSum(values.map((y, i) => shares[i]! * y));
  const effective = Math.min(effectiveShares(shares), compensatedSum(weights) / Math.max(...weights));
  if (!haveScatter(effective)) return undefined;
  const scatter = compensatedSum(values.map((y, i) => (shares[i]! * (y - value)) ** 2));
  return boundedMean({
    value: Math.min(1, value),
    variance: (scatter * effective) / (effective - 1),
    effective,
    degreesOfFreedom: freedomOfShares(shares),
    left: 1 - n / populationSize,
    alpha,
  });
}
