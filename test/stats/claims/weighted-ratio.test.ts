import { describe, expect, test } from 'vitest';
import {
  bracketSkips,
  createRng,
  exponentialKeyOrder,
  lureWeights,
  mean,
  weightedRatio as ratioOrNone,
  temperedProbabilities,
  uniformOpen,
} from '../../../stats/index.ts';
import fc from '../support/seeded-fast-check.ts';

/** Of labels none of which has nearly all of the weight. */
const weightedRatio = (facts: Parameters<typeof ratioOrNone>[0]) => ratioOrNone(facts)!;

describe('a weighted ratio', () => {
  const label = fc.record({
    y: fc.double({ min: 0, max: 1, noNaN: true }),
    weight: fc.double({ min: 0.01, max: 50, noNaN: true }),
  });

  test('is the weighted mean, within its interval, within [0, 1], and never certain', () => {
    fc.assert(
      fc.property(fc.array(label, { minLength: 2, maxLength: 60 }), (labels) => {
        const values = labels.map(({ y }) => y);
        const weights = labels.map(({ weight }) => weight);
        const found = weightedRatio({ values, weights, populationSize: 1000, alpha: 0.05 });
        const total = weights.reduce((a, b) => a + b, 0);
        const expected = values.reduce((sum, y, i) => sum + weights[i]! * y, 0) / total;
        expect(found.value).toBeCloseTo(expected, 10);
        expect(found.lower).toBeGreaterThanOrEqual(0);
        expect(found.lower).toBeLessThanOrEqual(found.value);
        expect(found.upper).toBeGreaterThanOrEqual(found.value);
        expect(found.upper).toBeLessThanOrEqual(1);
        expect(found.standardError).toBeGreaterThan(0);
        const scaled = weightedRatio({
          values,
          weights: weights.map((w) => 3 * w),
          populationSize: 1000,
          alpha: 0.05,
        });
        expect(scaled.upper).toBeCloseTo(found.upper, 10);
      }),
    );
  });

  test('ten labels that agree do not pass for certainty', () => {
    const found = weightedRatio({
      values: Array(10).fill(1),
      weights: Array(10).fill(1),
      populationSize: 1e6,
      alpha: 0.05,
    });
    expect(found.value).toBe(1);
    expect(found.upper).toBe(1);
    // The interval of Clopper and Pearson (1934) for 10 of 10 begins at .025^(1/10).
    expect(found.lower).toBeCloseTo(0.025 ** 0.1, 5);
  });

  test.each([1e3, 1e5, 1e6, 1e7, 1e9, 1e12, 1e16, 1e100, 1e300])(
    'one label that weighs %d times all others has no scatter: an interval that is wide, or none, and no error',
    (heavy) => {
      for (const count of [2, 10, 200]) {
        const values = Array.from({ length: count }, (_, i) => (i % 3) / 2);
        const weights = values.map((_, i) => (i === 0 ? heavy : 1 / (count - 1)));
        const found = ratioOrNone({ values, weights, populationSize: 1000, alpha: 0.05 });
        if (heavy >= 1e7) expect(found).toBeUndefined();
        if (heavy <= 1e5 && found) expect(found.upper - found.lower).toBeGreaterThan(0.9);
        const spread = { values, weights: values.map(() => 1), sizes: weights };
        if (heavy >= 1e7)
          expect(ratioOrNone({ ...spread, populationSize: 1000, alpha: 0.05 })).toBeUndefined();
        expect(bracketSkips(1, () => found)?.value).toBe(found?.value);
      }
    },
  );

  test('by hand: 0 and 1 of ten items, the pseudo-labels of the effective number', () => {
    // Weights 1 and 3: value 3/4; as many as min(16/10, 4/3) = 4/3 equal labels; center (1 + 1)/(4/3 + 2) = 3/5.
    const { value, standardError, lower, upper, degreesOfFreedom } = weightedRatio({
      values: [0, 1],
      weights: [1, 3],
      populationSize: 10,
      alpha: 0.5,
    });
    expect(value).toBe(0.75);
    const k = 4 / 3;
    const scatter = (1 / 4) ** 2 * 0.75 ** 2 + (3 / 4) ** 2 * 0.25 ** 2;
    const ofLabels = k ** 2 * scatter + k * 0.15 ** 2;
    expect(standardError).toBeCloseTo(Math.sqrt((0.8 * (ofLabels + 0.36 + 0.16)) / ((k + 1) * (k + 2))), 12);
    // Two units always have one degree of freedom, at which Student's t reaches 1 at alpha = .5 (Cauchy).
    expect(degreesOfFreedom).toBeCloseTo(1, 12);
    expect(lower).toBeLessThanOrEqual(0.6 - standardError);
    expect(upper).toBeGreaterThanOrEqual(Math.max(0.75, 0.6 + standardError));
  });

  test('what an item counts beside its weight counts in the mean and in the effective number', () => {
    const facts = { values: [0, 1, 1, 0], weights: [1, 1, 1, 1], populationSize: 1000, alpha: 0.05 };
    const [even, uneven] = [facts, { ...facts, sizes: [1, 5, 1, 1] }].map(weightedRatio);
    expect(uneven!.value).toBeCloseTo(6 / 8, 12);
    expect(uneven!.degreesOfFreedom).toBeLessThan(even!.degreesOfFreedom);
  });

  test('every item labeled is exact', () => {
    const values = [0, 0.5, 1, 1];
    const found = weightedRatio({ values, weights: [1, 1, 1, 1], populationSize: 4, alpha: 0.05 });
    expect([found.lower, found.value, found.upper]).toEqual([0.625, 0.625, 0.625]);
  });

  test('skipped items are bracketed', () => {
    const at = (skipped: 0 | 1) =>
      weightedRatio({
        values: [0.2, 0.4, 0.6, skipped],
        weights: [1, 1, 1, 1],
        populationSize: 40,
        alpha: 0.05,
      });
    const found = bracketSkips(1, at);
    expect(found!.value).toBeCloseTo((at(0).value + at(1).value) / 2, 14);
    expect([found!.lower, found!.upper]).toEqual([at(0).lower, at(1).upper]);
    expect(bracketSkips(0, at)).toEqual(at(0));
  });

  test('covers the mean of a subgroup about as often as it says, under tempered draws', () => {
    const rng = createRng(3);
    const surrogate = Float64Array.from({ length: 1500 }, () => uniformOpen(rng));
    const y = Array.from(surrogate, (s) => (uniformOpen(rng) < 0.3 + 0.6 * s ? 1 : 0));
    const inside = y.map(() => uniformOpen(rng) < 0.3);
    const q = temperedProbabilities(surrogate, 1);
    const truth = mean(y.filter((_, i) => inside[i]));
    const size = inside.filter(Boolean).length;
    let covered = 0;
    const runs = 400;
    for (let seed = 0; seed < runs; seed++) {
      const order = Array.from(exponentialKeyOrder(q, seed, 90));
      const weights = lureWeights(
        order.map((i) => q[i]!),
        q.length,
      );
      const members = [...order.keys()].filter((k) => inside[order[k]!]);
      const { lower, upper } = weightedRatio({
        values: members.map((k) => y[order[k]!]!),
        weights: members.map((k) => weights[k]!),
        populationSize: size,
        alpha: 0.05,
      });
      if (lower <= truth && truth <= upper) covered++;
    }
    // Three standard errors of a Monte-Carlo share below .95.
    expect(covered / runs).toBeGreaterThan(0.95 - 3 * Math.sqrt((0.95 * 0.05) / runs));
  });
});
