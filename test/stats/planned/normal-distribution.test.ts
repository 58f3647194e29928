import { expect, test } from 'vitest';
import { normalDistribution } from '../../../stats/planned/normal-distribution.ts';

/** Abramowitz and Stegun (1964), table 26.1. */
test.each([
  [0, 0.5],
  [0.5, 0.691462461274013],
  [1, 0.841344746068543],
  [1.96, 0.9750021048517795],
  [3, 0.9986501019683699],
  [5, 0.9999997133484281],
])('Phi(%d)', (x, probability) => {
  expect(normalDistribution(x)).toBeCloseTo(probability, 14);
  expect(normalDistribution(-x)).toBeCloseTo(1 - probability, 14);
});

test('far tails are 0 and 1, and nothing lies outside', () => {
  expect(normalDistribution(-40)).toBe(0);
  expect(normalDistribution(40)).toBe(1);
  for (let x = -9; x <= 9; x += 0.01) {
    expect(normalDistribution(x)).toBeGreaterThanOrEqual(normalDistribution(x - 0.01) - 1e-15);
    expect(normalDistribution(x)).toBeLessThanOrEqual(1);
  }
});
