import { expect, test } from 'vitest';
import { createRng, mean, uniformOpen } from '../../stats/index.ts';
import {
  activeInference,
  asymptotic,
  empiricalBernstein,
  hedgedBetting,
  hedgedResiduals,
  ppiPlusPlus,
  predictThenDebias,
} from './peer-methods.ts';

// Expected values were worked out in Python from the formulas of the papers.
const alpha = 0.05;
const labeled = {
  y: [1, 0, 1, 1, 0],
  s: [0.9, 0.6, 0.3, 0.7, 0.5],
  pool: Float64Array.from([0.9, 0.6, 0.3, 0.7, 0.5, 0.5, 0.8, 0.1, 0.3, 0.9, 0.6, 0.2, 0.7, 0.4, 0.55]),
};

test('PPI++', () => {
  const { value, upper } = ppiPlusPlus(labeled, alpha);
  expect(value).toBeCloseTo(0.5721325902024054, 9);
  expect(upper).toBeCloseTo(1.0459629903562075, 8);
});

test('PTD lies near PPI++, and its interval holds it', () => {
  const { value, lower, upper } = predictThenDebias(labeled, alpha, createRng(1));
  expect(Math.abs(value - ppiPlusPlus(labeled, alpha).value)).toBeLessThan(0.1);
  expect(lower).toBeLessThan(value);
  expect(upper).toBeGreaterThan(value);
});

test.each([false, true])('ASI is right on average, tuned: %s', (isTuned) => {
  const rng = createRng(4);
  const pool = Float64Array.from({ length: 200 }, () => uniformOpen(rng));
  const y = pool.map((f) => Number(uniformOpen(rng) < f));
  const values = Array.from({ length: 400 }, () => activeInference(pool, y, 60, alpha, rng, isTuned).value);
  expect(Math.abs(mean(values) - mean(y))).toBeLessThan(0.012);
});

test('empirical Bernstein sequence', () => {
  const take = empiricalBernstein(alpha);
  const xs = Array.from({ length: 12 }, () => [1, 0, 0.7, 1, 0.4]).flat();
  const { value, lower } = xs.map((x) => take(x, 0)).at(-1)!;
  expect(value).toBeCloseTo(0.6200055668697925, 9);
  // The narrowest end so far is at least the last one.
  expect(lower).toBeGreaterThanOrEqual(0.435597781116 - 1e-9);
});

test('asymptotic sequence, without a slope', () => {
  const take = asymptotic(alpha, 0.5, 30);
  const last = [1, 0, 1, 1, 0, 1, 0, 1, 1, 1].map((x) => take(x, 0.5)).at(-1)!;
  expect(last.value).toBeCloseTo(0.7, 12);
  expect(last.lower).toBeCloseTo(0.7 - 0.4839809196428106, 9);
});

test('betting sequences miss no more often than they promise', () => {
  const rng = createRng(11);
  const misses = [0, 0];
  for (let run = 0; run < 200; run++) {
    const takers = [hedgedBetting(alpha), hedgedResiduals(alpha, 0.5)];
    const ends = takers.map(() => ({ lower: 0, upper: 1 }));
    for (let t = 0; t < 40; t++) {
      const s = uniformOpen(rng);
      const y = Number(uniformOpen(rng) < 0.2 + 0.8 * s);
      for (const [k, take] of takers.entries()) ends[k] = take(y, s);
    }
    for (const [k, { lower, upper }] of ends.entries()) if (lower > 0.6 || upper < 0.6) misses[k]!++;
  }
  // 20 of 200 would be seen once in a thousand at most.
  for (const count of misses) expect(count).toBeLessThan(20);
});
