import { describe, expect, test } from 'vitest';
import {
  fixedIntervalById,
  intervalOf,
  mean,
  populationVariance,
  summarizePool,
  syntheticPopulation,
  uniformOrder,
  uniformProbabilities,
} from '../../../stats/index.ts';
import { normalQuantile } from '../../../stats/intervals/normal-quantile.ts';
import { fixedIntervals } from '../../../stats/intervals/registry.ts';
import { sampleMoments, shrunkEstimate } from '../../../stats/intervals/sample-moments.ts';
import { powerTunedMean } from '../../../stats/methods/power-tuning.ts';
import { upperTail } from '../../../stats/simulation/binomial-tail.ts';
import fc from '../support/seeded-fast-check.ts';

/** Labels of a pool of N items whose surrogate is `s` on the labeled ones and 1/2 elsewhere. */
function sampleOf(y: readonly number[], N: number, s: readonly number[] = y.map(() => 0.5)) {
  const pool = Float64Array.from({ length: N }, (_, i) => s[i] ?? 0.5);
  return {
    labels: y.map((value, i) => ({ y: value, surrogate: s[i]! })),
    summary: summarizePool(pool, uniformProbabilities(N)),
    alpha: 0.05,
    seed: 1,
  };
}

const binary = (successes: number, n: number) => Array.from({ length: n }, (_, i) => (i < successes ? 1 : 0));
const of = (id: string, sample: ReturnType<typeof sampleOf>) => intervalOf(fixedIntervalById(id)!, sample)!;

test.each([
  [0.975, 1.959963984540054],
  [0.95, 1.6448536269514722],
  [0.3, -0.5244005127080409],
  [0.02, -2.053748910631823],
  [0.001, -3.090232306167813],
  [1e-9, -5.9978070150076865],
])('normal quantile of %d as scipy.stats.norm.ppf has it', (p, expected) => {
  expect(normalQuantile(p)).toBeCloseTo(expected, 7);
});

