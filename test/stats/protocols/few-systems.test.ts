import { expect, test } from 'vitest';
import { weightedKendall, weightedPearson, weightedSpearman } from '../../../stats/index.ts';
import { permutationP } from '../../../stats/protocols/few-systems.ts';

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

test('no p-value where nothing varies or too much would have to be counted', () => {
  expect(permutationP([1, 1, 1], [1, 2, 3], spearman)).toBeUndefined();
  const many = Array.from({ length: 9 }, (_, i) => i);
  expect(permutationP(many, many, spearman)).toBeUndefined();
  // Of eight values in any order the largest stands first in one of eight.
  const eight = many.slice(1).toReversed();
  expect(permutationP(eight, eight, (_, [first]) => first)).toBeCloseTo(1 / 8, 12);
  expect(() => permutationP([1, 2], [1], () => 1)).toThrow(RangeError);
});
