import { expect, test } from 'vitest';
import { createRng, uniformInt, uniformOpen } from '../../stats/index.ts';
import { lowerTail, upperTail } from '../../stats/simulation/binomial-tail.ts';
import fc from './support/seeded-fast-check.ts';

test('a seed gives the same doubles on every platform', () => {
  const rng = createRng(42);
  const first = Array.from({ length: 4 }, () => uniformOpen(rng));
  // No-regression values: a change here changes every stored sample.
  expect(first).toEqual([0.2725744465111921, 0.14005348723065558, 0.7822142315707581, 0.526808657344567]);
});

test('doubles lie in (0, 1) on the grid of 2^-53', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), (seed) => {
      const value = uniformOpen(createRng(seed));
      expect(value).toBeGreaterThan(0);
      expect(value).toBeLessThan(1);
      expect(Number.isInteger(value * 2 ** 53)).toBe(true);
    }),
  );
});

test('the first double is uniform over consecutive seeds', () => {
  // A generator seeded by one word can return its seed; then small seeds would share their first draw.
  const seeds = 5000;
  const bins = new Array<number>(10).fill(0);
  for (let seed = 0; seed < seeds; seed++) bins[Math.floor(10 * uniformOpen(createRng(seed)))]!++;
  for (const count of bins) {
    expect(Math.min(upperTail(count, seeds, 0.1), lowerTail(count, seeds, 0.1))).toBeGreaterThan(1e-6);
  }
});

test('integers cover their range without bias', () => {
  const rng = createRng(1);
  const counts = [0, 0, 0];
  for (let draw = 0; draw < 3000; draw++) counts[uniformInt(rng, 5, 7) - 5]!++;
  for (const count of counts) {
    expect(Math.min(upperTail(count, 3000, 1 / 3), lowerTail(count, 3000, 1 / 3))).toBeGreaterThan(1e-6);
  }
});

test.each([-1, 2 ** 32, 0.5, Number.NaN])('seed %s is refused', (seed) => {
  expect(() => createRng(seed)).toThrow(RangeError);
});

test('an empty range of integers is refused', () => {
  expect(() => uniformInt(createRng(1), 3, 2)).toThrow(RangeError);
});
