import { requireInteger } from '../check.ts';
import { createRng, type Rng, uniformInt } from '../random.ts';

/**
 * The first items of a uniformly random order (Fisher and Yates, 1938; Durstenfeld, 1964): place t gets one of the
 * N - t items left, each with the same probability. A larger `size` continues the same order.
 *
 * @param populationSize N, from 0 to 2^32 - 1
 * @param seed integer from 0 to 2^32 - 1
 * @param size number of draws, an integer from 0 to N
 * @returns pool positions in draw order
 * @throws RangeError on any other argument
 */
export function uniformOrder(populationSize: number, seed: number, size: number): Uint32Array {
  requireInteger(populationSize, 0, 2 ** 32 - 1, 'The population size');
  requireInteger(size, 0, populationSize, 'The number of draws');
  const items = Uint32Array.from({ length: populationSize }, (_, position) => position);
  shuffleStart(createRng(seed), items, size);
  return items.slice(0, size);
}

/** Shuffles a list in place as far as its first `size` places. */
export function shuffleStart(rng: Rng, items: Uint32Array, size = items.length): void {
  for (let place = 0; place < size; place++) {
    const chosen = uniformInt(rng, place, items.length - 1);
    const item = items[chosen]!;
    items[chosen] = items[place]!;
    items[place] = item;
  }
}
