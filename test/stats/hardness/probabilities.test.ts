import { expect, test } from 'vitest';
import {
  hardness,
  humcoeProbabilities,
  temperedProbabilities,
  uniformProbabilities,
} from '../../../stats/index.ts';
import fc from '../support/seeded-fast-check.ts';

const pools = fc
  .array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 60 })
  .map((values) => Float64Array.from(values));

const sum = (q: Float64Array) => q.reduce((a, b) => a + b, 0);

test('probabilities are above 0, sum to 1 and fall with s', () => {
  fc.assert(
    fc.property(pools, (s) => {
      for (const q of [temperedProbabilities(s, 1), humcoeProbabilities(s), uniformProbabilities(s.length)]) {
        expect(Math.min(...q)).toBeGreaterThan(0);
        expect(sum(q)).toBeCloseTo(1, 12);
      }
      const q = temperedProbabilities(s, 0.25);
      for (let i = 1; i < s.length; i++) if (s[i]! > s[0]!) expect(q[i]!).toBeLessThanOrEqual(q[0]!);
    }),
  );
});

test('tempered hardness by hand', () => {
  const q = temperedProbabilities(Float64Array.of(1, 0), 1);
  expect(q[1]! / q[0]!).toBeCloseTo(Math.SQRT2, 14);
  expect(temperedProbabilities(Float64Array.of(0.3, 0.3), 1)).toEqual(Float64Array.of(0.5, 0.5));
});

test('HumCoE by hand: floor .2/N after normalization, then normalized again', () => {
  // 1 - s = 0, .5, 1, .5: normalized 0, .25, .5, .25; floor .05; sum 1.05.
  const q = humcoeProbabilities(Float64Array.of(1, 0.5, 0, 0.5));
  [0.05, 0.25, 0.5, 0.25].forEach((value, i) => {
    expect(q[i]).toBeCloseTo(value / 1.05, 14);
  });
});

test('all right in the surrogate eyes: uniform', () => {
  const ones = new Float64Array(4).fill(1);
  expect(humcoeProbabilities(ones)).toEqual(uniformProbabilities(4));
});

test('out of range', () => {
  expect(hardness(0.25)).toBe(0.75);
  expect(() => hardness(1.01)).toThrow(RangeError);
  expect(() => temperedProbabilities(Float64Array.of(0.5), 0)).toThrow(/temper/);
  expect(() => temperedProbabilities(new Float64Array(0), 1)).toThrow(RangeError);
  expect(() => humcoeProbabilities(Float64Array.of(0.5), 0)).toThrow(/floor/);
  expect(() => uniformProbabilities(0)).toThrow(RangeError);
});
