import { describe, expect, test } from 'vitest';
import {
  formatBytes,
  formatCount,
  formatDuration,
  formatInterval,
  formatPercent,
  formatScore,
} from '../../../renderer/api/format.ts';

describe('scores', () => {
  test.each([
    [4.4477, { min: 1, max: 5 }, '4.45'],
    [0.0412, { min: 0, max: 1 }, '0.041'],
    [1, { min: 0, max: 1 }, '1.000'],
    [83.44, { min: 0, max: 100 }, '83.4'],
    [7, { min: 0, max: 10 }, '7.00'],
    [-1.5, { min: -2, max: 2 }, '\u22121.50'],
    [1234.6, { min: 0, max: 5000 }, '1,235'],
  ])('%d on %j is %s', (value, scale, text) => {
    expect(formatScore(value, scale)).toBe(text);
  });
  test('what is no number is not estimable', () => {
    const scale = { min: 0, max: 1 };
    for (const value of [null, undefined, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(formatScore(value, scale)).toBe('not estimable');
    }
    expect(formatInterval(null, scale)).toBe('not estimable');
    expect(formatInterval({ lower: 0.1, upper: null }, scale)).toBe('not estimable');
    expect(formatInterval({ lower: 0.1, upper: 0.25 }, scale)).toBe('0.100 to 0.250');
  });
});

describe('counts, shares and times', () => {
  test('are grouped and short', () => {
    expect(formatCount(1234567)).toBe('1,234,567');
    expect(formatPercent(0.95)).toBe('95\u00a0%');
    expect(formatPercent(0.0666)).toBe('6.66\u00a0%');
    expect(formatBytes(999)).toBe('999 bytes');
    expect(formatBytes(1_234_567)).toBe('1.23 MB');
  });
  test.each([
    [0, '0 s'],
    [400, 'under 1 s'],
    [59_400, '59 s'],
    [80_000, '1 min 20 s'],
    [120_000, '2 min'],
    [3_599_000, '60 min'],
    [3_600_000, '1 h'],
    [5_400_000, '1 h 30 min'],
  ])('%d ms is %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });
});
