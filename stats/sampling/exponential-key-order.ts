import { requireInteger, requireProbability } from '../check.ts';
import { UniformStream } from '../kernel/fill-uniforms.ts';
import { KeyHeap } from './key-heap.ts';

/**
 * Order of sequential draws without replacement with probabilities q, by exponential keys: item i gets the key
 * -ln(U_i)/q_i and items are drawn by ascending key. Given what was drawn before, the next item is i with
 * probability q_i / (1 - sum of drawn q), because the minimum of exponential variables of rates q falls on i
 * with probability proportional to q_i and the rest forget the past (Efraimidis and Spirakis, 2006; Rosén, 1997).
 *
 * The U_i are drawn in pool order from the seed, one per item, whatever `size` is: a larger size continues the
 * same order. Equal keys are ordered by position. Only the `size` smallest keys are kept, in a heap, and no list of
 * length N is made: memory O(size). Since -ln(u) >= 1 - u, an item whose (1 - u)/q lies above the largest key kept is
 * passed by without a logarithm, as nearly all are when few are drawn from many.
 *
 * @param q probabilities in (0, 1], length N; a common factor changes nothing
 * @param seed integer from 0 to 2^32 - 1
 * @param size number of draws, an integer from 0 to N
 * @returns pool positions in draw order
 * @throws RangeError on any other argument
 */
export function exponentialKeyOrder(q: Float64Array, seed: number, size: number): Uint32Array {
  requireInteger(size, 0, q.length, 'The number of draws');
  const heap = new KeyHeap(size);
  const stream = new UniformStream(seed);
  const uniforms = new Float64Array(Math.min(CHUNK, q.length));
  let bound = Number.POSITIVE_INFINITY;
  for (let from = 0; from < q.length; from += CHUNK) {
    stream.fill(uniforms);
    const end = Math.min(CHUNK, q.length - from);
    for (let index = 0; index < end; index++) {
      const uniform = uniforms[index]!;
      const probability = q[from + index]!;
      if (!(probability > 0 && probability <= 1)) requireProbability(probability, 'A probability');
      if (1 - uniform > bound * probability) continue;
      heap.offer(-Math.log(uniform) / probability, from + index);
      bound = heap.largest * ROUNDING;
    }
  }
  return heap.drainAscending();
}

/** Uniforms made at a time. */
const CHUNK = 4096;

/** Relative distance that rounding can bring between -ln(u) and its bound 1 - u. */
const ROUNDING = 1 + 1e-12;
