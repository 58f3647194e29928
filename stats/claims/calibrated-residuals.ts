import { requirePositive, requireUnit } from '../check.ts';
import { clip, compensatedSum } from '../numeric.ts';
import type { ClusteredResidual } from './cluster-robust.ts';

/** One label with what the design says of its item. */
export interface WeightedLabel {
  /** Human value in [0, 1]. */
  y: number;
  /** Surrogate value in [0, 1]. */
  surrogate: number;
  /** Design weight (LURE), above 0. */
  weight: number;
  /** The cluster of the item; items without one are clusters of their own. */
  cluster: number | string;
}

/** The calibrated estimate and what is left of each label beside it. */
interface CalibratedResiduals {
  /** ybar + b (mean s - sbar), kept in [0, 1]. */
  value: number;
  /** e = y - ybar - b (s - sbar). */
  residuals: ClusteredResidual[];
  /**
   * 2 p (1 - p)/n sum w^2 with p = (n value + 1)/(n + 2) and w the weights normalized to sum 1: the variance of two
   * pseudo-labels, one at each end, so that a few labels that agree never give a standard error of 0.
   */
  agreementVariance: number;
}

/**
 * @param labels at least one
 * @param slope b of the control variate, in [0, 1]
 * @param surrogateMean mean of s over the pool, in [0, 1]
 * @throws RangeError when an argument is out of range
 */
export function calibratedResiduals(
  labels: readonly WeightedLabel[],
  slope: number,
  surrogateMean: number,
): CalibratedResiduals {
  requireUnit(slope, 'The slope');
  requireUnit(surrogateMean, 'The surrogate mean');
  for (const { y, surrogate, weight } of labels) {
    requireUnit(y, 'A human value');
    requireUnit(surrogate, 'A surrogate value');
    requirePositive(weight, 'A weight');
  }
  const n = labels.length;
  const total = compensatedSum(labels.map(({ weight }) => weight));
  const average = (of: (label: WeightedLabel) => number) =>
    compensatedSum(labels.map((label) => (label.weight * of(label)) / total));
  const meanY = average(({ y }) => y);
  const meanS = average(({ surrogate }) => surrogate);
  const value = clip(meanY + slope * (surrogateMean - meanS), 0, 1);
  const p = (n * value + 1) / (n + 2);
  return {
    value,
    residuals: labels.map(({ y, surrogate, weight, cluster }) => ({
      cluster,
      weight,
      residual: y - meanY - slope * (surrogate - meanS),
    })),
    agreementVariance: ((2 * p * (1 - p)) / n) * average(({ weight }) => weight / total),
  };
}
