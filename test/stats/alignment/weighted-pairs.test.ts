import { describe, expect, test } from 'vitest';
import {
  createRng,
  krippendorffAlpha,
  pairInterval,
  uniformOpen,
  type WeightedPair,
  weightedAlpha,
  weightedKappa,
  weightedKendall,
  weightedPearson,
  weightedSpearman,
} from '../../../stats/index.ts';

type Ends = { lower: number; upper: number };

const pairsOf = (a: readonly number[], b: readonly number[], weights?: readonly number[]): WeightedPair[] =>
  a.map((value, i) => ({ a: value, b: b[i]!, weight: weights?.[i] ?? 1 }));

// Ties on both sides; the expected values follow by hand from the definitions.
const a = [1, 2, 2, 3, 4, 4, 5, 1];
const b = [2, 1, 2, 3, 5, 4, 4, 1];
const tied = pairsOf(a, b);

describe('with equal weights', () => {
  test('Pearson, Spearman and Kendall are the usual ones', () => {
    // Sxy = 13.5, Sxx = 15.5, Syy = 15.5.
    expect(weightedPearson(tied)).toBeCloseTo(13.5 / 15.5, 12);
    // SciPy 1.17.1: spearmanr 0.845679012345679, kendalltau 0.72; midranks give 34.25/40.5.
    expect(weightedSpearman(tied)).toBeCloseTo(34.25 / 40.5, 12);
    // 28 pairs of items: 20 concordant, 2 discordant, 3 ties in a, 3 in b, none in both.
    expect(weightedKendall(tied)).toBeCloseTo(18 / 25, 12);
  });

  test('alpha is Krippendorff’s at the interval level', () => {
    const rows = a.map((value, i) => [value, b[i]!]);
    expect(weightedAlpha(tied)).toBeCloseTo(krippendorffAlpha(rows, 'interval')!, 12);
  });

  test('kappa is Cohen’s', () => {
    // Cohen's two-by-two example form: 20 yes/yes, 5 yes/no, 10 no/yes, 15 no/no gives 0.4.
    const cells = [
      [1, 1, 20],
      [1, 0, 5],
      [0, 1, 10],
      [0, 0, 15],
    ] as const;
    const votes = cells.flatMap(([x, y, n]) => Array.from({ length: n }, () => ({ a: x, b: y, weight: 1 })));
    expect(weightedKappa(votes, 'nominal')).toBeCloseTo(0.4, 12);
    expect(weightedKappa(votes, 'quadratic')).toBeCloseTo(0.4, 12);
  });
});

test('a weight of k counts an item k times', () => {
  const weights = [3, 1, 2, 1, 4, 1, 2, 1];
  const weighted = pairsOf(a, b, weights);
  const repeated = weighted.flatMap((pair) =>
    Array.from({ length: pair.weight }, () => ({ ...pair, weight: 1 })),
  );
  expect(weightedPearson(weighted)).toBeCloseTo(weightedPearson(repeated)!, 12);
  expect(weightedSpearman(weighted)).toBeCloseTo(weightedSpearman(repeated)!, 12);
  expect(weightedKendall(weighted)).toBeCloseTo(weightedKendall(repeated)!, 12);
  for (const kind of ['nominal', 'quadratic'] as const) {
    expect(weightedKappa(weighted, kind)).toBeCloseTo(weightedKappa(repeated, kind)!, 12);
  }
});

test('what does not vary is not estimable', () => {
  const constant = pairsOf([1, 2, 3], [4, 4, 4]);
  for (const statistic of [weightedPearson, weightedSpearman, weightedKendall]) {
    expect(statistic(constant)).toBeUndefined();
    expect(statistic([])).toBeUndefined();
  }
  // Two items that differ on both sides are enough.
  expect(weightedPearson(pairsOf([1, 2], [5, 3]))).toBe(-1);
  expect(weightedPearson(pairsOf([1], [5]))).toBeUndefined();
  expect(weightedAlpha([])).toBeUndefined();
  expect(weightedKappa([], 'nominal')).toBeUndefined();
  // One item on which two differ: all that varies is the disagreement.
  expect(weightedAlpha(pairsOf([1], [2]))).toBe(0);
  expect(weightedKappa(pairsOf([1], [2]), 'linear')).toBe(0);
  const same = pairsOf([2, 2], [2, 2]);
  expect(weightedAlpha(same)).toBeUndefined();
  expect(weightedKappa(same, 'nominal')).toBeUndefined();
  expect(() => weightedPearson([{ a: 1, b: Number.NaN, weight: 1 }])).toThrow(RangeError);
  expect(() => weightedPearson([{ a: 1, b: 1, weight: 0 }])).toThrow(RangeError);
});

test('values that do not vary have no correlation, however their mean is rounded', () => {
  for (const constant of [0.1, 0.3, 0.6, 1 / 3]) {
    for (let n = 2; n < 60; n++) {
      const pairs = Array.from({ length: n }, (_, i) => ({ a: constant, b: i, weight: 1 + i / 7 }));
      expect(weightedPearson(pairs)).toBeUndefined();
      expect(weightedSpearman(pairs)).toBeUndefined();
    }
  }
});

test.each(['nominal', 'linear', 'quadratic'] as const)(
  'what chance alone would give is that of all pairs of values, %s',
  (disagreement) => {
    const distance = {
      nominal: (d: number) => Number(d !== 0),
      linear: Math.abs,
      quadratic: (d: number) => d * d,
    };
    const of = distance[disagreement];
    const rng = createRng(5);
    const pairs = Array.from({ length: 60 }, (): WeightedPair => {
      const first = Math.floor(9 * uniformOpen(rng)) / 3 - 1;
      return {
        a: first,
        b: uniformOpen(rng) < 0.5 ? first : uniformOpen(rng),
        weight: 0.5 + uniformOpen(rng),
      };
    });
    const total = pairs.reduce((sum, { weight }) => sum + weight, 0);
    const observed = pairs.reduce((sum, one) => sum + one.weight * of(one.a - one.b), 0) / total;
    const expected =
      pairs
        .flatMap((one) => pairs.map((other) => one.weight * other.weight * of(one.a - other.b)))
        .reduce((sum, part) => sum + part, 0) /
      total ** 2;
    expect(weightedKappa(pairs, disagreement)).toBeCloseTo(1 - observed / expected, 10);
  },
);

test('the interval of a coefficient has no longest list of items', () => {
  const rng = createRng(6);
  const pairs = Array.from({ length: 150_000 }, (): WeightedPair => {
    const first = uniformOpen(rng);
    return { a: first, b: uniformOpen(rng) < 0.5 ? first : uniformOpen(rng), weight: 1 };
  });
  const mean = (some: readonly WeightedPair[]) =>
    some.reduce((sum, one) => sum + one.a * one.b, 0) / some.length;
  const { lower, upper } = pairInterval(pairs, mean) as Ends;
  expect(lower).toBeLessThan(mean(pairs));
  expect(upper).toBeGreaterThan(mean(pairs));
}, 60_000);
