import { describe, expect, test } from 'vitest';
import {
  type BettingPlan,
  buildPopulation,
  halfWidthAt,
  labelsNeeded,
  labelsToAskFor,
  looksOf,
  mean,
  nextLook,
  plannedProcedure,
  planOf,
  populationVariance,
  priorStandardDeviation,
  UNPLANNED,
  uniformOpen,
} from '../../stats/index.ts';
import fc from './support/seeded-fast-check.ts';

const anyPlan: fc.Arbitrary<BettingPlan> = fc.oneof(
  fc.constant(UNPLANNED),
  fc.constant<BettingPlan>({ rule: 3, labels: null, once: false }),
  fc.record({ rule: fc.constant(3 as const), labels: fc.integer({ min: 1, max: 6000 }), once: fc.boolean() }),
);

describe('labels needed under rule 2', () => {
  test.each([
    [0.2, 0.1, 42],
    [0.2, 0.05, 156],
    [0.2, 0.03, 448],
    [0.3, 0.1, 71],
    [0.3, 0.05, 325],
    [0.3, 0.03, 937],
    [0.4, 0.1, 119],
    [0.4, 0.05, 581],
    [0.4, 0.03, 1500],
  ])('standard deviation %s, half-width %s: %i of 4411', (standardDeviation, halfWidth, expected) => {
    const plan = labelsNeeded({
      halfWidth,
      populationSize: 4411,
      standardDeviation,
      plan: UNPLANNED,
    });
    // The last of the known figures is rounded to the hundred.
    expect(Math.abs(plan.labels - expected)).toBeLessThanOrEqual(expected === 1500 ? 5 : 0);
    expect(plan.exact).toBe(false);
  });

  test('it is the smallest number that reaches the target', () => {
    const facts = fc.record({
      halfWidth: fc.double({ min: 0.001, max: 0.4, noNaN: true }),
      populationSize: fc.integer({ min: 1, max: 5000 }),
      standardDeviation: fc.double({ min: 0, max: 0.5, noNaN: true }),
      plan: anyPlan,
    });
    fc.assert(
      fc.property(facts, ({ halfWidth, ...facts }) => {
        const { labels, exact } = labelsNeeded({ ...facts, halfWidth });
        expect(halfWidthAt({ ...facts, labels })).toBeLessThanOrEqual(halfWidth);
        expect(exact).toBe(labels === facts.populationSize);
        if (labels > 5) expect(halfWidthAt({ ...facts, labels: labels - 1 })).toBeGreaterThan(halfWidth);
      }),
    );
  });

  test('a target that is reached exactly is reached', () => {
    const facts = { populationSize: 1000, standardDeviation: 0.3, plan: UNPLANNED };
    for (const labels of [5, 17, 40, 333]) {
      expect(labelsNeeded({ ...facts, halfWidth: halfWidthAt({ ...facts, labels }) }).labels).toBe(labels);
    }
  });

  test('out of range', () => {
    const facts = { populationSize: 100, standardDeviation: 0.3, plan: planOf(30) };
    expect(() => labelsNeeded({ ...facts, halfWidth: 0 })).toThrow(RangeError);
    expect(() => labelsNeeded({ ...facts, standardDeviation: -1, halfWidth: 0.1 })).toThrow(RangeError);
    expect(() => halfWidthAt({ ...facts, labels: 101 })).toThrow(RangeError);
  });
});

const rms = (values: readonly number[]) => Math.sqrt(mean(values.map((value) => value ** 2)));

