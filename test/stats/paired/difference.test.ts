import { describe, expect, test } from 'vitest';
import {
  CalibratedSequence,
  differenceScale,
  exponentialKeyOrder,
  fromUnit,
  intervalFromUnit,
  meanDifferenceScale,
  pairedValue,
  summarizePool,
  uniformProbabilities,
} from '../../../stats/index.ts';

describe('paired values', () => {
  test('run from 0 (B perfect, A useless) to 1, with 1/2 for equals', () => {
    expect(pairedValue(0, 1)).toBe(0);
    expect(pairedValue(1, 0)).toBe(1);
    expect(pairedValue(0.3, 0.3)).toBe(0.5);
    expect(() => pairedValue(1.2, 0)).toThrow(/A value of system A must lie in \[0, 1\]/);
    expect(() => pairedValue(0, Number.NaN)).toThrow(/system B/);
  });

  test('map to raw differences on the scale of the measure, whichever end is good', () => {
    const stars = differenceScale({ min: 1, max: 5, direction: 'higher' });
    expect(stars).toEqual({ min: -4, max: 4, direction: 'higher' });
    // 4 stars against 2: goodness 3/4 against 1/4.
    expect(fromUnit(pairedValue(0.75, 0.25), stars)).toBe(2);
    const errors = differenceScale({ min: 0, max: 10, direction: 'lower' });
    // 2 errors against 7: goodness .8 against .3, raw difference -5.
    expect(fromUnit(pairedValue(0.8, 0.3), errors)).toBeCloseTo(-5, 12);
  });

  test('equal items pull the difference of all items towards 0 by their share', () => {
    const scale = meanDifferenceScale(
      { min: 0, max: 1, direction: 'higher' },
      { sharedItems: 200, differing: 50 },
    );
    expect(scale).toEqual({ min: -0.25, max: 0.25, direction: 'higher' });
    expect(fromUnit(0.5, scale)).toBe(0);
    expect(intervalFromUnit({ lower: 0.5, upper: 1 }, scale)).toEqual({ lower: 0, upper: 0.25 });
    const one = { min: 0, max: 1, direction: 'higher' } as const;
    expect(() => meanDifferenceScale(one, { sharedItems: 5, differing: 0 })).toThrow(RangeError);
    expect(() => meanDifferenceScale(one, { sharedItems: 5, differing: 6 })).toThrow(RangeError);
  });
});

/** All orders of the numbers 0 to n - 1. */
function permutations(n: number): number[][] {
  if (n === 0) return [[]];
  return permutations(n - 1).flatMap((order) =>
    Array.from({ length: n }, (_, at) => [...order.slice(0, at), n - 1, ...order.slice(at)]),
  );
}

/** Six items of which four differ: goodness of A and of B, and the surrogate's opinion of each. */
const items = [
  { a: 1, b: 0, sa: 0.9, sb: 0.2 },
  { a: 0, b: 1, sa: 0.4, sb: 0.5 },
  { a: 1, b: 0, sa: 0.6, sb: 0.7 },
  { a: 0.25, b: 0, sa: 0.3, sb: 0.1 },
  { a: 1, b: 1, sa: 1, sb: 1 },
  { a: 0, b: 0, sa: 0.2, sb: 0.2 },
];
const differing = items.filter(({ a, b }) => a !== b);
const truth = items.reduce((sum, { a, b }) => sum + a - b, 0) / items.length;
const onAll = meanDifferenceScale(
  { min: 0, max: 1, direction: 'higher' },
  { sharedItems: items.length, differing: differing.length },
);

describe('the default estimator on the differing items', () => {
  const x = differing.map(({ a, b }) => pairedValue(a, b));
  const s = Float64Array.from(differing, ({ sa, sb }) => pairedValue(sa, sb));
  const q = uniformProbabilities(s.length);
  const summary = summarizePool(s, q);

  test('labeled to the end gives the exact difference over all items, in every order', () => {
    for (const order of permutations(differing.length)) {
      const sequence = new CalibratedSequence(summary);
      for (const i of order) sequence.add({ y: x[i]!, surrogate: s[i]!, probability: q[i]! });
      const { lower, upper } = intervalFromUnit(sequence.state, onAll);
      expect(fromUnit(sequence.state.value, onAll)).toBeCloseTo(truth, 12);
      expect(lower).toBeCloseTo(truth, 12);
      expect(upper).toBeCloseTo(truth, 12);
    }
  });

  test('the plain mean of two labels, averaged over all orders, is the difference (enumeration)', () => {
    const orders = permutations(differing.length);
    const means = orders.map(([first, second]) => fromUnit((x[first!]! + x[second!]!) / 2, onAll));
    expect(means.reduce((sum, value) => sum + value, 0) / orders.length).toBeCloseTo(truth, 12);
  });

  test('the interval holds the difference at every look in at least 95 % of draws (seeded)', () => {
    const runs = 300;
    const size = 60;
    // Half the differing items are for A, a third for B, the others a draw; the surrogate is a coin.
    const values = Array.from({ length: size }, (_, i): number => (i % 6 < 3 ? 1 : i % 6 < 5 ? 0 : 0.5));
    const guess = Float64Array.from(values, (_, i) => [0.2, 0.5, 0.9][(i * 7) % 3]!);
    const even = uniformProbabilities(size);
    const pool = summarizePool(guess, even);
    const mean = values.reduce((sum, value) => sum + value, 0) / size;
    let misses = 0;
    for (let seed = 0; seed < runs; seed++) {
      const sequence = new CalibratedSequence(pool);
      const order = exponentialKeyOrder(even, seed, 40);
      for (const i of order) {
        sequence.add({ y: values[i]!, surrogate: guess[i]!, probability: even[i]! });
      }
      const { lower, upper } = sequence.state;
      if (mean < lower || mean > upper) misses += 1;
    }
    // 15 expected at most; 27 is three standard errors above.
    expect(misses).toBeLessThanOrEqual(27);
  });
});
