import { expect, test } from 'vitest';
import {
  type WeightedPair,
  weightedKendall,
  weightedPearson,
  weightedSpearman,
} from '../../../stats/index.ts';

const pairs = (a: readonly number[], b: readonly number[]): WeightedPair[] =>
  a.map((value, i) => ({ a: value, b: b[i]!, weight: 1 }));

/** The examples in SciPy's documentation of pearsonr, spearmanr and kendalltau, and one with many ties (SciPy 1.17). */
test('correlations as SciPy has them', () => {
  expect(weightedPearson(pairs([1, 2, 3, 4, 5, 6, 7], [10, 9, 2.5, 6, 4, 3, 2]))).toBeCloseTo(
    -0.8285038835884,
    12,
  );
  expect(weightedSpearman(pairs([1, 2, 3, 4, 5], [5, 6, 7, 8, 7]))).toBeCloseTo(0.8207826816681233, 12);
  expect(weightedKendall(pairs([12, 2, 1, 12, 2], [1, 4, 7, 1, 0]))).toBeCloseTo(-0.4714045207910316, 12);
  const tied = pairs([1, 1, 2, 2, 3, 3, 4, 5, 5, 5], [1, 2, 2, 2, 1, 3, 4, 4, 5, 3]);
  expect(weightedPearson(tied)).toBeCloseTo(0.7968209639521728, 12);
  expect(weightedSpearman(tied)).toBeCloseTo(0.7879746835443039, 12);
  expect(weightedKendall(tied)).toBeCloseTo(2 / 3, 12);
});

test('undefined where one side does not vary', () => {
  const flat = pairs([1, 2, 3], [4, 4, 4]);
  for (const coefficient of [weightedPearson, weightedSpearman, weightedKendall]) {
    expect(coefficient(flat)).toBeUndefined();
    expect(coefficient(pairs([1], [2]))).toBeUndefined();
  }
});
