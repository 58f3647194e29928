import { requireSurrogate } from '../hardness/hardness.ts';
import type { Rng } from '../random.ts';
import { shuffleStart } from './uniform-order.ts';

/**
 * Pool positions by ascending surrogate value, ties in random order.
 *
 * @throws RangeError when the pool is empty or a surrogate value lies outside [0, 1]
 */
export function sortBySurrogate(rng: Rng, s: Float64Array): Uint32Array {
  requireSurrogate(s);
  const positions = Uint32Array.from({ length: s.length }, (_, position) => position);
  shuffleStart(rng, positions);
  // Sorting is stable: items of one value stay in the order of the shuffle.
  return positions.sort((a, b) => s[a]! - s[b]!);
}
