import { expect, test } from 'vitest';
import { krippendorffAlpha } from '../../../stats/index.ts';

const x = undefined;

/** Four observers, twelve units: Krippendorff (2011), section C. */
const observers = [
  [1, 2, 3, 3, 2, 1, 4, 1, 2, x, x, x],
  [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, x, 3],
  [x, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, x],
  [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, x],
];
const units = observers[0]!.map((_, unit) => observers.map((row) => row[unit]));

test.each([
  ['nominal', 0.743],
  ['ordinal', 0.815],
  ['interval', 0.849],
  ['ratio', 0.797],
] as const)('%s alpha of the published example is %s', (level, published) => {
  expect(Number(krippendorffAlpha(units, level)!.toFixed(3))).toBe(published);
});

test('binary data of two observers: .095, Krippendorff (2011), section A', () => {
  const a = [0, 1, 0, 0, 0, 0, 0, 0, 1, 0];
  const b = [1, 1, 1, 0, 0, 1, 0, 0, 0, 0];
  const alpha = krippendorffAlpha(
    a.map((value, unit) => [value, b[unit]]),
    'nominal',
  );
  expect(Number(alpha!.toFixed(3))).toBe(0.095);
});

test('nominal data of two observers, five categories: .692, Krippendorff (2011), section B', () => {
  const [a, b] = ['aabbdcccedda', 'babbbccceddd'].map((letters) => [...letters].map((c) => c.charCodeAt(0)));
  const alpha = krippendorffAlpha(
    a!.map((value, unit) => [value, b![unit]]),
    'nominal',
  );
  expect(Number(alpha!.toFixed(3))).toBe(0.692);
});

test('undefined without pairable values or with one value in use', () => {
  expect(krippendorffAlpha([], 'nominal')).toBeUndefined();
  expect(
    krippendorffAlpha(
      [
        [1, x],
        [x, 2],
      ],
      'interval',
    ),
  ).toBeUndefined();
  expect(
    krippendorffAlpha(
      [
        [3, 3],
        [3, 3],
        [1, x],
      ],
      'nominal',
    ),
  ).toBeUndefined();
});

test('perfect agreement is 1', () => {
  expect(
    krippendorffAlpha(
      [
        [1, 1],
        [4, 4, 4],
      ],
      'ordinal',
    ),
  ).toBe(1);
});

test('values without a place on the level are refused', () => {
  expect(() => krippendorffAlpha([[1, Number.NaN]], 'nominal')).toThrow(RangeError);
  expect(() => krippendorffAlpha([[1, -1]], 'ratio')).toThrow(RangeError);
});

/** Three coders, fifteen units: the worked example of the Wikipedia article "Krippendorff's alpha". */
const coders = [
  [x, x, x, x, x, 3, 4, 1, 2, 1, 1, 3, 3, x, 3],
  [1, x, 2, 1, 3, 3, 4, 3, x, x, x, x, x, x, x],
  [x, x, 2, 1, 3, 4, 4, x, 2, 1, 1, 3, 3, x, 4],
];
const coded = coders[0]!.map((_, unit) => coders.map((row) => row[unit]));

test.each([
  ['nominal', 0.691],
  ['ordinal', 0.807],
  ['interval', 0.811],
] as const)('%s alpha of three coders is %s', (level, published) => {
  expect(Number(krippendorffAlpha(coded, level)!.toFixed(3))).toBe(published);
});

test('item weights: equal ones change nothing, and only their ratios count', () => {
  const weights = units.map((_, unit) => 1 + (unit % 3));
  for (const level of ['nominal', 'ordinal', 'interval', 'ratio'] as const) {
    const alpha = krippendorffAlpha(units, level)!;
    expect(
      krippendorffAlpha(
        units,
        level,
        units.map(() => 7),
      ),
    ).toBeCloseTo(alpha, 12);
    const weighted = krippendorffAlpha(units, level, weights)!;
    expect(
      krippendorffAlpha(
        units,
        level,
        weights.map((w) => w / 9),
      ),
    ).toBeCloseTo(weighted, 12);
    expect(weighted).not.toBeCloseTo(alpha, 3);
  }
});

test('item weights by hand: an agreeing pair of weight 3 and two disagreeing ones of weight 1', () => {
  // Scaled to 9/5 and 3/5 by 6 values. Values 0: 3.6 + .6 + .6, 1: 1.2. D_o = 2 (2 * .6)/6, D_e = 2 * 4.8 * 1.2/30.
  const rows = [
    [0, 0],
    [0, 1],
    [1, 0],
  ];
  expect(krippendorffAlpha(rows, 'nominal', [3, 1, 1])).toBeCloseTo(1 - 0.4 / 0.384, 12);
});

test('weights of another length, or not above 0, are refused', () => {
  expect(() => krippendorffAlpha([[1, 2]], 'nominal', [])).toThrow(RangeError);
  expect(() => krippendorffAlpha([[1, 2]], 'nominal', [0])).toThrow(RangeError);
});
