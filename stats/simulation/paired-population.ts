import { pairedValue } from '../paired/difference.ts';
import { uniformOpen } from '../random.ts';
import { buildPopulation, coin, type Population } from './population.ts';

/**
 * The items of a comparison on which two systems differ, as the comparison evaluates them: A is right a little more
 * often than B, and a judge sees each answer rightly three times in four.
 *
 * @param size number of differing items
 * @throws RangeError as `buildPopulation`
 */
export function pairedPopulation(name: string, size: number, seed: number): Population {
  return buildPopulation(name, size, seed, (rng) => {
    const ease = uniformOpen(rng);
    const a = coin(rng, 0.2 + 0.7 * ease);
    const b = coin(rng, 0.1 + 0.7 * ease);
    const judged = (y: number) => (coin(rng, 0.75) ? y : 1 - y);
    return [pairedValue(judged(a), judged(b)), pairedValue(a, b)];
  });
}
