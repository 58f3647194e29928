import { requireUnit } from '../check.ts';
import { studentTail } from './student-t.ts';
import type { ApproximateEstimate } from './weighted-ratio.ts';

/**
 * How probable a difference this large is where two disjoint parts of a pool have the same mean: two-sided, by Student's t of
 * the difference of their ratio estimates, whose variances add (linearized, each label is in one of the parts; Särndal, Swensson
 * and Wretman, 1992, section 5.8), at the fewer degrees of freedom of the two. Approximate, at one look.
 *
 * @returns in [0, 1]; 0 or 1 where both parts are known exactly
 */
export function differenceProbability(one: ApproximateEstimate, other: ApproximateEstimate): number {
  const distance = Math.abs(one.value - other.value);
  const error = Math.hypot(one.standardError, other.standardError);
  if (error === 0) return distance === 0 ? 1 : 0;
  return studentTail(distance / error, Math.min(one.degreesOfFreedom, other.degreesOfFreedom));
}

/**
 * Probabilities of several tests made at once, adjusted so that rejecting those of at most alpha rejects a true hypothesis with
 * probability of at most alpha, however they depend on each other: Holm (1979). Of m the i-th smallest is multiplied by m - i + 1,
 * and none is below the one before it.
 *
 * @param probabilities each in [0, 1], in any order
 * @returns in [0, 1], in the same order
 * @throws RangeError when one is out of range
 */
export function holm(probabilities: readonly number[]): number[] {
  for (const probability of probabilities) requireUnit(probability, 'A probability');
  const adjusted = probabilities.map(() => 1);
  const order = [...probabilities.keys()].sort((a, b) => probabilities[a]! - probabilities[b]!);
  let least = 0;
  for (const [rank, index] of order.entries()) {
    least = Math.max(least, Math.min(1, (probabilities.length - rank) * probabilities[index]!));
    adjusted[index] = least;
  }
  return adjusted;
}
