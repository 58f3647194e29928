import { describe, expect, test } from 'vitest';
import { topKEntropy } from '../../../stats/index.ts';

const logs = (...probabilities: number[]) => probabilities.map(Math.log);

describe('entropy over the top log-probabilities', () => {
  test('by hand', () => {
    expect(topKEntropy([logs(0.5, 0.25, 0.25)])).toBeCloseTo(1.5 * Math.LN2, 14);
    // Renormalized: .2 and .2 are a half each.
    expect(topKEntropy([logs(0.2, 0.2)])).toBeCloseTo(Math.LN2, 14);
    expect(topKEntropy([logs(1)])).toBe(0);
    expect(topKEntropy([logs(0.1, 0.1, 0.1, 0.1, 0.1)])).toBeCloseTo(Math.log(5), 14);
  });

  test('mean over tokens; only the k largest count, in any order', () => {
    expect(topKEntropy([logs(0.2, 0.2), logs(1)])).toBeCloseTo(Math.LN2 / 2, 14);
    expect(topKEntropy([logs(0.01, 0.4, 0.05, 0.4)], 2)).toBeCloseTo(Math.LN2, 14);
    expect(topKEntropy([[0, Number.NEGATIVE_INFINITY]])).toBe(0);
    // Far below what exp can hold.
    expect(topKEntropy([[-2000, -2000]])).toBeCloseTo(Math.LN2, 14);
  });

  test('an empty response has none; impossible values are refused', () => {
    expect(topKEntropy([])).toBeUndefined();
    expect(() => topKEntropy([[0.1]])).toThrow(/at most 0/);
    expect(() => topKEntropy([[Number.NaN]])).toThrow(RangeError);
    expect(() => topKEntropy([[]])).toThrow(RangeError);
    expect(() => topKEntropy([[Number.NEGATIVE_INFINITY]])).toThrow(RangeError);
    expect(() => topKEntropy([logs(1)], 0)).toThrow(RangeError);
  });
});
