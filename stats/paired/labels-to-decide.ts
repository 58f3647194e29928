import { requirePositive } from '../check.ts';
import { normalQuantile } from '../intervals/normal-quantile.ts';
import { normalDistribution } from '../planned/normal-distribution.ts';
import { fewestLabels, halfWidthAt, type LabelPlan, planOf, priorStandardDeviation } from '../planner.ts';
import type { PairedPool } from './difference.ts';

/** Of the normal distribution: the plan wants 80 % of studies decided. */
const POWER_QUANTILE = 0.8416;

/** A plan to tell two systems apart. `exact`: only labeling every differing item does it. */
type TellingPlan = LabelPlan;

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

interface Gap extends PairedPool {
  /** Size of the difference as a share of the measure's range, above 0. */
  readonly gap: number;
  /** Of x given the surrogate, at least 0. */
  readonly standardDeviation: number;
}

/**
 * Labels after which a true gap between two systems is told, in about four studies of five unless another chance is asked for: the
 * smallest T with
 *   2 n1/N (h(T) + z sd sqrt((1 - T/n1)/T)) <= gap,
 * h(T) the expected half-width of the interval of the mean of x over the n1 differing items (`halfWidthAt`) in a study that
 * asks for T labels, z the normal quantile of the chance (.84 of .8): a comparison states its plan. Half-widths of x are half those of
 * the difference. The second term is the room for the error of the estimate itself. A rough forecast, as h(T) is.
 *
 * The same number passes "not worse by the gap" with that chance where the two are equal, and shows a drop of twice the gap to be
 * worse by more than the gap: each time the estimate lies the gap away from the bound (Julious 2004, for fixed samples).
 *
 * @param facts.power the chance, in (.5, 1)
 * @throws RangeError when an argument is out of range, or no item differs
 */
export function labelsToDecide(facts: Gap & { power?: number }): TellingPlan {
  const { gap, differing, power } = facts;
  requirePositive(gap, 'The gap');
  const quantile = power === undefined ? POWER_QUANTILE : normalQuantile(power);
  return fewestLabels(differing, (labels) => roomAt(facts, labels) >= quantile * errorAt(facts, labels));
}

/**
 * The chance that a true gap is told by a study that asks for T labels, about, by the normal distribution of the estimate: that of
 * `labelsToTell` the other way round.
 *
 * @param facts.labels T, an integer from 1 to n1
 * @returns in [0, 1]
 * @throws RangeError when an argument is out of range, or no item differs
 */
export function chanceToDecide(facts: Gap & { labels: number }): number {
  requirePositive(facts.gap, 'The gap');
  const room = roomAt(facts, facts.labels);
  const error = errorAt(facts, facts.labels);
  if (error === 0) return room >= 0 ? 1 : 0;
  return normalDistribution(room / error);
}

/** What the gap leaves beside the half-width, in units of x. */
function roomAt({ gap, sharedItems, differing, standardDeviation }: Gap, labels: number): number {
  const plan = planOf(labels);
  return (
    (gap * sharedItems) / (2 * differing) -
    halfWidthAt({ labels, populationSize: differing, standardDeviation, plan })
  );
}

/** Standard error of the mean of x. */
const errorAt = ({ standardDeviation, differing }: Gap, labels: number): number =>
  standardDeviation * Math.sqrt((1 - labels / differing) / labels);
