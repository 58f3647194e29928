import { expect, test } from 'vitest';
import {
  createRng,
  exactShare,
  meanOfCases,
  repeatSpread,
  uniformInt,
  uniformOpen,
} from '../../../stats/index.ts';

const cases = (passed: number, failed: number) => [
  ...Array.from({ length: passed }, () => ({ sum: 1, size: 1 })),
  ...Array.from({ length: failed }, () => ({ sum: 0, size: 1 })),
];

test('rules a mean out by the mean of 32 bets, at 2/alpha', () => {
  // One case that passed: the capital against m is the mean over f of 1 + f (1 - m)/m, which is 1 + (1 - m)/(2 m).
  const { value, lower, upper } = meanOfCases(cases(1, 0), 0.05);
  expect(value).toBe(1);
  expect(lower).toBeCloseTo(1 / 79, 9);
  expect(upper).toBe(1);
});

test('does not depend on the order, turns with its values, and is no narrower than the exact interval', () => {
  const [one, turned] = [meanOfCases(cases(17, 3)), meanOfCases(cases(3, 17))];
  expect(meanOfCases(cases(17, 3).toReversed())).toEqual(one);
  expect(turned.lower).toBeCloseTo(1 - one.upper, 9);
  const exact = exactShare(17, 20)!;
  expect(one.lower).toBeLessThan(exact.lower);
  expect(one.upper).toBeGreaterThan(exact.upper);
  expect(one.upper - one.lower).toBeLessThan(1.6 * (exact.upper - exact.lower));
});

test('takes a group of items for one case: copies of an item say nothing new', () => {
  const single = meanOfCases(cases(8, 4));
  const copied = meanOfCases(cases(8, 4).map(({ sum }) => ({ sum: 5 * sum, size: 5 })));
  expect(copied.lower).toBeCloseTo(single.lower, 9);
  expect(copied.upper).toBeCloseTo(single.upper, 9);
});

test('rounds many distinct values outward', () => {
  const rng = createRng(3);
  const units = Array.from({ length: 3000 }, () => ({ sum: uniformOpen(rng), size: 1 }));
  const { value, lower, upper } = meanOfCases(units);
  expect(lower).toBeLessThan(value - 0.01);
  expect(upper).toBeGreaterThan(value + 0.01);
  expect(upper - lower).toBeLessThan(0.06);
});

test('holds for groups of unequal sizes', () => {
  const rng = createRng(5);
  let misses = 0;
  for (let run = 0; run < 400; run++) {
    const units = Array.from({ length: 12 }, () => {
      const size = 1 + uniformInt(rng, 0, 4);
      return { size, sum: uniformOpen(rng) < 0.9 ? size : 0 };
    });
    const { lower, upper } = meanOfCases(units);
    if (lower > 0.9 || upper < 0.9) misses += 1;
  }
  expect(misses / 400).toBeLessThan(0.05);
});

test('refuses values outside [0, 1] and no units', () => {
  expect(() => meanOfCases([])).toThrow(RangeError);
  expect(() => meanOfCases([{ sum: 3, size: 2 }])).toThrow(RangeError);
});

test('parts what repeats vary by from what items vary by', () => {
  // Two items, two runs each: within 0.5, between (MSB - MSW)/n0 = (0 - 0.5)/2, which is not below 0.
  expect(
    repeatSpread([
      [0, 1],
      [1, 0],
    ]),
  ).toEqual({ items: 2, values: 4, ofSystem: Math.SQRT1_2, ofItems: 0, alike: 0 });
  // Repeats that agree: all of the variance is between the items, 0.5.
  expect(repeatSpread([[1, 1], [0, 0], [1]])).toEqual({
    items: 2,
    values: 4,
    ofSystem: 0,
    ofItems: Math.SQRT1_2,
    alike: 1,
  });
  expect(repeatSpread([[1], [0]])).toBeUndefined();
});
