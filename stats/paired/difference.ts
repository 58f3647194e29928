import { requireInteger, requireUnit } from '../check.ts';
import type { Scale } from '../scale.ts';

/**
 * The value that a comparison of two systems estimates for one item, x = (a - b + 1)/2: 1 when A is as good and B as
 * bad as can be, 1/2 when they are equal. With it a difference is a mean of values in [0, 1], so that every design,
 * estimator and interval of this folder holds for it unchanged. The same map makes the surrogate of the pair from
 * those of the systems.
 *
 * @param a, b goodness of A and of B, in [0, 1]
 * @returns in [0, 1]
 * @throws RangeError when a value lies outside [0, 1]
 */
export function pairedValue(a: number, b: number): number {
  requireUnit(a, 'A value of system A');
  requireUnit(b, 'A value of system B');
  return (a - b + 1) / 2;
}

/** How many items a comparison is about. */
export interface PairedPool {
  /** N, items that both systems answered, at least 1. */
  sharedItems: number;
  /** n1, those whose responses differ; the others have the same value for both systems without a label. */
  differing: number;
}

/**
 * The scale of the difference A - B of one item: from minus the range of the measure to plus its range. `fromUnit` of
 * a paired value on it is the raw difference: range (2x - 1) where higher is better, and its opposite where lower is.
 */
export function differenceScale({ min, max, direction }: Scale): Scale {
  return { min: min - max, max: max - min, direction };
}

/**
 * The scale on which a mean of paired values over the differing items is the difference of the two systems over all
 * items: delta = n1/N range (2x - 1). Items with equal responses add nothing, so the ends lie n1/N as far from 0.
 *
 * @throws RangeError unless 1 <= n1 <= N; with no differing item the difference is 0 and nothing is estimated
 */
export function meanDifferenceScale(scale: Scale, { sharedItems, differing }: PairedPool): Scale {
  requireInteger(sharedItems, 1, Number.MAX_SAFE_INTEGER, 'The number of items');
  requireInteger(differing, 1, sharedItems, 'The number of differing items');
  const reach = ((scale.max - scale.min) * differing) / sharedItems;
  return { min: -reach, max: reach, direction: scale.direction };
}