describe('half-widths of planned looks', () => {
  const unplanned: BettingPlan = { rule: 3, labels: null, once: false };

  test('never grow with the labels, lie in [0, .5], and end at 0', () => {
    const facts = fc.record({
      populationSize: fc.integer({ min: 1, max: 3000 }),
      standardDeviation: fc.double({ min: 0, max: 0.5, noNaN: true }),
      plan: anyPlan,
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      halfWidth: fc.double({ min: 0, max: 0.5, noNaN: true }),
    });
    fc.assert(
      fc.property(facts, fc.boolean(), ({ at, halfWidth, ...facts }, isRunning) => {
        const { populationSize: N, plan } = facts;
        const reached = { labels: Math.ceil(at * N), halfWidth };
        const width = (labels: number) => halfWidthAt({ ...facts, ...(isRunning && { reached }), labels });
        const first = plan.rule === 2 ? 5 : 1;
        for (let labels = first + 1; labels <= N; labels += Math.ceil(N / 50)) {
          expect(width(labels)).toBeLessThanOrEqual(width(labels - 1));
        }
        if (isRunning && plan.rule === 3 && reached.labels > 0) {
          expect(width(reached.labels)).toBeLessThanOrEqual(halfWidth);
        }
        expect(width(1)).toBeLessThanOrEqual(0.5);
        expect(width(N)).toBe(0);
      }),
    );
  });

  test.each([
    ['a coin', 30, 0.6],
    ['a coin', 100, 0.6],
    ['a coin', null, 0.6],
    ['a good surrogate', 100, undefined],
  ])('are those of simulated studies: %s, plan %s', (_, plan, share) => {
    const population = buildPopulation('', 2000, 5, (rng) => {
      const s = uniformOpen(rng);
      return share === undefined
        ? [s, 0.1 * uniformOpen(rng) + 0.9 * s]
        : [0.5, uniformOpen(rng) < share ? 1 : 0];
    });
    const counts = [10, 20, 30, 60, 90, 100, 140];
    const run = plannedProcedure('', plan, 0.05).prepare(population, counts);
    const looks = [1, 2, 3, 4].map((seed) => run(seed, counts));
    const residuals =
      share === undefined
        ? population.y.map((y, i) => y - 0.9 * population.s[i]!)
        : Float64Array.from(population.y);
    const center = mean(residuals);
    const facts = {
      populationSize: 2000,
      standardDeviation: Math.sqrt(mean(residuals.map((value) => (value - center) ** 2))),
      plainDeviation: Math.sqrt(populationVariance(population.y)),
      plan: { rule: 3 as const, labels: plan, once: false },
    };
    const errors = counts.map((labels, k) => {
      const simulated = mean(looks.map((look) => (look[k]!.upper! - look[k]!.lower!) / 2));
      return halfWidthAt({ ...facts, labels }) / simulated - 1;
    });
    expect(Math.sqrt(mean(errors.map((error) => error ** 2)))).toBeLessThan(0.12);
  });

  test('before the spread of the values is known go by the mean of the surrogate', () => {
    const population = buildPopulation('', 1000, 3, (rng) => {
      const y = uniformOpen(rng) < 0.7 ? 1 : 0;
      return [uniformOpen(rng) < 0.03 ? 1 - y : y, y];
    });
    const counts = [15, 30, 60, 100];
    const run = plannedProcedure('', 30, 0.05).prepare(population, counts);
    const looks = [1, 2, 3, 4].map((seed) => run(seed, counts));
    const facts = {
      populationSize: 1000,
      standardDeviation: Math.sqrt(populationVariance(population.y.map((y, i) => y - population.s[i]!))),
      plan: planOf(30),
    };
    const simulated = counts.map((_, k) =>
      mean(looks.map((look) => (look[k]!.upper! - look[k]!.lower!) / 2)),
    );
    const errorOf = (known: { surrogateMean?: number }) =>
      rms(counts.map((labels, k) => halfWidthAt({ ...facts, ...known, labels }) / simulated[k]! - 1));
    const surrogateMean = mean(population.s);
    expect(errorOf({ surrogateMean })).toBeLessThan(0.9 * errorOf({}));
    // Values in [0, 1] cannot scatter more than a coin.
    const widest = { ...facts, standardDeviation: 0.5, labels: 30 };
    expect(halfWidthAt({ ...widest, surrogateMean: 0.5 })).toBe(
      halfWidthAt({ ...widest, plainDeviation: 0.5 }),
    );
  });

  test('are narrow at the look that was asked for, and hardly fall between looks', () => {
    const facts = { populationSize: 100_000, standardDeviation: 0.5 };
    const at = (labels: number, plan: BettingPlan) => halfWidthAt({ ...facts, plan, labels });
    expect(at(30, planOf(30))).toBeLessThan(0.8 * at(30, planOf(100)));
    expect(at(100, planOf(100))).toBeLessThan(0.8 * at(100, planOf(30)));
    expect(at(100, unplanned)).toBeLessThan(0.95 * at(100, planOf(30)));
    expect(at(100, { rule: 3, labels: 100, once: true })).toBeLessThan(at(100, planOf(100)));
    // Looks of plan 30 are at 30, 95, 300: half of the way to 95 gains less than a tenth.
    expect(at(50, planOf(30))).toBeGreaterThan(0.9 * at(30, planOf(30)));
    expect(at(90, planOf(30))).toBeLessThan(1.1 * at(95, planOf(30)));
  });

  test('ask for fewer labels than a study of another plan takes', () => {
    const facts = { populationSize: 20_000, standardDeviation: 0.4, halfWidth: 0.05 };
    const { labels, exact } = labelsToAskFor(facts);
    expect(exact).toBe(false);
    expect(halfWidthAt({ ...facts, labels, plan: planOf(labels) })).toBeLessThanOrEqual(0.05);
    expect(labels).toBeLessThan(0.8 * labelsNeeded({ ...facts, plan: planOf(30) }).labels);
    expect(labels).toBeLessThan(labelsNeeded({ ...facts, plan: unplanned }).labels);
  });
});

