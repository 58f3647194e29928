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
  /** How many labels of equal weight say as much as these at least, sum v/max v. */
  effectiveLabels: number;
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
  const total = compensatedSum(labels.map(({ weight }) => weight));
  const average = (of: (label: WeightedLabel) => number) =>
    compensatedSum(labels.map((label) => (label.weight * of(label)) / total));
  const meanY = average(({ y }) => y);
  const meanS = average(({ surrogate }) => surrogate);
  const value = clip(meanY + slope * (surrogateMean - meanS), 0, 1);
  return {
    value,
    residuals: labels.map(({ y, surrogate, weight, cluster }) => ({
      cluster,
      weight,
      residual: y - meanY - slope * (surrogate - meanS),
    })),
    effectiveLabels: total / Math.max(...labels.map(({ weight }) => weight)),
  };
}
