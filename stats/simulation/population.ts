import { requireInteger, requireSameLength, requireUnit } from '../check.ts';
import { createRng, type Rng, uniformOpen } from '../random.ts';

/** A pool with all its human values, on which a study can be run as often as one likes. */
export interface Population {
  name: string;
  /** Surrogate values in [0, 1], length N. */
  s: Float64Array;
  /** Human values in [0, 1], length N. */
  y: Float64Array;
}

/** Makes the item at a position: its surrogate value and its human value, both in [0, 1]. */
export type MakeItem = (rng: Rng, position: number) => readonly [surrogate: number, human: number];

/** Far from the seeds of draws: a pool and its draw order from one seed would share their uniforms. */
const SEED_OFFSET = 4_000_000_000;

/** Largest seed of a population. */
const MAX_SEED = 0xffff_ffff - SEED_OFFSET;

/**
 * Builds a population of `size` items from a seed.
 *
 * @param seed integer from 0 to 294,967,295
 * @throws RangeError on another seed, an empty population, or a value outside [0, 1]
 */
export function buildPopulation(name: string, size: number, seed: number, makeItem: MakeItem): Population {
  requireInteger(size, 1, 2 ** 31, 'The population size');
  requireInteger(seed, 0, MAX_SEED, 'The seed of a population');
  const rng = createRng(SEED_OFFSET + seed);
  const s = new Float64Array(size);
  const y = new Float64Array(size);
  for (let position = 0; position < size; position++) {
    const [surrogate, human] = makeItem(rng, position);
    s[position] = surrogate;
    y[position] = human;
  }
  return requirePopulation({ name, s, y });
}

/** @throws RangeError unless both lists have one length of at least 1 and hold values in [0, 1]. */
export function requirePopulation(population: Population): Population {
  const { s, y } = population;
  requireInteger(s.length, 1, 2 ** 31, 'The population size');
  requireSameLength(s, y, 'Surrogate and human values');
  for (const value of s) requireUnit(value, 'A surrogate value');
  for (const value of y) requireUnit(value, 'A human value');
  return population;
}

/** 1 with probability p, else 0. */
export function coin(rng: Rng, p: number): 0 | 1 {
  return uniformOpen(rng) < p ? 1 : 0;
}
