import { describe, expect, test } from 'vitest';
import {
  type Draw,
  type Evidence,
  estimateAll,
  exponentialKeyOrder,
  humcoeProbabilities,
  humcoeWeights,
  lureWeights,
  type MethodEstimate,
  poissonSample,
  spreadOrder,
  strataOrder,
  summarizePool,
  temperedProbabilities,
  uniformProbabilities,
} from '../../../stats/index.ts';
import { methods } from '../../../stats/methods/registry.ts';
import fc from '../support/seeded-fast-check.ts';

const s = Float64Array.of(0, 0.2, 0.4, 0.4, 0.8, 1);
const y = Float64Array.of(0.1, 0, 0.5, 0.9, 0.6, 1);
const N = s.length;
const truth = y.reduce((a, b) => a + b) / N;
const uniform = uniformProbabilities(N);

function evidence(
  design: Evidence['design'],
  pools: Iterable<number>,
  more: Partial<Evidence> = {},
): Evidence {
  const draws = Array.from(
    pools,
    (pool): Draw => ({ pool, y: y[pool]!, surrogate: s[pool]!, probability: 1 / N }),
  );
  return {
    design,
    uniform: true,
    summary: summarizePool(s, uniform),
    alpha: 0.05,
    draws,
    poolSurrogate: s,
    ...more,
  };
}

function table(given: Evidence): Record<string, MethodEstimate> {
  return Object.fromEntries(estimateAll(given).map((row) => [row.method, row]));
}

const estimableIds = (given: Evidence) =>
  estimateAll(given)
    .filter((row) => row.estimable)
    .map((row) => row.method);

describe('chosen items', () => {
  test('top-K, hybrid and HMCEval by hand', () => {
    const rows = table(evidence('most-uncertain', [3, 2]));
    expect(rows['top-k']!.value).toBeCloseTo(0.7, 14);
    const hybrid = (0.9 + 0.5 + 0 + 0.2 + 0.8 + 1) / 6;
    expect(rows['top-k-hybrid']!.value).toBeCloseTo(hybrid, 14);
    expect(rows.hmceval!.value).toBeCloseTo(hybrid, 14);
    expect(rows.hmceval!.assumptions).toMatch(/appendix E .* A\.2 says high certainty/);
    expect(table(evidence('most-certain', [0])).hmceval!.assumptions).toMatch(/High certainty first/);
  });

  test('no weighted method gives a number on them', () => {
    const weighted = ['lure', 'lure-error', 'hansen-hurwitz', 'hajek', 'ppi', 'active-inference'];
    const own = { 'most-uncertain': ['top-k', 'top-k-hybrid', 'hmceval'], 'confident-disagreement': ['mcm'] };
    for (const [design, ids] of Object.entries(own)) {
      const given = evidence(design as keyof typeof own, [3, 2, 1]);
      const found = estimableIds(given);
      expect(found).toEqual(expect.arrayContaining(['plain-mean', 'surrogate-only', ...ids]));
      expect(weighted.filter((id) => found.includes(id))).toEqual([]);
      // Whatever the methods are, none reads a chance that these draws do not have.
      const draws = given.draws.map((draw, t) => ({ ...draw, probability: 0.1 + 0.2 * t }));
      expect(estimateAll({ ...given, draws })).toEqual(estimateAll(given));
    }
    const other = Object.values(own).map((ids, t) =>
      estimableIds(evidence(Object.keys(own)[1 - t] as keyof typeof own, [3, 2, 1])).filter((id) =>
        ids.includes(id),
      ),
    );
    expect(other).toEqual([[], []]);
    expect(table(evidence('most-uncertain', [3, 2])).hajek!.reason).toMatch(/drawn by chance/);
  });

  test('once all are labeled the machine has no part left', () => {
    const all = [0, 1, 2, 3, 4, 5];
    expect(table(evidence('most-uncertain', all)).hmceval!.value).toBeCloseTo(truth, 14);
    expect(table(evidence('confident-disagreement', all)).mcm!.value).toBeCloseTo(truth, 14);
  });
});

