import { requireInteger } from '../check.ts';
import { createRng, uniformOpen } from '../random.ts';
import { sortBySurrogate } from './sort-by-surrogate.ts';

/** 1/golden ratio: its multiples fill the unit interval evenly, however many there are. */
const GOLDEN = 0.6180339887498949;

/**
 * An order that is spread evenly over the surrogate at every length: the pool is sorted by s, ties at random, and with
 * a random start U draw t = 0, 1, ... is the item of rank floor(N frac(U + 0.618... t)), or the next higher one not
 * drawn yet, going round. A larger `size` continues the same order. Each draw falls on every item with about the same
 * probability, but the draws are not independent.
 *
 * @param s surrogate values in [0, 1], length N >= 1
 * @param seed integer from 0 to 2^32 - 1
 * @param size number of draws, an integer from 0 to N
 * @returns pool positions in draw order
 * @throws RangeError on any other argument
 */
export function spreadOrder(s: Float64Array, seed: number, size: number): Uint32Array {
  const N = s.length;
  requireInteger(size, 0, N, 'The number of draws');
  const rng = createRng(seed);
  const sorted = sortBySurrogate(rng, s);
  const start = uniformOpen(rng);
  const next = Uint32Array.from({ length: N + 1 }, (_, rank) => rank);
  return Uint32Array.from({ length: size }, (_, t) => {
    const rank = Math.min(N - 1, Math.floor(N * ((start + t * GOLDEN) % 1)));
    const free = firstFree(next, rank) < N ? firstFree(next, rank) : firstFree(next, 0);
    next[free] = free + 1;
    return sorted[free]!;
  });
}

/** The first rank from `rank` on that is not drawn, N when there is none; shortens the way for the next search. */
function firstFree(next: Uint32Array, rank: number): number {
  let free = rank;
  while (next[free] !== free) free = next[free]!;
  for (let at = rank; at !== free; ) {
    const after = next[at]!;
    next[at] = free;
    at = after;
  }
  return free;
}
