import { expect, test } from 'vitest';
import { clip, compensatedSum, mean, populationVariance } from '../../stats/index.ts';
import { RunningSum } from '../../stats/numeric.ts';

test('a compensated sum keeps what a plain one loses', () => {
  // Neumaier's own example: the plain sum is 0.
  expect(compensatedSum([1, 1e100, 1, -1e100])).toBe(2);
  expect(compensatedSum(new Float64Array(1_000_000).fill(0.1))).toBe(100_000);
  expect(compensatedSum([])).toBe(0);
});

test('a running sum equals the sum of the list, and copies are independent', () => {
  const sum = new RunningSum();
  for (const term of [1, 1e100, 1, -1e100]) sum.add(term);
  const copy = sum.clone();
  copy.add(5);
  expect([sum.value, copy.value]).toEqual([2, 7]);
});

test('mean and population variance', () => {
  expect(mean([1, 2, 3, 6])).toBe(3);
  expect(populationVariance([1, 2, 3, 6])).toBe(3.5);
  expect(() => mean([])).toThrow(RangeError);
});

test('clip', () => {
  expect([-1, 0.5, 2].map((x) => clip(x, 0, 1))).toEqual([0, 0.5, 1]);
});
