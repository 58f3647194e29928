import { describe, expect, test } from 'vitest';
import { bradleyTerry, bradleyTerryIntervals, createRng } from '../../../stats/index.ts';

const pair = (first: number, second: number, winRate: number) => ({ first, second, winRate });
const odds = (winRate: number) => Math.log(winRate / (1 - winRate));

describe('Bradley-Terry strengths', () => {
  test('of two systems are the log odds of a win', () => {
    const [a, b] = bradleyTerry(2, [pair(0, 1, 0.75)])!;
    expect(a! - b!).toBeCloseTo(Math.log(3), 9);
    expect(a! + b!).toBeCloseTo(0, 9);
  });

  test('give back strengths whose win rates they were made of, also of pairs that were not compared', () => {
    const truth = [0.9, 0.2, -0.4, -0.7];
    const rate = (i: number, j: number) => 1 / (1 + Math.exp(truth[j]! - truth[i]!));
    const all = [0, 1, 2, 3].flatMap((i) =>
      [1, 2, 3].filter((j) => j > i).map((j) => pair(i, j, rate(i, j))),
    );
    for (const pairs of [all, all.filter(({ first, second }) => second === first + 1)]) {
      for (const [i, b] of bradleyTerry(4, pairs)!.entries()) expect(b).toBeCloseTo(truth[i]!, 5);
    }
  });

  test('where win rates do not fit the model, wins and expected wins agree for each system', () => {
    const pairs = [pair(0, 1, 0.8), pair(1, 2, 0.8), pair(0, 2, 0.4)];
    const b = bradleyTerry(3, pairs)!;
    const expected = (i: number) =>
      b.reduce((sum, other, j) => (j === i ? sum : sum + 1 / (1 + Math.exp(other - b[i]!))), 0);
    expect(expected(0)).toBeCloseTo(1.2, 6);
    expect(expected(1)).toBeCloseTo(1, 6);
    expect(expected(2)).toBeCloseTo(0.8, 6);
    expect(b[0]! - b[1]!).not.toBeCloseTo(odds(0.8), 1);
  });

  test('are not estimable where a system has won all, or some have not met', () => {
    expect(bradleyTerry(3, [pair(0, 1, 1), pair(1, 2, 0.6), pair(0, 2, 1)])).toBeNull();
    expect(bradleyTerry(3, [pair(0, 1, 0.5)])).toBeNull();
    expect(bradleyTerry(3, [pair(0, 1, 1), pair(1, 2, 1), pair(2, 0, 1)])).toEqual(new Float64Array(3));
    for (const [first, second] of [
      [0, 0],
      [0, 2],
      [2, 0],
      [-1, 0],
    ])
      expect(() => bradleyTerry(2, [pair(first!, second!, 0.5)])).toThrow(RangeError);
    expect(() => bradleyTerry(2, [pair(0, 1, 1.5)])).toThrow(RangeError);
  });
});

describe('intervals of Bradley-Terry strengths', () => {
  const labeled = (first: number, second: number, winRate: number, standardError: number) => ({
    ...{ first, second, winRate, standardError },
    ...{ labels: 60, differing: 300, sharedItems: 300 },
  });
  const pairs = [
    labeled(0, 1, 0.6, 0.05),
    labeled(0, 2, 0.7, 0.06),
    labeled(0, 3, 0.8, 0.05),
    labeled(1, 2, 0.55, 0.05),
    labeled(1, 3, 0.7, 0.04),
    labeled(2, 3, 0.65, 0.05),
  ];

  test('are those of a second computation in Python, which fits by Newton and takes the delta method', () => {
    // test/fixtures/bradley-terry/second.py prints strengths, standard deviations and how many of them the ends are away.
    const found = bradleyTerryIntervals(createRng(1), 4, pairs)!;
    const strengths = [0.6434, 0.1578, -0.1027, -0.6984];
    const halfWidths = [0.2787, 0.2183, 0.248, 0.2527];
    for (const [i, { strength, lower, upper }] of found.entries()) {
      expect(strength).toBeCloseTo(strengths[i]!, 3);
      expect((upper - lower) / 2 / halfWidths[i]!).toBeGreaterThan(0.88);
      expect((upper - lower) / 2 / halfWidths[i]!).toBeLessThan(1.12);
    }
  });

  test('are points where every item is labeled, and none where strengths are not to be had', () => {
    const exact = pairs.map((pair) => ({ ...pair, standardError: 0, differing: 60 }));
    for (const { strength, lower, upper } of bradleyTerryIntervals(createRng(1), 4, exact)!) {
      expect(lower).toBeCloseTo(strength, 12);
      expect(upper).toBeCloseTo(strength, 12);
    }
    expect(bradleyTerryIntervals(createRng(1), 5, pairs)).toBeNull();
    expect(() => bradleyTerryIntervals(createRng(1), 4, [labeled(0, 1, 0.5, Number.NaN)])).toThrow(
      RangeError,
    );
  });

  test('are wide where a system won all that it met: 30 wins of 30 are 28 of 30, too', () => {
    const won = { ...labeled(0, 1, 1, 0), labels: 30 };
    const [first] = bradleyTerryIntervals(createRng(1), 2, [won])!;
    const strengthOf = (rate: number) => Math.log(rate / (1 - rate)) / 2;
    expect(first!.strength).toBeCloseTo(strengthOf(30.5 / 31), 6);
    expect(first!.lower).toBeLessThan(strengthOf(28 / 30));
    expect(first!.upper).toBeGreaterThan(strengthOf(0.995));
    // Gart's interval of log-odds, sqrt(1/30.5 + 1/.5) at nine tenths of the items left.
    expect(first!.upper - first!.strength).toBeCloseTo(0.98 * Math.sqrt(0.9 * (1 / 30.5 + 2)), 1);
  });
});
