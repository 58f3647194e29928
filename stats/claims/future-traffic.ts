import { requireInteger, requireOpenUnit, requireSameLength } from '../check.ts';
import { RunningSum } from '../numeric.ts';
import { calibratedResiduals, type WeightedLabel } from './calibrated-residuals.ts';
import { clusterRobustVariance } from './cluster-robust.ts';
import { studentT } from './student-t.ts';
import type { ApproximateEstimate } from './weighted-ratio.ts';

/** Fewest groups among the labeled items from which anything is said of traffic to come. */
export const FEWEST_GROUPS = 10;

/**
 * The mean human value of traffic to come that is like the pool: the calibrated estimate with Student's t interval
 * for a number of labels fixed beforehand, G - 1 degrees of freedom. The variance is the CR2 cluster-robust one of
 * the weighted residuals y - b s, plus that of b times the pool's own surrogate mean, plus the agreement term. It
 * takes whole groups as the independent units and holds approximately; it says nothing if traffic changes.
 *
 * @param facts.labels the labeled items
 * @param facts.slope b in [0, 1], taken as fixed
 * @param facts.surrogateMean mean of s over the pool
 * @param facts.surrogateMeanVariance its variance over groups, by `clusteredMeanVariance`
 * @param facts.alpha in (0, 1)
 * @throws RangeError when an argument is out of range or the labels have fewer than `FEWEST_GROUPS` groups
 */
export function futureTraffic(facts: {
  labels: readonly WeightedLabel[];
  slope: number;
  surrogateMean: number;
  surrogateMeanVariance: number;
  alpha: number;
}): ApproximateEstimate {
  const { labels, slope, surrogateMean, surrogateMeanVariance, alpha } = facts;
  requireOpenUnit(alpha, 'Alpha');
  const groups = new Set(labels.map(({ cluster }) => cluster)).size;
  requireInteger(groups, FEWEST_GROUPS, Number.MAX_SAFE_INTEGER, 'The number of groups');
  const { value, residuals, agreementVariance } = calibratedResiduals(labels, slope, surrogateMean);
  const { variance } = clusterRobustVariance(residuals);
  const degreesOfFreedom = groups - 1;
  const standardError = Math.sqrt(variance + slope * slope * surrogateMeanVariance + agreementVariance);
  const reach = studentT(alpha, degreesOfFreedom) * standardError;
  return {
    value,
    lower: Math.max(0, value - reach),
    upper: Math.min(1, value + reach),
    standardError,
    degreesOfFreedom,
  };
}

/**
 * Variance of a plain mean over clusters, G/(G - 1) sum_g (sum_{i in g} (x_i - mean))^2/N^2.
 *
 * @param values length N of at least 1
 * @param clusters the cluster of each value
 * @returns 0 when there is one cluster only
 * @throws RangeError when the lengths differ
 */
export function clusteredMeanVariance(
  values: ArrayLike<number>,
  clusters: ArrayLike<number | string>,
): number {
  requireSameLength(values, clusters, 'Values and clusters');
  const size = values.length;
  const total = new RunningSum();
  for (let i = 0; i < size; i++) total.add(values[i]!);
  const center = total.value / size;
  const sums = new Map<number | string, number>();
  for (let i = 0; i < size; i++) sums.set(clusters[i]!, (sums.get(clusters[i]!) ?? 0) + values[i]! - center);
  const groups = sums.size;
  if (groups < 2) return 0;
  const squares = new RunningSum();
  for (const sum of sums.values()) squares.add(sum * sum);
  return ((groups / (groups - 1)) * squares.value) / (size * size);
}