describe('the forecast of a running study', () => {
  const facts = { populationSize: 100_000, standardDeviation: 0.45, plan: planOf(30), halfWidth: 0.05 };

  test('is rescaled by what it reached: one that lags is not told that the next label will do', () => {
    const { labels } = labelsNeeded(facts);
    for (const late of [1.05, 1.4, 2, 3]) {
      const reached = { labels, halfWidth: 0.05 * late };
      const more = labelsNeeded({ ...facts, reached }).labels - labels;
      expect(more).toBeGreaterThan(0.1 * labels * (late - 1));
      expect(halfWidthAt({ ...facts, reached, labels })).toBeCloseTo(reached.halfWidth, 10);
    }
    const early = { labels: 300, halfWidth: 0.8 * halfWidthAt({ ...facts, labels: 300 }) };
    expect(labelsNeeded({ ...facts, reached: early }).labels).toBeLessThan(labels);
  });

  test('is not while there are few labels, and no more than halved', () => {
    const at = (labels: number, reached?: { labels: number; halfWidth: number }) =>
      halfWidthAt({ ...facts, reached, labels });
    expect(at(100, { labels: 9, halfWidth: 0.49 })).toBe(at(100));
    expect(at(100, { labels: 10, halfWidth: 0.49 })).toBeGreaterThan(at(100));
    expect(at(3000, { labels: 1000, halfWidth: 0.001 })).toBe(0.001);
  });
});

test('whatever a study lags by, it is not told that the next label will do', () => {
  const facts = { populationSize: 100_000, standardDeviation: 0.05, plainDeviation: 0.15, plan: planOf(100) };
  const reached = { labels: 300, halfWidth: 0.42 };
  const at301 = halfWidthAt({ ...facts, reached, labels: 301 });
  expect(at301).toBeGreaterThan(0.41);
  expect(labelsNeeded({ ...facts, reached, halfWidth: 0.1 }).labels).toBeGreaterThan(1000);
});

describe('the next look', () => {
  const next = (labeled: number, plan: BettingPlan, populationSize = 300) =>
    nextLook({ labeled, looks: looksOf(populationSize, plan) });

  test('is the next of the table, whose wealth is not too little to matter', () => {
    expect(next(0, planOf(30))).toBe(10);
    expect(next(10, planOf(30))).toBe(30);
    expect(next(30, planOf(30))).toBe(79);
    expect(next(79, planOf(30))).toBe(158);
    expect(next(200, planOf(30))).toBe(234);
    // That at 30 labels of a plan of 100 has .02 of the wealth.
    expect(next(12, planOf(100))).toBe(100);
    expect(next(40_000, planOf(100), 100_000)).toBe(50_026);
  });

  test('is none after the last, after the only one, and under rule 2', () => {
    expect(next(234, planOf(30))).toBeUndefined();
    expect(next(40, { rule: 3, labels: 40, once: true })).toBeUndefined();
    expect(next(39, { rule: 3, labels: 40, once: true })).toBe(40);
    expect(next(0, UNPLANNED)).toBeUndefined();
  });
});

test('standard deviation before any label', () => {
  expect(priorStandardDeviation({ mean: 0.5, kind: 'binary-like' })).toBeCloseTo(Math.sqrt(0.1875), 14);
  expect(priorStandardDeviation({ mean: 0.98, kind: 'binary-like' })).toBe(0.3);
  expect(priorStandardDeviation({ mean: 0.98, kind: 'binary-like', correlation: 0, least: 0 })).toBeCloseTo(
    0.14,
  );
  expect(priorStandardDeviation({ mean: 0.98, kind: 'rating' })).toBe(0.2);
});

describe('standard deviation before any label, by how decided the surrogate is', () => {
  const of = (mean: number, surrogateVariance: number) =>
    priorStandardDeviation({ mean, kind: 'binary-like', surrogateVariance });

  test('a judge that says yes or no explains half of the variance, one that hardly varies nothing', () => {
    expect(of(0.5, 0.25)).toBeCloseTo(Math.sqrt(0.25 - 0.55 * 0.25), 14);
    expect(of(0.5, 0)).toBe(0.5);
    expect(of(0.5, 0.02)).toBeCloseTo(Math.sqrt(0.25 - 0.011), 14);
  });

  test('no more than that part of what the mean allows is explained, and ratings stay', () => {
    expect(of(0.5, 0.3)).toBe(of(0.5, 0.25));
    expect(of(0.98, 0.5)).toBe(0.3);
    expect(priorStandardDeviation({ mean: 0.6, kind: 'rating', surrogateVariance: 0.2 })).toBe(0.2);
    expect(() => of(0.5, Number.NaN)).toThrow(RangeError);
  });

  // Mean and spread of the surrogate and what all signals left, of published evaluations (docs/accuracy.md).
  test.each([
    ['halie Davinci, user_correct', 0.53, 0.232, 0.44],
    ['openqa_nq R2D2, BEM', 0.64, 0.48, 0.318],
    ['q2_wow dodeca, ROUGE-L', 0.27, 0.13, 0.457],
    ['pandalm', 0.49, 0.47, 0.35],
  ])('%s is foretold to a tenth', (_, mean, spread, left) => {
    expect(Math.abs(of(mean, spread ** 2) / left - 1)).toBeLessThan(0.1);
  });
});
