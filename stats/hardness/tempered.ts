import { requirePositive } from '../check.ts';
import { normalizeInPlace, requireSurrogate } from './hardness.ts';

/** The temper of the default design. */
export const DEFAULT_TEMPER = 1;

/**
 * Tempered hardness: q_i = sqrt(1 - s_i + c) / sum_j sqrt(1 - s_j + c). The square root suits estimators whose
 * residual variance grows with hardness; the temper c > 0 keeps every item reachable and the weights within a
 * factor sqrt((1 + c)/c) of each other (1.41 at c = 1). Large c tends to uniform probabilities.
 *
 * @param s surrogate values in [0, 1], length N >= 1
 * @param temper c, finite and above 0
 * @returns N probabilities above 0 with sum 1
 * @throws RangeError on an empty pool, a value outside [0, 1] or a temper that is not above 0
 */
export function temperedProbabilities(s: Float64Array, temper: number = DEFAULT_TEMPER): Float64Array {
  requireSurrogate(s);
  requirePositive(temper, 'The temper');
  const weights = new Float64Array(s.length);
  for (let index = 0; index < s.length; index++) weights[index] = Math.sqrt(1 - s[index]! + temper);
  return normalizeInPlace(weights);
}
