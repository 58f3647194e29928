import { describe, expect, test } from 'vitest';
import { impliedIntervals } from '../../../stats/index.ts';

const pair = (first: number, second: number, lower: number, upper = lower) => ({
  first,
  second,
  lower,
  upper,
});

describe('what intervals say of each other', () => {
  test('adds up along every path, and never widens what a pair says itself', () => {
    const pairs = [pair(0, 1, 0.1, 0.3), pair(1, 2, -0.2, 0.6), pair(2, 0, -0.5, 0.9), pair(3, 1, 0, 1)];
    const near = (lower: number, upper: number) => ({
      lower: expect.closeTo(lower, 9),
      upper: expect.closeTo(upper, 9),
    });
    // 0 - 2 lies in [-.1, .9] by way of 1 and in [-.9, .5] itself, so that 1 - 2 is .5 - .1 at most, by way of 0.
    expect(impliedIntervals(4, pairs)).toEqual([
      ...[near(0.1, 0.3), near(-0.2, 0.4), near(-0.5, 0.1), near(0, 1)],
    ]);
    expect(impliedIntervals(2, [pair(0, 1, -1, 2), pair(1, 0, -0.5, 3)])).toEqual([
      ...[near(-1, 0.5), near(-0.5, 1)],
    ]);
  });

  test('of exact differences holds the truth, whatever rounding makes of the sums', () => {
    const exact = [pair(0, 1, 0.1), pair(1, 2, 0.2)];
    const [, , open] = impliedIntervals(3, [...exact, pair(0, 2, -1, 1)])!;
    expect(open!.lower).toBeLessThan(0.3);
    expect(open!.upper).toBeGreaterThan(0.3);
    expect(open!.upper - open!.lower).toBeLessThan(1e-11);
    for (const unit of [1e-13, 1, 1e9]) {
      const scaled = [pair(0, 1, 0.1 * unit), pair(1, 2, 0.2 * unit)];
      expect(impliedIntervals(3, [...scaled, pair(0, 2, 0.3 * unit)]), `${unit}`).not.toBeNull();
      expect(impliedIntervals(3, [...scaled, pair(2, 0, -0.3 * unit)]), `${unit}`).not.toBeNull();
      expect(impliedIntervals(3, [...scaled, pair(0, 2, 0.29 * unit)]), `${unit}`).toBeNull();
    }
  });

  test('is nothing of systems that nothing connects, and none where they contradict each other', () => {
    expect(impliedIntervals(3, [pair(0, 1, -1, 1)])).toEqual([{ lower: -1, upper: 1 }]);
    expect(impliedIntervals(2, [])).toEqual([]);
    expect(impliedIntervals(2, [pair(0, 1, 0.2, 0.3), pair(0, 1, 0.4, 0.5)])).toBeNull();
    for (const [systems, wrong] of [
      [1, pair(0, 0, 0)],
      [2, pair(1, 1, 0)],
      [2, pair(0, 2, 0)],
      [2, pair(-1, 0, 0)],
    ] as const)
      expect(() => impliedIntervals(systems, [wrong])).toThrow(RangeError);
  });
});
