import { requireInteger, requirePositive, requireSameLength, requireUnit } from '../check.ts';
import { compensatedSum } from '../numeric.ts';
import { studentT } from './student-t.ts';

/** Fewest labeled items from which a part of a study gets a number of its own. */
export const FEWEST_LABELED_ITEMS = 10;

/** A weighted mean with an interval that holds approximately, at one look. */
export interface ApproximateEstimate {
  /** In [0, 1]. */
  value: number;
  lower: number;
  upper: number;
  standardError: number;
  degreesOfFreedom: number;
}

/**
 * Ratio of two design-weighted totals, sum v y/sum v: the mean of a domain (v the weight of an item that belongs to
 * it) or a mean over turns (v the weight times the number of turns).
 *
 * The interval is center -+ t sqrt(variance), with Student's t at n - 1 degrees of freedom and the variance by Taylor
 * linearization (Särndal, Swensson and Wretman, 1992, section 5.6),
 *   variance = (1 - n/N) (m/(m - 1)) sum (v (y - center)/sum v)^2.
 * Center and variance count m = n + 2 labels: two pseudo-labels of mean weight, one at 0 and one at 1 (after Agresti
 * and Caffo, 2000), so that a few labels that agree never pass for certainty. The value itself has none. Where all N
 * are labeled with equal weights the value is exact and the interval is the value.
 *
 * @param facts.values y in [0, 1], length n of at least 2
 * @param facts.weights v, each above 0, length n
 * @param facts.populationSize N, the items that the n were drawn from, an integer of at least n
 * @param facts.alpha in (0, 1)
 * @throws RangeError when an argument is out of range
 */
export function weightedRatio(facts: {
  values: readonly number[];
  weights: readonly number[];
  populationSize: number;
  alpha: number;
}): ApproximateEstimate {
  const { values, weights, populationSize, alpha } = facts;
  const n = values.length;
  requireSameLength(values, weights, 'Values and weights');
  requireInteger(n, 2, populationSize, 'The number of labels');
  for (const value of values) requireUnit(value, 'A human value');
  for (const weight of weights) requirePositive(weight, 'A weight');

  const total = compensatedSum(weights);
  const value = compensatedSum(values.map((y, i) => (weights[i]! * y) / total));
  const usual = total / n;
  const center = (n * value + 1) / (n + 2);
  const scatter = compensatedSum(
    [...values, 0, 1].map((y, i) => (((weights[i] ?? usual) * (y - center)) / (total + 2 * usual)) ** 2),
  );
  const variance = (1 - n / populationSize) * ((n + 2) / (n + 1)) * scatter;
  const standardError = Math.sqrt(variance);
  const reach = studentT(alpha, n - 1) * standardError;
  // The pseudo-labels pull the center away from the value; the interval always holds the value.
  const pulled = n === populationSize ? value : center;
  return {
    value,
    lower: Math.min(value, Math.max(0, pulled - reach)),
    upper: Math.max(value, Math.min(1, pulled + reach)),
    standardError,
    degreesOfFreedom: n - 1,
  };
}
