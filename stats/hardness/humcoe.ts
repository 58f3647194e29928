import { requireProbability } from '../check.ts';
import { compensatedSum } from '../numeric.ts';
import { normalizeInPlace, requireSurrogate } from './hardness.ts';
import { uniformProbabilities } from './uniform.ts';

/** Floor of HumCoE's probabilities as a multiple of the uniform probability 1/N (appendix A.1). */
export const DEFAULT_HARDNESS_FLOOR = 0.2;

/**
 * HumCoE's sampling probabilities: hardness 1 - s_i (Eq. 2) divided by its sum, raised to at least
 * `hardnessFloor`/N, and divided by the sum again. Uniform when every s_i is 1.
 *
 * Appendix A.1 prints `min(q, 0.2/N)` for the clipping; its stated purpose, "to avoid sampling data with
 * excessively small q", is served by the maximum only, which is what is computed here.
 *
 * @param s surrogate values in [0, 1], length N >= 1
 * @param hardnessFloor in (0, 1]
 * @returns N probabilities above 0 with sum 1
 * @throws RangeError on an empty pool or a value out of range
 */
export function humcoeProbabilities(s: Float64Array, hardnessFloor = DEFAULT_HARDNESS_FLOOR): Float64Array {
  return clippedHardness(s, hardnessFloor, Math.max);
}

function clippedHardness(
  s: Float64Array,
  hardnessFloor: number,
  clipTo: (q: number, bound: number) => number,
): Float64Array {
  requireSurrogate(s);
  requireProbability(hardnessFloor, 'The hardness floor');
  const q = new Float64Array(s.length);
  for (let index = 0; index < s.length; index++) q[index] = 1 - s[index]!;
  if (compensatedSum(q) === 0) return uniformProbabilities(s.length);
  normalizeInPlace(q);
  const bound = hardnessFloor / s.length;
  for (let index = 0; index < q.length; index++) q[index] = clipTo(q[index]!, bound);
  return normalizeInPlace(q);
}
