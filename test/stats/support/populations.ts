import {
  buildPopulation,
  coin,
  type PoolSummary,
  type Population,
  summarizePool,
  uniformOpen,
} from '../../../stats/index.ts';
import type { Observation } from '../../../stats/sequence/calibrated-state.ts';

/** Draws of a population in the given order, as a sequence consumes them. */
export function observationsOf(
  { s, y }: Population,
  q: Float64Array,
  order: Iterable<number>,
): Observation[] {
  return Array.from(order, (i) => ({ y: y[i]!, surrogate: s[i]!, probability: q[i]! }));
}

export function summaryOf({ s }: Population, q: Float64Array): PoolSummary {
  return summarizePool(s, q);
}

export function average(values: Float64Array): number {
  return values.reduce((a, b) => a + b, 0) / values.length;
}

/** Populations on which an interval can go wrong: useless, lying, constant and overconfident surrogates. */
export function hardPopulations(n: number): Population[] {
  return [
    buildPopulation('binary, helpful surrogate', n, 1, (rng) => {
      const s = uniformOpen(rng);
      return [s, coin(rng, 0.3 + 0.65 * s)];
    }),
    buildPopulation('ratings, helpful surrogate', n, 2, (rng) => {
      const s = Math.round(4 * uniformOpen(rng)) / 4;
      return [s, Math.min(1, Math.max(0, Math.round(4 * (0.6 * s + 0.5 * uniformOpen(rng))) / 4))];
    }),
    buildPopulation('binary, useless surrogate', n, 3, (rng) => [uniformOpen(rng), coin(rng, 0.8)]),
    buildPopulation('binary, lying surrogate', n, 4, (rng) => {
      const s = uniformOpen(rng);
      return [s, coin(rng, 0.95 - 0.9 * s)];
    }),
    buildPopulation('binary, constant surrogate', n, 5, (rng) => [0.7, coin(rng, 0.65)]),
    buildPopulation('rare failures, overconfident surrogate', n, 6, (rng) => [
      coin(rng, 0.9) ? 1 : uniformOpen(rng),
      coin(rng, 0.93),
    ]),
  ];
}
