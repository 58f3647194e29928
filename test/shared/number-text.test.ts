import { expect, test } from 'vitest';
import {
  countOf,
  digitsOf,
  formatFixed,
  formatHalfWidth,
  formatInterval,
  isExact,
  scaleEnds,
  shortScore,
  signedScore,
  writtenEstimate,
} from '../../shared/number-text.ts';

const scale = { min: 1, max: 5 };
const around = (value: number, halfWidth: number) => ({
  value,
  lower: value - halfWidth,
  upper: value + halfWidth,
});

test.each([
  [0.37, '3.46', '3.09 to 3.83'],
  [0.037, '3.456', '3.419 to 3.493'],
  [0.0996, '3.46', '3.36 to 3.56'],
  [0.996, '3.5', '2.5 to 4.5'],
  [1.2, '3.5', '2.3 to 4.7'],
  [12, '3', '\u22129 to 15'],
])('with a half-width of %d a number has two significant digits of it', (halfWidth, value, interval) => {
  expect(writtenEstimate(around(3.4561, halfWidth), scale)).toEqual({ value, interval });
});

test('an exact number has the digits of its scale, and says that it is exact', () => {
  const noisy = { value: 3, lower: 3 - 1e-12, upper: 3 + 1e-12 };
  expect(isExact(noisy, scale)).toBe(true);
  expect(writtenEstimate(noisy, scale)).toEqual({ value: '3.00', interval: 'exact' });
  expect(isExact(around(3, 1e-6), scale)).toBe(false);
});

test('without an interval a number has the digits of its scale', () => {
  expect(writtenEstimate({ value: 3.4561, lower: null, upper: null }, scale)).toEqual({
    value: '3.46',
    interval: null,
  });
  expect(digitsOf(null, { min: 0, max: 1 })).toBe(3);
  expect(formatInterval(null, scale)).toBe('not estimable');
});

test('differences carry a sign, and nothing is minus zero', () => {
  expect(writtenEstimate(around(0.0123, 0.2), { min: -4, max: 4 }, { isSigned: true })).toEqual({
    value: '+0.01',
    interval: '−0.19 to +0.21',
  });
  expect(writtenEstimate(around(-0.001, 0.2), scale).value).toBe('0.00');
  expect(signedScore(-0.001, scale, 2)).toBe('0.00');
  expect(formatFixed(-0.001)).toBe('0.00');
  expect(formatHalfWidth(0.0478, scale)).toBe('0.048');
});

test.each([
  [2, 'rows that are no item', '2 rows that are no item'],
  [1200, 'spans', '1,200 spans'],
  [0, 'spans', '0 spans'],
  [1, 'rows that are no item', '1 row that is no item'],
  [1, 'spans', '1 span'],
  [1, 'replies of a system that differ from others', '1 reply of a system that differ from others'],
  [
    1,
    'votes say that both are bad; each counts as a tie',
    '1 vote says that both are bad; each counts as a tie',
  ],
  [1, 'items have other further fields', '1 item has other further fields'],
  [
    1,
    'second votes of a person on the same two replies',
    '1 second vote of a person on the same two replies',
  ],
  [1, 'column read as whole numbers: yes, no', '1 column read as whole numbers: yes, no'],
  [
    1,
    'column taken as what the annotators chose, by its words: quality',
    '1 column taken as what the annotators chose, by its words: quality',
  ],
  [1, 'values of "keys" kept as a field, not as scores', '1 value of "keys" kept as a field, not as scores'],
  [1, 'turns by speakers who are neither', '1 turn by speakers who are neither'],
  [
    1,
    'values NaN or Infinity, which are read as missing',
    '1 value NaN or Infinity, which are read as missing',
  ],
])('%i of "%s"', (count, many, expected) => {
  expect(countOf(count, many)).toBe(expected);
});

test('the ends of an observed scale and its scores have no more digits than tell anything', () => {
  expect(scaleEnds({ min: -4.143318008328844, max: 1_234_567 })).toBe('\u22124.14332 to 1234567');
  expect([1.3618218519299852, 12_345].map(shortScore)).toEqual(['1.362', '12345']);
});
