import { expect, test } from 'vitest';
import { weightedKendall, weightedPearson, weightedSpearman } from '../../../stats/index.ts';
import { wilsonInterval } from '../../../stats/intervals/wilson.ts';
import { fewSystemsInterval, permutationP } from '../../../stats/protocols/few-systems.ts';

const pairs = (a: readonly number[], b: readonly number[]) =>
  a.map((value, i) => ({ a: value, b: b[i]!, weight: 1 }));
const spearman = (a: readonly number[], b: readonly number[]) => weightedSpearman(pairs(a, b));

/** Interview Evaluation, Table 1, QuAC: BERT, GraphFlow, HAM, ExCorD. */
const human = [82.6, 81.0, 87.8, 87.9];
const goldenQpr = [1.31, 1.37, 1.28, 1.24];

test('golden QPR orders the four systems as people do: Spearman -1, Pearson -0.91 as printed', () => {
  expect(spearman(human, goldenQpr)).toBeCloseTo(-1, 10);
  expect(weightedPearson(pairs(human, goldenQpr))).toBeCloseTo(-0.91, 2);
  expect(weightedKendall(pairs(human, goldenQpr))).toBeCloseTo(-1, 10);
});

test('a perfect order of four has an exact two-sided p-value of 2/24', () => {
  expect(permutationP(human, goldenQpr, spearman)).toBeCloseTo(1 / 12, 10);
});

test('the interval of four systems is nearly all of [-1, 1], that of three is not there', () => {
  // tanh(atanh(0.5) +- 1.96).
  const { lower, upper } = fewSystemsInterval('pearson', 0.5, 4)!;
  expect(lower).toBeCloseTo(-0.8876, 3);
  expect(upper).toBeCloseTo(0.9869, 3);
  expect(fewSystemsInterval('pearson', 0.5, 3)).toBeUndefined();
  expect(fewSystemsInterval('spearman', -1, 4)!.upper).toBeGreaterThan(0.2);
});

test("Spearman's interval is wider by Bonett's and Wright's variance, (1 + r^2/2)/(n - 3)", () => {
  // tanh(atanh(0.8) +- 1.959964 sqrt(1.32/4)).
  const { lower, upper } = fewSystemsInterval('spearman', 0.8, 7)!;
  expect(lower).toBeCloseTo(-0.0272945, 6);
  expect(upper).toBeCloseTo(0.976891, 6);
  // A perfect order of five is taken as 1 - 1/25, and its own end stays where it is.
  const perfect = fewSystemsInterval('spearman', 1, 5)!;
  expect(perfect.lower).toBeCloseTo(Math.tanh(Math.atanh(0.96) - 1.959964 * Math.sqrt(1.5 / 2)), 10);
  expect(perfect.upper).toBe(1);
  expect(fewSystemsInterval('spearman', -1, 5)).toEqual({ lower: -1, upper: -perfect.lower });
});

test('no p-value where nothing varies or too much would have to be counted', () => {
  expect(permutationP([1, 1, 1], [1, 2, 3], spearman)).toBeUndefined();
  const many = Array.from({ length: 9 }, (_, i) => i);
  expect(permutationP(many, many, spearman)).toBeUndefined();
  // Of eight values in any order the largest stands first in one of eight.
  const eight = many.slice(1).toReversed();
  expect(permutationP(eight, eight, (_, [first]) => first)).toBeCloseTo(1 / 8, 12);
  expect(() => permutationP([1, 2], [1], () => 1)).toThrow(RangeError);
});

test("Wilson's interval of 8 in 10 (Newcombe, 1998, formula of Wilson)", () => {
  const { lower, upper } = wilsonInterval(8, 10)!;
  expect(lower).toBeCloseTo(0.4902, 3);
  expect(upper).toBeCloseTo(0.9433, 3);
  expect(wilsonInterval(0, 10)!.upper).toBeGreaterThan(0.2);
  expect(wilsonInterval(0, 0)).toBeUndefined();
});

test("Wilson's interval ends at 0 and 1 exactly, never a rounding beyond", () => {
  for (let n = 1; n <= 400; n++) {
    const none = wilsonInterval(0, n)!;
    const all = wilsonInterval(n, n)!;
    expect(none.lower, `0 of ${n}`).toBeGreaterThanOrEqual(0);
    expect(none.lower, `0 of ${n}`).toBeLessThan(1e-15);
    expect(all.upper, `${n} of ${n}`).toBeLessThanOrEqual(1);
    expect(all.upper, `${n} of ${n}`).toBeGreaterThan(1 - 1e-15);
    expect(none.upper, `0 of ${n}`).toBeCloseTo(1 - all.lower, 12);
  }
});
