import { requireInteger } from '../check.ts';
import { createRng } from '../random.ts';
import { sortBySurrogate } from './sort-by-surrogate.ts';
import { shuffleStart } from './uniform-order.ts';

/** Strata by default. */
export const DEFAULT_STRATA = 5;

/** An order through strata, and the strata. */
interface StrataOrder {
  /** Pool positions in draw order. */
  order: Uint32Array;
  /** Stratum of each draw, an index into `sizes`. */
  stratum: Uint32Array;
  /** Number of pool items in each stratum. */
  sizes: readonly number[];
}

/**
 * Draws from strata of the surrogate in blocks: the pool is sorted by s, ties at random, and cut into `strata` parts
 * whose sizes differ by one at most; each block takes one random item of every part that has any left, the parts in
 * random order. A larger `size` continues the same order.
 *
 * @param s surrogate values in [0, 1], length N >= 1
 * @param seed integer from 0 to 2^32 - 1
 * @param size number of draws, an integer from 0 to N
 * @param strata an integer from 1 to N
 * @throws RangeError on any other argument
 */
export function strataOrder(
  s: Float64Array,
  seed: number,
  size: number,
  strata = DEFAULT_STRATA,
): StrataOrder {
  requireInteger(size, 0, s.length, 'The number of draws');
  requireInteger(strata, 1, s.length, 'The number of strata');
  const rng = createRng(seed);
  const sorted = sortBySurrogate(rng, s);
  const cut = (stratum: number) => Math.floor((stratum * s.length) / strata);
  const parts = Array.from({ length: strata }, (_, h) => sorted.subarray(cut(h), cut(h + 1)));
  for (const part of parts) shuffleStart(rng, part);
  const order = new Uint32Array(size);
  const stratum = new Uint32Array(size);
  for (let block = 0, drawn = 0; drawn < size; block++) {
    const open = Uint32Array.from([...parts.keys()].filter((h) => block < parts[h]!.length));
    shuffleStart(rng, open);
    for (const h of open.subarray(0, size - drawn)) {
      order[drawn] = parts[h]![block]!;
      stratum[drawn++] = h;
    }
  }
  return { order, stratum, sizes: parts.map((part) => part.length) };
}
