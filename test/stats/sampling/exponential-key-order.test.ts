import { expect, test } from 'vitest';
import { createRng, exponentialKeyOrder, uniformOpen, uniformProbabilities } from '../../../stats/index.ts';
import { lowerTail, upperTail } from '../../../stats/simulation/binomial-tail.ts';
import fc from '../support/seeded-fast-check.ts';

const masses = fc
  .array(fc.double({ min: 0.001, max: 1, noNaN: true }), { minLength: 1, maxLength: 80 })
  .map((values) => Float64Array.from(values));
const seeds = fc.integer({ min: 0, max: 2 ** 32 - 1 });

test('the same as a full sort of the keys, and every size is a prefix of it', () => {
  fc.assert(
    fc.property(masses, seeds, fc.nat(), (q, seed, size) => {
      const rng = createRng(seed);
      const keys = Array.from(q, (probability) => -Math.log(uniformOpen(rng)) / probability);
      const sorted = keys.map((_, i) => i).sort((a, b) => keys[a]! - keys[b]! || a - b);
      const count = size % (q.length + 1);
      expect(Array.from(exponentialKeyOrder(q, seed, count))).toEqual(sorted.slice(0, count));
    }),
  );
});

test('a pool of many chunks: still the same as a full sort, for few draws and for many', () => {
  const N = 20_000;
  const rng = createRng(3);
  const q = Float64Array.from({ length: N }, () => uniformOpen(rng) / N);
  const uniforms = createRng(99);
  const keys = Array.from(q, (probability) => -Math.log(uniformOpen(uniforms)) / probability);
  const sorted = keys.map((_, i) => i).sort((a, b) => keys[a]! - keys[b]! || a - b);
  for (const size of [0, 1, 50, 4097, N]) {
    expect(Array.from(exponentialKeyOrder(q, 99, size))).toEqual(sorted.slice(0, size));
  }
});

test('a common factor of q changes nothing', () => {
  fc.assert(
    fc.property(masses, seeds, (q, seed) => {
      const scaled = q.map((value) => value / 4);
      expect(exponentialKeyOrder(scaled, seed, q.length)).toEqual(exponentialKeyOrder(q, seed, q.length));
    }),
  );
});

test('the law of the first two draws is that of sequential draws without replacement', () => {
  const q = Float64Array.of(0.1, 0.2, 0.3, 0.4);
  const runs = 20_000;
  const counts = new Map<string, number>();
  for (let seed = 0; seed < runs; seed++) {
    const pair = exponentialKeyOrder(q, seed, 2).join();
    counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  let chiSquare = 0;
  for (let i = 0; i < 4; i++) {
    for (let j = 0; j < 4; j++) {
      if (i === j) continue;
      const p = (q[i]! * q[j]!) / (1 - q[i]!);
      const count = counts.get(`${i},${j}`) ?? 0;
      chiSquare += (count - runs * p) ** 2 / (runs * p);
      expect(Math.min(upperTail(count, runs, p), lowerTail(count, runs, p))).toBeGreaterThan(1e-6);
    }
  }
  // Quantile 1 - 1e-6 of chi-square with 11 degrees of freedom.
  expect(chiSquare).toBeLessThan(48.9);
});

test('a stored order does not change', () => {
  expect(Array.from(exponentialKeyOrder(uniformProbabilities(10), 7, 10))).toEqual([
    7, 2, 3, 9, 4, 8, 5, 0, 1, 6,
  ]);
});

test('out of range', () => {
  const q = uniformProbabilities(3);
  expect(() => exponentialKeyOrder(q, 1, 4)).toThrow(RangeError);
  expect(() => exponentialKeyOrder(q, -1, 1)).toThrow(RangeError);
  for (const wrong of [0, -0.5, 1.5, 1 + 1e-9, Number.NaN]) {
    for (const size of [1, 2])
      expect(() => exponentialKeyOrder(Float64Array.of(0.5, wrong), 1, size), `${wrong}`).toThrow(RangeError);
  }
  expect(exponentialKeyOrder(Float64Array.of(1, 1), 1, 2)).toHaveLength(2);
  expect(exponentialKeyOrder(q, 1, 0)).toHaveLength(0);
});
