import { describe, expect, test } from 'vitest';
import {
  BracketedSequence,
  CalibratedSequence,
  exponentialKeyOrder,
  judgeCoverage,
  type Procedure,
  summarizePool,
  syntheticPopulation,
  temperedProbabilities,
  uniformProbabilities,
} from '../../../stats/index.ts';
import type { SequenceOptions } from '../../../stats/sequence/calibrated-state.ts';
import { MENDED_HAND_OVER } from '../../../stats/sequence/constants.ts';
import { growthStake, WealthGrid } from '../../../stats/sequence/wealth-grid.ts';
import { rounds } from '../../support/chance.ts';
import { hardPopulations } from '../support/populations.ts';
import { simulate } from '../support/simulate.ts';

const { s, y } = syntheticPopulation('binary, helpful surrogate', 500, 11);
const q = temperedProbabilities(s);
const order = [...exponentialKeyOrder(q, 3, 200)];
const observation = (i: number) => ({ y: y[i]!, surrogate: s[i]!, probability: q[i]! });

function run(options: SequenceOptions, labels = order.length) {
  const sequence = new CalibratedSequence(summarizePool(s, q), options);
  return order.slice(0, labels).map((i) => sequence.add(observation(i)));
}

const ends = (states: readonly { lower: number; upper: number }[]) =>
  states.map(({ lower, upper }) => [lower, upper]);

describe('bets for growth', () => {
  test('follow the formula in units of what is left', () => {
    // lead .1 with half of the pool left: x = .2, .2/(.05 + .04)/.5 = 4.444...
    expect(growthStake(0.1, 0.05, 0.5, 0.1, 0.1)).toBeCloseTo(0.2 / 0.09 / 0.5, 12);
    expect(growthStake(-0.1, 0.05, 1, 0.1, 0.1)).toBeCloseTo(-0.1 / 0.06, 12);
    // At most four fifths of the wealth at risk.
    expect(growthStake(0.1, 0.05, 0.5, 2, 1)).toBeCloseTo(0.4, 12);
    expect(growthStake(1e-16, 0.05, 0.5, 1, 1)).toBe(0);
  });

  test('win in one round what their factor says', () => {
    const grid = new WealthGrid();
    const other = grid.clone();
    // Against 0 the stake .6/(.25 + .36) wins 1: wealth 1.98...; mixed with 1 in parts of three and one.
    grid.betForGrowth(1, 0, 1, 0.6, 0.25, 1);
    const won = 1 + 0.6 / 0.61;
    expect(grid.accepted(1 / (won - 0.001))!.first).toBeGreaterThan(0);
    expect(grid.accepted(1 / (won + 0.001))!.first).toBe(0);
    const mixed = 0.75 * won + 0.25;
    expect(other.accepted(1 / (mixed - 0.001), grid, 0.75)!.first).toBeGreaterThan(0);
    expect(other.accepted(1 / (mixed + 0.001), grid, 0.75)!.first).toBe(0);
    grid.mix(0.75, other);
    expect(grid.accepted(1 / (mixed - 0.001))!.first).toBeGreaterThan(0);
    expect(grid.accepted(1 / (mixed + 0.001))!.first).toBe(0);
  });
});

test('until the label from which it is mended the rule is rule 2, to the bit', () => {
  const [landed, later, never] = [run({}), run({ mendedFrom: 60 }), run({ mendedFrom: 200 })];
  expect(ends(never)).toEqual(ends(landed));
  expect(ends(later.slice(0, 60))).toEqual(ends(landed.slice(0, 60)));
  expect(ends(later)).not.toEqual(ends(landed));
  // The interval alone is another one.
  expect(later.map(({ unclampedValue }) => unclampedValue)).toEqual(
    landed.map(({ unclampedValue }) => unclampedValue),
  );
  expect(() => run({ mendedFrom: -1 })).toThrow(RangeError);
  expect(() => run({ mendedFrom: 1.5 })).toThrow(RangeError);
});

