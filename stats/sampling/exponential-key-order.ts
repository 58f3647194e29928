import { requireInteger, requireProbability } from '../check.ts';
import { createRng, uniformOpen } from '../random.ts';
import { KeyHeap } from './key-heap.ts';

/**
 * Order of sequential draws without replacement with probabilities q, by exponential keys: item i gets the key
 * -ln(U_i)/q_i and items are drawn by ascending key. Given what was drawn before, the next item is i with
 * probability q_i / (1 - sum of drawn q), because the minimum of exponential variables of rates q falls on i
 * with probability proportional to q_i and the rest forget the past (Efraimidis and Spirakis, 2006; Rosén, 1997).
 *
 * The U_i are drawn in pool order from the seed, one per item, whatever `size` is: a larger size continues the
 * same order. Equal keys are ordered by position. Only the `size` smallest keys are kept, in a heap: time
 * O(N log size), memory O(size).
 *
 * @param q probabilities in (0, 1], length N; a common factor changes nothing
 * @param seed integer from 0 to 2^32 - 1
 * @param size number of draws, an integer from 0 to N
 * @returns pool positions in draw order
 * @throws RangeError on any other argument
 */
export function exponentialKeyOrder(q: Float64Array, seed: number, size: number): Uint32Array {
  requireInteger(size, 0, q.length, 'The number of draws');
  const rng = createRng(seed);
  const heap = new KeyHeap(size);
  for (let position = 0; position < q.length; position++) {
    const probability = q[position]!;
    requireProbability(probability, 'A probability');
    heap.offer(-Math.log(uniformOpen(rng)) / probability, position);
  }
  return heap.drainAscending();
}
