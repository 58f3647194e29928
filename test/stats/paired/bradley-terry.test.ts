import { describe, expect, test } from 'vitest';
import { bradleyTerry } from '../../../stats/index.ts';

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
