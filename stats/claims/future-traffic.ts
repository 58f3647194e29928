import { requireInteger, requireOpenUnit, requireSameLength } from '../check.ts';
import { compensatedSum, RunningSum } from '../numeric.ts';
import { type ApproximateEstimate, boundedMean, widened } from './bounded-mean.ts';
import { calibratedResiduals, type WeightedLabel } from './calibrated-residuals.ts';
import { type ClusteredResidual, clusterRobustVariance } from './cluster-robust.ts';
import { effectiveShares, freedomOfShares, haveScatter } from './effective-number.ts';
import { studentT } from './student-t.ts';

/** Fewest groups among the labeled items from which anything is said of traffic to come, counted by `effectiveGroups`. */
export const FEWEST_GROUPS = 10;

/**
 * How many groups of equal size tell as much as those of the labels: 1/sum of the squared shares of labels (Kish, 1965). One group
 * with half of all labels leaves less than four, however many others there are.
 */
export const effectiveGroups = (clusters: readonly (number | string)[]): number =>
  effectiveShares(
    [...Map.groupBy(clusters, (cluster) => cluster).values()].map(({ length }) => length / clusters.length),
  );

/**
 * The mean human value of traffic to come that is like the pool, from a number of labels fixed beforehand: the calibrated estimate
 * with the interval of `boundedMean`. Whole groups are the independent units: the variance is the CR2 cluster-robust one of the
 * weighted residuals y - b s, at Satterthwaite's degrees of freedom (`freedomOfShares` of the groups' weights), and the labels
 * count as the smaller of the effective groups and sum v/max v. The pool's own surrogate mean is seen with an error, too: its variance
 * times b^2 widens the interval, and twice b times its covariance with the residuals where that is above 0. Traffic to come is less known than
 * the pool, so that the interval is never inside that of the study.
 *
 * It holds approximately and says nothing if traffic changes.
 *
 * @param facts.labels the labeled items
 * @param facts.slope b in [0, 1], taken as fixed
 * @param facts.pool mean of s over the pool, the variance of that mean over groups by `clusteredMeanVariance`, and how many groups
 *   the pool has
 * @param facts.own the interval of the study itself, in [0, 1]
 * @param facts.alpha in (0, 1)
 * @returns undefined where one group or label has nearly all of the weight
 * @throws RangeError when an argument is out of range or the labels have fewer than `FEWEST_GROUPS` effective groups
 */
export function futureTraffic(facts: {
  labels: readonly WeightedLabel[];
  slope: number;
  pool: { surrogateMean: number; surrogateMeanVariance: number; clusters: number };
  own: { lower: number; upper: number };
  alpha: number;
}): ApproximateEstimate | undefined {
  const { labels, slope, pool, own, alpha } = facts;
  requireOpenUnit(alpha, 'Alpha');
  const clusters = labels.map(({ cluster }) => cluster);
  const groups = effectiveGroups(clusters);
  // Shares of equal size add up to whole groups but for rounding.
  if (groups < FEWEST_GROUPS - 1e-9) {
    throw new RangeError(`Traffic to come needs ${FEWEST_GROUPS} effective groups, got ${groups}.`);
  }
  requireInteger(pool.clusters, new Set(clusters).size, Number.MAX_SAFE_INTEGER, 'The groups of the pool');
  const { value, residuals, effectiveLabels } = calibratedResiduals(labels, slope, pool.surrogateMean);
  const shares = sharesOfClusters(residuals);
  const effective = Math.min(effectiveShares(shares), effectiveLabels);
  if (!haveScatter(effective)) return undefined;
  const found = boundedMean({
    value,
    variance: clusterRobustVariance(residuals).variance,
    effective,
    degreesOfFreedom: freedomOfShares(shares),
    left: 1,
    alpha,
  });
  const together = surrogateCovariance(labels, residuals) * (shares.length / pool.clusters);
  const ofSurrogate = slope ** 2 * pool.surrogateMeanVariance + 2 * slope * Math.max(0, together);
  const error = Math.sqrt(ofSurrogate);
  const reach = studentT(alpha, pool.clusters - 1) * error;
  const wide = widened(found, error, { down: reach, up: reach });
  return { ...wide, lower: Math.min(wide.lower, own.lower), upper: Math.max(wide.upper, own.upper) };
}

/** Share of the design weight that each cluster has. */
function sharesOfClusters(residuals: readonly ClusteredResidual[]): number[] {
  const total = compensatedSum(residuals.map(({ weight }) => weight));
  const clusters = Map.groupBy(residuals, ({ cluster }) => cluster);
  return [...clusters.values()].map((members) => compensatedSum(members.map(({ weight }) => weight)) / total);
}

/** Covariance of the weighted means of residual and surrogate, over clusters. */
function surrogateCovariance(
  labels: readonly WeightedLabel[],
  residuals: readonly ClusteredResidual[],
): number {
  const total = compensatedSum(labels.map(({ weight }) => weight));
  const center = compensatedSum(labels.map(({ weight, surrogate }) => (weight / total) * surrogate));
  const sums = new Map<number | string, { residual: number; surrogate: number }>();
  for (const [i, { cluster, weight, surrogate }] of labels.entries()) {
    const sum = sums.get(cluster) ?? { residual: 0, surrogate: 0 };
    sum.residual += (weight / total) * residuals[i]!.residual;
    sum.surrogate += (weight / total) * (surrogate - center);
    sums.set(cluster, sum);
  }
  return compensatedSum([...sums.values()].map(({ residual, surrogate }) => residual * surrogate));
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