describe('published and reference values', () => {
  // scipy 1.17, binomtest(k, n).proportion_ci(0.95, method='wilson') and 'exact'.
  test.each([
    [7, 10, 0.39677814746114526, 0.892208732593699, 0.3475471499399921, 0.9332604888222655],
    [0, 5, 0, 0.43448246478317476, 0, 0.5218237501049814],
    [15, 20, 0.5312991223812561, 0.8881382985923344, 0.5089541282920425, 0.9134285308985655],
  ])('%i of %i: Wilson, and Gaffke near Clopper-Pearson', (k, n, low, high, exactLow, exactHigh) => {
    const sample = sampleOf(binary(k, n), 10_000);
    const wilson = of('wilson', sample);
    expect(wilson.lower).toBeCloseTo(low, 7);
    expect(wilson.upper).toBeCloseTo(high, 7);
    // From 2,000 random weightings.
    const gaffke = of('gaffke', sample);
    expect(Math.abs(gaffke.lower - exactLow)).toBeLessThan(0.02);
    expect(Math.abs(gaffke.upper - exactHigh)).toBeLessThan(0.02);
  });

  test('Student t with a finite population, as scipy.stats.t.interval has it', () => {
    // t.interval(0.95, 4, loc=0.58, scale=sem * sqrt(1 - 5/20)).
    const interval = of('t-plain', sampleOf([0.2, 0.4, 0.4, 0.9, 1], 20));
    expect(interval.lower).toBeCloseTo(0.20440946786981545, 10);
    expect(interval.upper).toBeCloseTo(0.9555905321301845, 10);
  });

  test('empirical Bernstein by hand', () => {
    // 1,000 labels, half 1: s^2 = 250/999, L = ln 80.
    const { lower, upper } = of('empirical-bernstein', sampleOf(binary(500, 1000), 5000));
    const log = Math.log(80);
    const reach = Math.sqrt((2 * (250 / 999) * log) / 1000) + (7 * log) / (3 * 999);
    expect(upper - 0.5).toBeCloseTo(reach, 12);
    expect(0.5 - lower).toBeCloseTo(reach, 12);
  });

  test('betting: the first bet by hand', () => {
    // At alpha = .5 lambda is sqrt(2 ln 4/(1/4 ln 2)) = 4, held to 1/(2 m) above m = 1/8; y = 1 brings the half that
    // bets up to 1/2 (1 + (1 - m)/(2 m)), which reaches 2 where m <= 1/7. The grid goes outwards by a step.
    const { lower, upper } = of('betting-mixture', { ...sampleOf([1], 1e6), alpha: 0.5 });
    expect(lower).toBeCloseTo(0.142, 12);
    expect(upper).toBe(1);
  });

  test('betting: a pool that is labeled whole leaves its mean alone, also at an end', () => {
    const whole = of('betting-mixture', sampleOf(binary(10, 10), 10));
    expect(whole.lower).toBeCloseTo(0.999, 12);
    expect(whole.upper).toBe(1);
    expect(of('betting-mixture', sampleOf(binary(0, 10), 10)).upper).toBeCloseTo(0.001, 12);
  });

  test('betting: each bet is made from the labels before it', () => {
    // Bets by the definition; once values differ much they are too small to be held back.
    const N = 10_000;
    const y = Array.from({ length: 24 }, (_, i) => Number(i % 3 !== 1));
    let [sum, squares] = [0, 0];
    const bets = y.map((value, i) => {
      const variance = (0.25 + squares) / (i + 1);
      sum += value;
      squares += (value - (0.5 + sum) / (i + 2)) ** 2;
      return Math.sqrt((2 * Math.log(2 / 0.99)) / (variance * (i + 1) * Math.log(i + 2)));
    });
    const isRejected = (m: number) => {
      let [up, down, before] = [0.5, 0.5, 0];
      return y.some((value, i) => {
        const left = (N * m - before) / (N - i);
        up *= 1 + Math.min(bets[i]!, 0.5 / left) * (value - left);
        down *= 1 - Math.min(bets[i]!, 0.5 / (1 - left)) * (value - left);
        before += value;
        return Math.max(up, down) >= 1 / 0.99;
      });
    };
    expect(bets.at(-1)!).toBeLessThan(0.5);
    const open = Array.from({ length: 999 }, (_, g) => (g + 1) / 1000).filter((m) => !isRejected(m));
    const { lower, upper } = of('betting-mixture', { ...sampleOf(y, N), alpha: 0.99 });
    expect(lower).toBeCloseTo(open[0]! - 0.001, 9);
    expect(upper).toBeCloseTo(open.at(-1)! + 0.001, 9);
  });

  test('PPI++: with a useless surrogate it is the normal interval of the mean', () => {
    const y = [0, 1, 1, 0, 1, 1];
    const { lower, upper } = of('ppi-plus-plus-normal', sampleOf(y, 1000));
    const reach = 1.959963984540054 * Math.sqrt((4 / 6) * (2 / 6) * (1 / 6));
    expect(upper - lower).toBeCloseTo(Math.min(1, 2 / 3 + reach) - (2 / 3 - reach), 6);
  });

  test('PPI++ by its definition: the spread of the others, and of what tuning leaves of the labels', () => {
    const s = [0.9, 0.2, 0.6, 0.4, 0.8, 0.1, 0.3, 1, 0.7, 0.5, 0.95, 0.05];
    const y = [1, 0.1, 0.5, 0.7, 0.6];
    const pool = Float64Array.from(s);
    const summary = summarizePool(pool, uniformProbabilities(s.length));
    const labels = y.map((value, i) => ({ y: value, surrogate: s[i]! }));
    const { value, powerTuning } = powerTunedMean(sampleMoments(labels), summary);
    expect(powerTuning).toBeGreaterThan(0.1);
    const others = s.slice(y.length);
    const left = y.map((one, i) => one - powerTuning * s[i]!);
    const variance =
      (powerTuning ** 2 * populationVariance(others)) / others.length + populationVariance(left) / y.length;
    const reach = 1.959963984540054 * Math.sqrt(variance);
    const { lower, upper } = of('ppi-plus-plus-normal', { labels, summary, alpha: 0.05, seed: 1 });
    expect(lower).toBeCloseTo(value - reach, 9);
    expect(upper).toBeCloseTo(Math.min(1, value + reach), 9);
  });

  test('with a perfect surrogate regression leaves no residual, and PPI++ only the spread of the others', () => {
    const s = Array.from({ length: 40 }, (_, i) => (i % 5) / 4);
    const y = s.slice(0, 20);
    const sample = sampleOf(y, 40, s);
    const plain = of('t-plain', sample);
    const regression = of('t-regression', sample);
    expect(regression.upper - regression.lower).toBeLessThan(0.2 * (plain.upper - plain.lower));
    expect(regression.lower).toBeLessThanOrEqual(0.5);
    expect(regression.upper).toBeGreaterThanOrEqual(0.5);
  });
});

describe("Wilson's interval at the effective number of labels", () => {
  test('an estimate beyond the scale is taken as its end', () => {
    // The surrogate of the pool lies far above that of the labels: the shrunk estimate exceeds 1.
    const pool = Float64Array.from({ length: 1000 }, (_, i) => (i < 10 ? (i % 2) * 0.2 : 1));
    const sample = {
      labels: Array.from({ length: 10 }, (_, i) => ({ y: i % 2, surrogate: (i % 2) * 0.2 })),
      summary: summarizePool(pool, uniformProbabilities(1000)),
      alpha: 0.05,
      seed: 1,
    };
    expect(shrunkEstimate(sample.labels, sample.summary).value).toBeGreaterThan(1);
    const { lower, upper } = of('wilson-effective', sample);
    // e = 1 and p = 11/12, so that n p (1 - p)/v is what makes the lower end.
    const p = 11 / 12;
    const { residualSquares } = shrunkEstimate(sample.labels, sample.summary);
    const n = (10 * p * (1 - p)) / ((residualSquares + 4 * p * (1 - p)) / 10);
    expect(lower).toBeCloseTo(1 / (1 + 1.959963984540054 ** 2 / n), 9);
    expect(upper).toBe(1);
  });
});

