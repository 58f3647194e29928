import { requirePositive } from '../check.ts';
import { fewestLabels, halfWidthAt, type LabelPlan, planOf, priorStandardDeviation } from '../planner.ts';
import type { PairedPool } from './difference.ts';

/** Of the normal distribution: the plan wants 80 % of studies decided. */
const POWER_QUANTILE = 0.8416;

/** A plan to tell two systems apart. `exact`: only labeling every differing item does it. */
export type TellingPlan = LabelPlan;

/**
 * Standard deviation of the paired value x = (yA - yB + 1)/2 given the surrogate to plan with before any label: that
 * of half the difference of two independent values of the usual spread, sd/sqrt(2).
 */
export function priorPairedDeviation(facts: {
  kind: 'binary-like' | 'rating';
  correlation?: number;
}): number {
  return priorStandardDeviation({ ...facts, mean: 0.5 }) / Math.SQRT2;
}

/**
 * Labels after which a true gap between two systems is told, in about four studies of five: the smallest T with
 *   2 n1/N (h(T) + 0.84 sd sqrt((1 - T/n1)/T)) <= gap,
 * h(T) the expected half-width of the interval of the mean of x over the n1 differing items (`halfWidthAt`) in a study that
 * asks for T labels: a comparison states its plan. Half-widths of x are half those of the difference. The second term is the
 * room for the error of the estimate itself. A rough forecast, as h(T) is.
 *
 * @param facts.gap size of the difference as a share of the measure's range, above 0
 * @param facts.standardDeviation of x given the surrogate, at least 0
 * @throws RangeError when an argument is out of range, or no item differs
 */
export function labelsToTell(facts: PairedPool & { gap: number; standardDeviation: number }): TellingPlan {
  const { gap, sharedItems, differing, standardDeviation } = facts;
  requirePositive(gap, 'The gap');
  const needed = (gap * sharedItems) / (2 * differing);
  return fewestLabels(
    differing,
    (labels) =>
      halfWidthAt({ labels, populationSize: differing, standardDeviation, plan: planOf(labels) }) +
        POWER_QUANTILE * standardDeviation * Math.sqrt((1 - labels / differing) / labels) <=
      needed,
  );
}