describe('strata', () => {
  const drawn = (pools: number[], strata: number[], sizes: number[]) => {
    const given = evidence('strata', pools, { strataSizes: sizes });
    return { ...given, draws: given.draws.map((draw, t) => ({ ...draw, stratum: strata[t]! })) };
  };

  test('stratified mean and its kin by hand', () => {
    // Strata {0, 1}, {2, 3, 4, 5}: one and two labels.
    const rows = table(drawn([0, 2, 4], [0, 1, 1], [2, 4]));
    expect(rows['stratified-mean']!.value).toBeCloseTo((2 * 0.1 + 4 * 0.55) / 6, 14);
    expect(rows.hajek!.value).toBeCloseTo(rows['stratified-mean']!.value!, 14);
    expect(rows.ppi!.value).toBeCloseTo((2.8 + 2 * 0.1 + 4 * -0.05) / 6, 14);
  });

  test('not before every stratum has a label', () => {
    const rows = table(drawn([2, 4], [1, 1], [2, 4]));
    expect(rows['stratified-mean']!.reason).toBe('needs a label in every stratum');
    expect(rows['shrunk-difference']!.reason).toBe('needs a label in every stratum');
  });

  test('the stratified mean is unbiased: average over all samples of one per stratum', () => {
    let sum = 0;
    for (const a of [0, 1, 2]) {
      for (const b of [3, 4, 5]) sum += table(drawn([a, b], [0, 1], [3, 3]))['stratified-mean']!.value! / 9;
    }
    expect(sum).toBeCloseTo(truth, 14);
  });
});

describe('Poisson samples', () => {
  const inclusion = [0.5, 0.25, 0.75, 0.5, 0.2, 1];
  const sample = (pools: number[]) => {
    const given = evidence('poisson', pools, { sampleSize: pools.length });
    return { ...given, draws: given.draws.map((draw) => ({ ...draw, probability: inclusion[draw.pool]! })) };
  };

  test('active inference is unbiased: average over all 2^6 samples by their chances', () => {
    let sum = 0;
    for (let bits = 0; bits < 2 ** N; bits++) {
      const pools = [0, 1, 2, 3, 4, 5].filter((i) => (bits & (1 << i)) !== 0);
      const chance = inclusion.reduce((p, pi, i) => p * (pools.includes(i) ? pi : 1 - pi), 1);
      if (chance > 0) sum += chance * table(sample(pools))['active-inference']!.value!;
    }
    expect(sum).toBeCloseTo(truth, 12);
  });

  test('Hájek by hand; nothing before the whole sample is labeled', () => {
    const rows = table(sample([0, 4, 5]));
    expect(rows.hajek!.value).toBeCloseTo((0.1 / 0.5 + 0.6 / 0.2 + 1) / (2 + 5 + 1), 14);
    const part = { ...sample([0, 4]), sampleSize: 3 };
    const early = table(part);
    for (const id of ['hajek', 'ppi', 'active-inference']) expect(early[id]!.estimable, id).toBe(false);
    for (const id of ['plain-mean', 'surrogate-only']) expect(early[id]!.estimable, id).toBe(true);
    expect(early['active-inference']!.reason).toMatch(/every item of the Poisson sample/);
  });
});

test('a spread order has the calibrated estimate and an interval called approximate', () => {
  const row = table(evidence('spread', spreadOrder(s, 1, 4))).spread!;
  expect(row.interval).toMatch(/^approximate/);
  expect(row.value!).toBeGreaterThanOrEqual(row.lower!);
  expect(row.value!).toBeLessThanOrEqual(row.upper!);
  expect(table(evidence('spread', [0])).calibrated!.estimable).toBe(false);
});

test('ablations of the paper: weights of Eq. 3 on uniform draws, plain mean on hardness draws', () => {
  const q = humcoeProbabilities(s);
  const [a, b] = humcoeWeights([q[3]!, q[0]!], N);
  expect(table(evidence('without-replacement', [3, 0]))['humcoe-random-sample']!.value).toBeCloseTo(
    (a! * 0.9 + b! * 0.1) / 2,
    14,
  );
  const repeated = evidence('with-replacement', [3, 3, 0], { uniform: false });
  expect(table(repeated)['humcoe-no-calibration']!.value).toBeCloseTo(1.9 / 3, 14);
  expect(table({ ...repeated, uniform: true })['humcoe-no-calibration']!.estimable).toBe(false);
  expect(table(evidence('without-replacement', [3, 0]))['humcoe-no-calibration']).toMatchObject({
    ...{ estimable: false, reason: expect.stringContaining('with replacement') },
  });
});