describe('every interval', () => {
  const samples = fc
    .array(fc.tuple(fc.constantFrom(0, 0.25, 0.5, 1), fc.constantFrom(0, 0.3, 0.7, 1)), {
      minLength: 1,
      maxLength: 25,
    })
    .map((pairs) =>
      sampleOf(
        pairs.map(([y]) => y),
        40,
        pairs.map(([, s]) => s),
      ),
    );

  test.each(fixedIntervals.map((method) => [method.id, method] as const))(
    '%s lies in [0, 1] and replays',
    (_, method) => {
      fc.assert(
        fc.property(samples, (sample) => {
          const interval = intervalOf(method, sample);
          if (interval === undefined) return;
          expect(interval.lower).toBeGreaterThanOrEqual(0);
          expect(interval.upper).toBeLessThanOrEqual(1);
          expect(interval.lower).toBeLessThanOrEqual(interval.upper);
          expect(intervalOf(method, sample)).toEqual(interval);
        }),
        { numRuns: 30 },
      );
    },
  );

  test('the fewest labels of each, and an interval at just so many', () => {
    const fewest = Object.fromEntries(fixedIntervals.map(({ id, fewestLabels }) => [id, fewestLabels]));
    const one = ['wilson', 'betting-mixture', 'gaffke'];
    const two = [
      'wilson-effective',
      'bootstrap-percentile',
      'ppi-plus-plus-normal',
      'rogan-gladen',
      'empirical-bernstein',
      't-plain',
    ];
    expect(fewest).toEqual({
      ...Object.fromEntries(one.map((id) => [id, 1])),
      ...Object.fromEntries(two.map((id) => [id, 2])),
      't-regression': 3,
    });
    for (const [id, count] of Object.entries(fewest)) {
      const { lower, upper } = of(id, sampleOf(binary(1, count), 10));
      expect(lower, id).toBeLessThanOrEqual(upper);
    }
  });

  test('undefined with too few labels, or on values a binary interval does not know', () => {
    for (const method of fixedIntervals) {
      const few = sampleOf(binary(1, method.fewestLabels - 1), 10);
      expect(intervalOf(method, few), method.id).toBeUndefined();
    }
    expect(intervalOf(fixedIntervalById('wilson')!, sampleOf([0.5, 1], 10))).toBeUndefined();
  });

  test('a common value is no certainty for those that promise coverage', () => {
    for (const id of ['wilson', 'wilson-effective', 'gaffke', 'empirical-bernstein', 'betting-mixture']) {
      expect(of(id, sampleOf(binary(10, 10), 1000)).lower, id).toBeLessThan(0.9);
    }
    // What makes the t interval dishonest: ten labels that agree, and a width of 0.
    expect(of('t-plain', sampleOf(binary(10, 10), 1000))).toEqual({ lower: 1, upper: 1 });
  });

  test('out of range', () => {
    const sample = sampleOf([0, 1], 10);
    const method = fixedIntervals[0]!;
    expect(() => intervalOf(method, { ...sample, alpha: 1 })).toThrow(RangeError);
    expect(() => intervalOf(method, { ...sample, seed: -1 })).toThrow(RangeError);
    expect(() => intervalOf(method, { ...sample, labels: [{ y: 2, surrogate: 0 }] })).toThrow(RangeError);
  });

  test('each states what it is, what it rests on and its measured coverage', () => {
    expect(new Set(fixedIntervals.map(({ id }) => id)).size).toBe(fixedIntervals.length);
    for (const { kind, assumptions, coverage } of fixedIntervals) {
      expect(kind).not.toBe('');
      expect(assumptions).not.toBe('');
      expect(coverage.at.length).toBeGreaterThanOrEqual(3);
      for (const { mean: average, worst } of coverage.at) expect(worst ?? 0).toBeLessThanOrEqual(average);
    }
  });
});

test('the finite-sample intervals cover at 30 labels of a hard population (seeded)', () => {
  const { s, y } = syntheticPopulation('ratings of five levels, mostly the best', 300, 2);
  const summary = summarizePool(s, uniformProbabilities(300));
  const truth = mean(y);
  const runs = 150;
  for (const id of ['gaffke', 'empirical-bernstein', 'betting-mixture']) {
    let misses = 0;
    for (let seed = 0; seed < runs; seed++) {
      const labels = Array.from(uniformOrder(300, seed, 30), (i) => ({ y: y[i]!, surrogate: s[i]! }));
      const { lower, upper } = intervalOf(fixedIntervalById(id)!, { labels, summary, alpha: 0.05, seed })!;
      if (truth < lower || truth > upper) misses++;
    }
    expect(upperTail(misses, runs, 0.05), `${id}: ${misses} misses`).toBeGreaterThan(1e-6);
  }
});
