import { clip } from '../numeric.ts';
import { pairedValue } from '../paired/difference.ts';
import { type Rng, uniformOpen } from '../random.ts';
import { buildPopulation, coin, type MakeItem, type Population } from './population.ts';

/**
 * The populations on which estimates and intervals are tried: like published conversational sets, and such as an
 * interval can go wrong on (useless, lying, overconfident, constant and nearly perfect surrogates; rare failures).
 */
const kinds: Readonly<Record<string, MakeItem>> = {
  'answers by word F1, weak surrogate': (rng) => {
    const [a, b] = linked(rng, 0.5);
    return [inflated(a, 0.25, 0.35), inflated(b, 0.2, 0.55)];
  },
  'answers by word F1, good surrogate': (rng) => {
    const [a, b] = linked(rng, 0.85);
    return [inflated(a, 0.15, 0.55), inflated(b, 0.15, 0.62)];
  },
  'clarifications, .88 right': (rng) => {
    const [a, b] = linked(rng, 0.6);
    return [a, b > 0.12 ? 1 : 0];
  },
  'clarifications, .92 right': (rng) => {
    const [a, b] = linked(rng, 0.35);
    return [a ** 0.25, b > 0.08 ? 1 : 0];
  },
  'answers by ROUGE-L, .47': (rng) => {
    const [a, b] = linked(rng, 0.6);
    return [inflated(a, 0.1, 0.05), inflated(b, 0.12, 0.06)];
  },
  'ratings of five levels, .62': (rng) => {
    const [a, b] = linked(rng, 0.65);
    return [level(0.9 * a + 0.1), level(b ** 0.6)];
  },
  'ratings of five levels, mostly the best': (rng) => {
    const [a, b] = linked(rng, 0.5);
    return [level(a ** 0.3), level(b ** 0.2)];
  },
  'ratings averaged over annotators': (rng) => {
    const s = uniformOpen(rng);
    return [s, clip(0.35 + 0.4 * s + 0.3 * (uniformOpen(rng) - 0.5), 0, 1)];
  },
  'binary, calibrated surrogate': (rng) => {
    const s = uniformOpen(rng);
    return [s, coin(rng, s)];
  },
  'binary, helpful surrogate': (rng) => {
    const s = uniformOpen(rng);
    return [s, coin(rng, 0.3 + 0.65 * s)];
  },
  'binary, binary surrogate': (rng) => {
    const y = coin(rng, 0.7);
    return [coin(rng, y === 1 ? 0.9 : 0.25), y];
  },
  'binary, surrogate on a narrow scale': (rng) => {
    const s = uniformOpen(rng);
    return [0.7 + 0.2 * s, coin(rng, 0.2 + 0.75 * s)];
  },
  'binary, useless surrogate': (rng) => [uniformOpen(rng), coin(rng, 0.8)],
  'graded, useless surrogate': (rng) => [uniformOpen(rng), uniformOpen(rng)],
  'binary, lying surrogate': (rng) => {
    const s = uniformOpen(rng);
    return [s, coin(rng, 0.95 - 0.9 * s)];
  },
  'graded, lying surrogate': (rng) => {
    const s = uniformOpen(rng);
    return [s, clip(1 - s + 0.2 * (uniformOpen(rng) - 0.5), 0, 1)];
  },
  'binary, overconfident surrogate': (rng) => [coin(rng, 0.85) ? 1 : uniformOpen(rng), coin(rng, 0.6)],
  'binary, constant surrogate': (rng) => [0.7, coin(rng, 0.65)],
  'graded, constant surrogate': (rng) => [0.5, inflated(uniformOpen(rng), 0.1, 0.4)],
  'binary, nearly perfect surrogate': (rng) => {
    const y = coin(rng, 0.75);
    return [coin(rng, 0.02) ? 1 - y : y, y];
  },
  'graded, nearly perfect surrogate': (rng) => {
    const s = uniformOpen(rng);
    return [s, clip(s + 0.08 * (uniformOpen(rng) - 0.5), 0, 1)];
  },
  'rare failures, overconfident surrogate': (rng) => [coin(rng, 0.9) ? 1 : uniformOpen(rng), coin(rng, 0.97)],
  'rare successes, hopeful surrogate': (rng) => [0.5 + 0.5 * uniformOpen(rng), coin(rng, 0.04)],
  'empty replies decide': (rng) => {
    const empty = coin(rng, 0.2) === 1;
    return [empty ? 0 : 0.4 + 0.6 * uniformOpen(rng), empty ? 0 : coin(rng, 0.95)];
  },
};

/** Names of the synthetic populations. */
export const syntheticKinds: readonly string[] = Object.keys(kinds);

/**
 * One synthetic population.
 *
 * @param kind one of `syntheticKinds`
 * @throws RangeError on an unknown kind, or as `buildPopulation`
 */
export function syntheticPopulation(kind: string, size: number, seed: number): Population {
  const makeItem = kinds[kind];
  if (!makeItem) throw new RangeError(`There is no synthetic population '${kind}'.`);
  return buildPopulation(kind, size, seed, makeItem);
}

/** Two uniforms that are the same with probability `share`, else independent; their correlation is `share`. */
function linked(rng: Rng, share: number): readonly [number, number] {
  const first = uniformOpen(rng);
  return [first, coin(rng, share) ? first : uniformOpen(rng)];
}

/** Quantile of a score that is 0 with probability `zeros`, 1 with probability `ones` and uniform between. */
function inflated(u: number, zeros: number, ones: number): number {
  return clip((u - zeros) / (1 - zeros - ones), 0, 1);
}

/** The nearest of five equally spaced levels from 0 to 1. */
function level(value: number): number {
  return Math.round(clip(value, 0, 1) * 4) / 4;
}

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
