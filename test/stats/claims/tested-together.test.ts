import { describe, expect, test } from 'vitest';
import { freedomOfShares } from '../../../stats/claims/effective-number.ts';
import { studentTail } from '../../../stats/claims/student-t.ts';
import type { PartLabel } from '../../../stats/claims/tested-together.ts';
import { createRng, holm, partProbabilities, uniformOpen } from '../../../stats/index.ts';
import { mostBelievable } from '../../../stats/simulation/binomial-tail.ts';
import { rounds } from '../../support/chance.ts';

describe('the correction of Holm', () => {
  test('multiplies the smallest by the number of tests, the next by one less, and never goes down', () => {
    // .01 x 4, .02 x 3, .03 x 2, .04 x 1, the last two raised to the one before.
    expect(holm([0.04, 0.01, 0.03, 0.02])).toEqual([0.06, 0.04, 0.06, 0.06]);
    expect(holm([0.01, 0.005, 0.5])).toEqual([0.02, 0.015, 0.5]);
    expect(holm([0.6, 0.7])).toEqual([1, 1]);
    expect(holm([])).toEqual([]);
    expect(() => holm([1.2])).toThrow(RangeError);
  });
});

describe('parts held against all other labels', () => {
  const how = { alpha: 0.05, seed: 1 };
  /** So many labels of each part, with the values that `valueAt` gives to a uniform number. */
  const dealt = (sizes: readonly number[], valueAt: (u: number, part: number) => number, seed: number) => {
    const rng = createRng(seed);
    return sizes.flatMap((size, part) =>
      Array.from(
        { length: size },
        (): PartLabel => ({ y: valueAt(uniformOpen(rng), part), weight: 1, part }),
      ),
    );
  };
  const partsOf = (sizes: readonly number[]) => [...sizes.keys()];

  test('two labels a side: t is the larger of the two, by hand', () => {
    const labels = [1, 1, 0, 0].map((y, i) => ({ y, weight: 1, part: i < 2 ? 0 : 1 }));
    // Centers 3/4 and 1/4, each with variance (2/16 + 10/16)/(3 * 4): two labels and two pseudo-labels.
    const t = 0.5 / Math.sqrt((2 * (2 * (1 / 16) + 9 / 16 + 1 / 16)) / 12);
    // Two of the six deals are as far apart, so that deals alone would give 1/3.
    expect(partProbabilities(labels, [0, 1], how)).toEqual([studentTail(t, 1), studentTail(t, 1)]);
    expect(studentTail(t, 1)).toBeGreaterThan(1 / 3);
  });

  test('many labels a side: the probability of Fisher, exact on a lattice', () => {
    // 9 of 10 against 12 of 30: the hypergeometric chances of 10 of 40 with 21 good.
    const choose = (n: number, k: number): number => (k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k);
    const chanceOf = (good: number) => (choose(21, good) * choose(19, 10 - good)) / choose(40, 10);
    const labels = Array.from({ length: 40 }, (_, i) => ({
      y: i < 9 || (i >= 10 && i < 22) ? 1 : 0,
      weight: 1,
      part: i < 10 ? 0 : 1,
    }));
    const [found] = partProbabilities(labels, [0], { ...how, alpha: 0.0005 });
    const exact = chanceOf(9) + chanceOf(10) + chanceOf(0) + chanceOf(1);
    expect(found!).toBeGreaterThan(0.8 * exact);
    expect(found!).toBeLessThan(2.5 * exact + 0.01);
  });

  const never = [
    ['twelve parts of ten labels', Array(12).fill(10), (u: number) => (u < 0.3 ? 1 : 0)],
    ['twenty parts of twelve', Array(20).fill(12), (u: number) => (u < 0.3 ? 1 : 0)],
    ['one part of sixty beside four of ten', [10, 10, 10, 10, 60], (u: number) => (u < 0.3 ? 1 : 0)],
    ['ratings with a ceiling', [10, 10, 10, 10, 60], (u: number) => (u < 0.8 ? 1 : u < 0.95 ? 0.75 : 0)],
  ] as const;
  test.each(never)(
    'that differ by chance alone are called different in at most alpha of all studies: %s',
    (...cell) => {
      const [, sizes, valueAt] = cell;
      const runs = rounds(60, 2000);
      let wrong = 0;
      for (let run = 0; run < runs; run++) {
        const found = partProbabilities(dealt(sizes, valueAt, 100 + run), partsOf(sizes), {
          ...how,
          seed: run,
        });
        if (holm(found).some((one) => one <= 0.05)) wrong += 1;
      }
      expect(wrong).toBeLessThanOrEqual(mostBelievable(runs, 0.05, 1e-3));
    },
  );

  test('of equal means and unequal spreads are not called different because no deal looks like them', () => {
    let wrong = 0;
    const runs = rounds(60, 1000);
    for (let run = 0; run < runs; run++) {
      const labels = dealt([10, 110], (u, part) => (part === 1 ? 0.9 : u < 0.9 ? 1 : 0), run);
      if (partProbabilities(labels, [0], { ...how, seed: run })[0]! <= 0.05) wrong += 1;
    }
    expect(wrong).toBeLessThanOrEqual(mostBelievable(runs, 0.05, 1e-3));
  });

  test('a part that is far off is found, and with the same seed again', () => {
    const labels = dealt([20, 40, 40], (u, part) => (u < (part === 0 ? 0.2 : 0.9) ? 1 : 0), 3);
    const found = partProbabilities(labels, [0, 1, 2], how);
    expect(found[0]!).toBeLessThan(0.002);
    expect(partProbabilities(labels, [0, 1, 2], how)).toEqual(found);
    expect(partProbabilities(labels, [], how)).toEqual([]);
  });

  test('a label that is alone on its side is refused', () => {
    const labels = [0, 1, 1].map((y, i) => ({ y, weight: 1, part: i === 0 ? 0 : 1 }));
    expect(() => partProbabilities(labels, [0], how)).toThrow(/2 labels each/);
  });
});