test('LURE is unbiased: average over all sequences of three draws by their probabilities', () => {
  const q = temperedProbabilities(s);
  let lure = 0;
  let lureError = 0;
  for (let i = 0; i < N; i++) {
    for (let j = 0; j < N; j++) {
      for (let k = 0; k < N; k++) {
        if (i === j || j === k || i === k) continue;
        const chance = ((q[i]! * q[j]!) / (1 - q[i]!)) * (q[k]! / (1 - q[i]! - q[j]!));
        const weights = lureWeights([q[i]!, q[j]!, q[k]!], N);
        const weighted = (of: (value: number) => number) =>
          [i, j, k].reduce((sum, item, m) => sum + (weights[m]! * of(y[item]!)) / 3, 0);
        lure += chance * weighted((value) => value);
        lureError += chance * (1 - weighted((value) => 1 - value));
      }
    }
  }
  expect(lure).toBeCloseTo(truth, 12);
  expect(lureError).toBeCloseTo(truth, 12);
});

describe('properties', () => {
  const pools = fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 0.5, 1)), {
    minLength: 5,
    maxLength: 30,
  });
  const seeds = fc.integer({ min: 0, max: 1e6 });

  test('with every item labeled these methods give the truth', () => {
    const exact = [
      'calibrated',
      'plain-mean',
      'shrunk-difference',
      'lure',
      'lure-error',
      'hajek',
      'ppi',
      'ppi-plus-plus',
      'greg',
      'isotonic',
    ];
    fc.assert(
      fc.property(pools, seeds, (items, seed) => {
        const surrogate = Float64Array.from(items, ([value]) => value);
        const q = uniformProbabilities(items.length);
        const draws = Array.from(exponentialKeyOrder(q, seed, items.length), (pool) => ({
          pool,
          y: items[pool]![1],
          surrogate: surrogate[pool]!,
          probability: q[pool]!,
        }));
        const summary = summarizePool(surrogate, q);
        const given: Evidence = {
          design: 'without-replacement',
          uniform: true,
          summary,
          alpha: 0.05,
          draws,
          poolSurrogate: surrogate,
        };
        const mean = items.reduce((sum, [, value]) => sum + value, 0) / items.length;
        for (const row of estimateAll(given)) {
          if (exact.includes(row.method) && row.estimable) expect(row.value, row.method).toBeCloseTo(mean, 9);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('the shrunk slope is the calibrated estimate before its interval holds it', () => {
    fc.assert(
      fc.property(pools, seeds, fc.nat(), (items, seed, some) => {
        const surrogate = Float64Array.from(items, ([value]) => value);
        const q = temperedProbabilities(surrogate);
        const size = 1 + (some % items.length);
        const draws = Array.from(exponentialKeyOrder(q, seed, size), (pool) => ({
          pool,
          y: items[pool]![1],
          surrogate: surrogate[pool]!,
          probability: q[pool]!,
        }));
        const given: Evidence = {
          design: 'without-replacement',
          uniform: false,
          summary: summarizePool(surrogate, q),
          alpha: 0.05,
          draws,
        };
        const rows = table(given);
        const { value, lower, upper } = rows.calibrated!;
        const held = Math.min(Math.max(rows['shrunk-difference']!.value!, lower!), upper!);
        expect(value).toBeCloseTo(held, 9);
      }),
      { numRuns: 60 },
    );
  });

  test('whatever the design, a method gives a finite number or a reason', () => {
    const designs = ['strata', 'spread', 'poisson', 'most-uncertain', 'confident-disagreement'] as const;
    fc.assert(
      fc.property(pools, seeds, fc.constantFrom(...designs), (items, seed, design) => {
        const surrogate = Float64Array.from(items, ([value]) => value);
        const { order, stratum, sizes } = strataOrder(surrogate, seed, 5);
        const poisson = poissonSample(uniformProbabilities(items.length), seed, items.length / 2);
        const pools = design === 'poisson' ? poisson.order : order;
        const draws = Array.from(pools, (pool, t) => ({
          pool,
          y: items[pool]![1],
          surrogate: surrogate[pool]!,
          probability: design === 'poisson' ? poisson.inclusion[pool]! : 1 / items.length,
          stratum: stratum[t] ?? 0,
        }));
        const rows = estimateAll({
          design,
          uniform: true,
          summary: summarizePool(surrogate, uniformProbabilities(items.length)),
          alpha: 0.05,
          draws,
          poolSurrogate: surrogate,
          strataSizes: sizes,
          sampleSize: pools.length,
        });
        expect(rows).toHaveLength(methods.length);
        for (const row of rows) {
          if (row.estimable) expect(Number.isFinite(row.value), row.method).toBe(true);
          else expect(row.reason, row.method).toMatch(/^n(eeds|ot estimable)/);
        }
      }),
      { numRuns: 60 },
    );
  });
});