test.each([0, 60, MENDED_HAND_OVER, 150])(
  'a copy goes on as the original does: mended from %i',
  (mendedFrom) => {
    const whole = run({ mendedFrom });
    for (const at of [50, 99, 100, 101, 170]) {
      const sequence = new CalibratedSequence(summarizePool(s, q), { mendedFrom });
      for (const i of order.slice(0, at)) sequence.add(observation(i));
      const copy = sequence.clone();
      for (const i of order.slice(at)) sequence.add(observation(i));
      for (const i of order.slice(at)) copy.add(observation(i));
      expect(copy.state).toEqual(whole.at(-1));
      expect(sequence.state).toEqual(whole.at(-1));
    }
  },
);

test('with skips it holds what either value would give', () => {
  const skipped = new Set([4, 90, 120]);
  const bracket = new BracketedSequence(new CalibratedSequence(summarizePool(s, q), { mendedFrom: 30 }));
  for (const [t, i] of order.entries()) {
    bracket.add({ ...observation(i), pool: i, ...(skipped.has(t) && { y: 'skipped' as const }) });
  }
  for (const worth of [0, 1]) {
    const sequence = new CalibratedSequence(summarizePool(s, q), { mendedFrom: 30 });
    for (const [t, i] of order.entries()) {
      sequence.add(skipped.has(t) ? { ...observation(i), y: worth } : observation(i));
    }
    expect(sequence.state.lower).toBeGreaterThanOrEqual(bracket.state.lower);
    expect(sequence.state.upper).toBeLessThanOrEqual(bracket.state.upper);
  }
});

test('a long study goes on narrowing', () => {
  const size = 20_000;
  const even = uniformProbabilities(size);
  const summary = summarizePool(new Float64Array(size).fill(0.5), even);
  const landed = new CalibratedSequence(summary);
  const mended = new CalibratedSequence(summary, { mendedFrom: 0 });
  const widths: [number, number][] = [];
  for (const i of exponentialKeyOrder(even, 7, 2000)) {
    const label = { y: i % 2, surrogate: 0.5, probability: even[i]! };
    const [before, after] = [landed.add(label), mended.add(label)];
    widths.push([before.upper - before.lower, after.upper - after.lower]);
  }
  const [wide, narrow] = widths.at(-1)!;
  expect(narrow).toBeLessThan(0.75 * wide);
  // At first it costs little.
  expect(widths[29]![1]).toBeLessThan(1.08 * widths[29]![0]);
  expect(widths[99]![1]).toBeLessThan(1.08 * widths[99]![0]);
});

/** Mended at once or in the middle, as no study chose it by its labels. */
const mendedProcedure = (mendedFrom: number): Procedure => ({
  name: `mended from ${mendedFrom}`,
  hasInterval: true,
  prepare(population) {
    const probabilities = temperedProbabilities(population.s);
    const summary = summarizePool(population.s, probabilities);
    return (seed, lookAt) => {
      const sequence = new CalibratedSequence(summary, { mendedFrom });
      const states = Array.from(exponentialKeyOrder(probabilities, seed, lookAt.at(-1) ?? 0), (i) =>
        sequence.add({ y: population.y[i]!, surrogate: population.s[i]!, probability: probabilities[i]! }),
      );
      return lookAt.map((count) => states[count - 1]!);
    };
  },
});

test.each([0, 40])(
  'misses at any look are within the promise: mended from %i',
  { timeout: 600_000 },
  (mendedFrom) => {
    for (const population of hardPopulations(200)) {
      const runs = rounds(30, 1000);
      const { missesAtAnyLook } = simulate(mendedProcedure(mendedFrom), population, {
        runs,
        seed: 2,
        labels: [rounds(60, 150)],
      });
      expect(judgeCoverage(missesAtAnyLook!, runs, 0.05), population.name).toMatchObject({ lies: false });
    }
  },
);