test('degrees of freedom: one less than units of equal weight, few where one has most of it', () => {
  expect(freedomOfShares(Array(20).fill(1 / 20))).toBeCloseTo(19, 9);
  expect(freedomOfShares([0.5, ...Array(19).fill(0.5 / 19)])).toBeLessThan(3);
  expect(freedomOfShares(Array(2).fill(1 / 2))).toBeCloseTo(1, 9);
  for (const shares of [
    [0.5, 0.3, 0.2],
    [0.52, 0.3, 0.18],
    [0.9, 0.06, 0.03, 0.01],
    [0.999, 0.0006, 0.0004],
    [0.2, 0.7, 0.1],
  ])
    expect(freedomOfShares(shares)).toBeCloseTo(freedomOfMatrix(shares), 9);
});

/** By the matrix itself. */
function freedomOfMatrix(shares: readonly number[]): number {
  const squares = shares.reduce((sum, a) => sum + a * a, 0);
  const rows = shares.map((_, g) => shares.map((a, h) => (g === h ? 1 : 0) - a));
  const weights = shares.map((a) => (a * a) / (1 - 2 * a + squares));
  const matrix = shares.map((_, i) =>
    shares.map((__, j) => rows.reduce((sum, row, g) => sum + weights[g]! * row[i]! * row[j]!, 0)),
  );
  const trace = matrix.reduce((sum, row, i) => sum + row[i]!, 0);
  return trace ** 2 / matrix.flat().reduce((sum, x) => sum + x * x, 0);
}

test.each([1e6, 1e9, 1e16, 1e100])(
  'a label that weighs %d times all others leaves one degree of freedom, and a test',
  (heavy) => {
    const shares = [heavy, 1, 1, 1].map((weight) => weight / (heavy + 3));
    expect(freedomOfShares(shares)).toBeGreaterThanOrEqual(1);
    expect(freedomOfShares(shares)).toBeLessThan(1.1);
    const labels = Array.from({ length: 40 }, (_, i) => ({
      ...{ y: (i % 3) / 2, weight: i === 0 ? heavy : 1, part: i % 2 },
    }));
    for (const one of partProbabilities(labels, [0, 1], { alpha: 0.05, seed: 1 })) {
      expect(one).toBeGreaterThan(0.05);
      expect(one).toBeLessThanOrEqual(1);
    }
  },
);
