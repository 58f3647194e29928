import { expect, test } from 'vitest';
import { drawWithReplacement } from '../../../stats/index.ts';
import { lowerTail, upperTail } from '../../../stats/simulation/binomial-tail.ts';
import fc from '../support/seeded-fast-check.ts';

test('shares of the draws are the probabilities, an item of weight 0 never comes', () => {
  const q = Float64Array.of(0, 0.1, 0.2, 0, 0.7, 0);
  const runs = 20_000;
  const counts = new Array<number>(6).fill(0);
  for (const position of drawWithReplacement(q, 3, runs)) counts[position]!++;
  q.forEach((p, i) => {
    if (p === 0) expect(counts[i]).toBe(0);
    else {
      const count = counts[i]!;
      expect(Math.min(upperTail(count, runs, p), lowerTail(count, runs, p))).toBeGreaterThan(1e-6);
    }
  });
});

test('a longer draw extends the same prefix', () => {
  const q = Float64Array.of(0.3, 0.3, 0.4);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), fc.integer({ min: 0, max: 40 }), (seed, size) => {
      expect(drawWithReplacement(q, seed, 40).slice(0, size)).toEqual(drawWithReplacement(q, seed, size));
    }),
  );
});

test('out of range', () => {
  expect(() => drawWithReplacement(Float64Array.of(0, 0), 1, 1)).toThrow(RangeError);
  expect(() => drawWithReplacement(Float64Array.of(-1, 2), 1, 1)).toThrow(RangeError);
  expect(() => drawWithReplacement(Float64Array.of(1), 1, -1)).toThrow(RangeError);
});
