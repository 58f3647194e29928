import { requirePositive } from '../check.ts';
import { halfWidthAt, priorStandardDeviation } from '../planner.ts';
import type { PairedPool } from './difference.ts';

/** Of the normal distribution: the plan wants 80 % of studies decided. */
const POWER_QUANTILE = 0.8416;

/** Fewest labels that a plan proposes. */
const FEWEST_PLANNED = 5;

/** A plan to tell two systems apart. `exact`: only labeling every differing item does it. */
export interface TellingPlan {
  labels: number;
  exact: boolean;
}

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
 * h(T) the expected half-width of the interval of the mean of x over the n1 differing items (`halfWidthAt`). The
 * second term is the room for the error of the estimate itself. A rough forecast, as h(T) is.
 *
 * @param facts.gap size of the difference as a share of the measure's range, above 0
 * @param facts.standardDeviation of x given the surrogate, at least 0
 * @throws RangeError when an argument is out of range, or no item differs
 */
export function labelsToTell(facts: PairedPool & { gap: number; standardDeviation: number }): TellingPlan {
  const { gap, sharedItems, differing, standardDeviation } = facts;
  requirePositive(gap, 'The gap');
  const needed = (gap * sharedItems) / (2 * differing);
  const reach = (labels: number) =>
    halfWidthAt({ labels, populationSize: differing, standardDeviation }) +
    POWER_QUANTILE * standardDeviation * Math.sqrt((1 - labels / differing) / labels);
  let low = Math.min(FEWEST_PLANNED, differing);
  let high = differing;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (reach(middle) <= needed) high = middle;
    else low = middle + 1;
  }
  reach(low);
  return { labels: low, exact: low === differing };
}
