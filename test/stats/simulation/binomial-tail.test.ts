import { describe, expect, test } from 'vitest';
import {
  clopperPearsonLower,
  lowerTail,
  mostBelievable,
  upperTail,
} from '../../../stats/simulation/binomial-tail.ts';

test('tails of a fair coin are the counted ones', () => {
  // Of the 1,024 sequences of ten tosses 1, 10 and 45 have ten, nine and eight heads.
  expect(upperTail(8, 10, 0.5)).toBeCloseTo(56 / 1024, 14);
  expect(lowerTail(2, 10, 0.5)).toBeCloseTo(56 / 1024, 14);
  expect(lowerTail(7, 10, 0.5) + upperTail(8, 10, 0.5)).toBeCloseTo(1, 14);
});

test('ends of the range', () => {
  expect(upperTail(0, 10, 0)).toBe(1);
  expect(upperTail(1, 10, 0)).toBe(0);
  expect(upperTail(10, 10, 1)).toBe(1);
  expect(lowerTail(9, 10, 1)).toBe(0);
  expect(lowerTail(10, 10, 0.3)).toBe(1);
});

test('arguments out of range are refused', () => {
  expect(() => upperTail(11, 10, 0.5)).toThrow(RangeError);
  expect(() => lowerTail(-1, 10, 0.5)).toThrow(RangeError);
  expect(() => upperTail(1, 10, 1.5)).toThrow(RangeError);
  expect(() => mostBelievable(10, 0.5, 2)).toThrow(RangeError);
  expect(() => clopperPearsonLower(1, 10, -1)).toThrow(RangeError);
});

test('the most believable number is the last whose tail exceeds the level', () => {
  for (const [n, p, level] of [
    [300, 0.05, 1e-4],
    [20, 0.2, 0.01],
  ] as const) {
    const most = mostBelievable(n, p, level);
    expect(upperTail(most, n, p)).toBeGreaterThan(level);
    expect(upperTail(most + 1, n, p)).toBeLessThanOrEqual(level);
  }
  expect(mostBelievable(5, 1, 0.5)).toBe(5);
});

describe('Clopper and Pearson bound', () => {
  test('none of ten leaves 0, all of ten the tenth root of the level', () => {
    expect(clopperPearsonLower(0, 10, 0.025)).toBe(0);
    expect(clopperPearsonLower(10, 10, 0.025)).toBeCloseTo(0.025 ** 0.1, 10);
  });

  test('inverts the tail', () => {
    const bound = clopperPearsonLower(7, 20, 0.025);
    expect(upperTail(7, 20, bound)).toBeCloseTo(0.025, 9);
    // Collett (2003), table of exact 95 % limits: 0.154 for 7 of 20.
    expect(bound).toBeCloseTo(0.154, 3);
  });
});
