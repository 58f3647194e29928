import { describe, expect, test } from 'vitest';
import {
  CalibratedSequence,
  exponentialKeyOrder,
  humcoeProbabilities,
  summarizePool,
  temperedProbabilities,
  uniformProbabilities,
} from '../../../stats/index.ts';
import { calibratedSequence } from '../../../stats/sequence/calibrated-sequence.ts';
import { average, hardPopulations, observationsOf, summaryOf } from '../support/populations.ts';
import { readableSequence } from '../support/readable-sequence.ts';
import fc from '../support/seeded-fast-check.ts';

const designs = {
  uniform: (s: Float64Array) => uniformProbabilities(s.length),
  tempered: (s: Float64Array) => temperedProbabilities(s, 1),
  humcoe: (s: Float64Array) => humcoeProbabilities(s),
};

/** A pool with its labels, a design and a seed. */
const pools = fc.record({
  pairs: fc.array(
    fc.tuple(
      fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 0.5, 1)),
      fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 1)),
    ),
    { minLength: 1, maxLength: 25 },
  ),
  design: fc.constantFrom(...(Object.keys(designs) as (keyof typeof designs)[])),
  seed: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
});

function study({ pairs, design, seed }: typeof pools extends fc.Arbitrary<infer T> ? T : never) {
  const s = Float64Array.from(pairs, (pair) => pair[0]);
  const y = Float64Array.from(pairs, (pair) => pair[1]);
  const q = designs[design](s);
  const order = exponentialKeyOrder(q, seed, s.length);
  const observations = observationsOf({ name: '', s, y }, q, order);
  return { s, y, q, order, observations, summary: summarizePool(s, q) };
}

describe('against the readable version', () => {
  for (const [design, probabilities] of Object.entries(designs)) {
    test.each(hardPopulations(60))(`${design}: $name`, (population) => {
      const q = probabilities(population.s);
      const order = Array.from(exponentialKeyOrder(q, 17, 60));
      const labels = order.map((i) => population.y[i]!);
      const expected = readableSequence(population.s, q, order, labels, 0.05);
      const sequence = new CalibratedSequence(summaryOf(population, q));
      observationsOf(population, q, order).forEach((observation, index) => {
        const state = sequence.add(observation);
        const reference = expected[index]!;
        for (const key of ['rawValue', 'value', 'lower', 'upper', 'slope'] as const) {
          expect(Math.abs(state[key] - reference[key]), `${key} at ${index + 1}`).toBeLessThan(1e-11);
        }
        // The square root magnifies rounding where the residuals vanish; compare its square.
        const variance = state.residualStandardDeviation! ** 2;
        expect(Math.abs(variance - reference.residualStandardDeviation ** 2)).toBeLessThan(1e-11);
      });
    });
  }
});

describe('properties', () => {
  test('once every item is labeled the truth is known and the interval is a point', () => {
    fc.assert(
      fc.property(pools, (pool) => {
        const { y, observations, summary } = study(pool);
        const state = calibratedSequence(observations, summary);
        expect(state.value).toBeCloseTo(average(y), 12);
        expect(state.lower).toBe(state.value);
        expect(state.upper).toBe(state.value);
        expect(state.plainMean).toBeCloseTo(average(y), 12);
        expect(state.weightedMean).toBeCloseTo(average(y), 12);
      }),
      { numRuns: 60 },
    );
  });

  test('the interval only shrinks, holds the shown value and stays within [0, 1]', () => {
    fc.assert(
      fc.property(pools, (pool) => {
        const { observations, summary } = study(pool);
        const sequence = new CalibratedSequence(summary);
        let last = sequence.state;
        for (const observation of observations) {
          const state = sequence.add(observation);
          if (!last.emptyIntersection && !state.emptyIntersection) {
            expect(state.lower).toBeGreaterThanOrEqual(last.lower - 1e-12);
            expect(state.upper).toBeLessThanOrEqual(last.upper + 1e-12);
          }
          expect(state.value).toBeGreaterThanOrEqual(state.lower);
          expect(state.value).toBeLessThanOrEqual(state.upper);
          expect(state.lower).toBeGreaterThanOrEqual(0);
          expect(state.upper).toBeLessThanOrEqual(1);
          expect(Object.values(state).some((value) => Number.isNaN(value))).toBe(false);
          last = state;
        }
      }),
      { numRuns: 60 },
    );
  });

  test('a smaller alpha gives an interval around that of a larger one', () => {
    fc.assert(
      fc.property(pools, (pool) => {
        const { observations, summary } = study(pool);
        const half = observations.slice(0, Math.ceil(observations.length / 2));
        const wide = calibratedSequence(half, summary, { alpha: 0.01 });
        const narrow = calibratedSequence(half, summary, { alpha: 0.2 });
        if (!narrow.emptyIntersection && !wide.emptyIntersection) {
          expect(wide.lower).toBeLessThanOrEqual(narrow.lower + 1e-12);
          expect(wide.upper).toBeGreaterThanOrEqual(narrow.upper - 1e-12);
        }
        expect(wide.rawValue).toBe(narrow.rawValue);
      }),
      { numRuns: 40 },
    );
  });

  test('a replay gives the same bits, and a clone goes on as its original', () => {
    fc.assert(
      fc.property(pools, (pool) => {
        const { observations, summary } = study(pool);
        const live = new CalibratedSequence(summary);
        const cut = Math.floor(observations.length / 2);
        for (const observation of observations.slice(0, cut)) live.add(observation);
        const copy = live.clone();
        const atCut = copy.state;
        for (const observation of observations.slice(cut)) live.add(observation);
        expect(calibratedSequence(observations, JSON.parse(JSON.stringify(summary)))).toStrictEqual(
          live.state,
        );
        expect(copy.state).toStrictEqual(atCut);
        for (const observation of observations.slice(cut)) copy.add(observation);
        expect(copy.state).toStrictEqual(live.state);
      }),
      { numRuns: 30 },
    );
  });

  test('a uniform design has plain means', () => {
    fc.assert(
      fc.property(pools, (pool) => {
        const { observations, summary } = study({ ...pool, design: 'uniform' });
        const state = calibratedSequence(observations.slice(0, 7), summary);
        expect(state.weightedMean).toBeCloseTo(state.plainMean!, 12);
      }),
      { numRuns: 40 },
    );
  });

  test('swapping items of the pool that are not drawn changes nothing but rounding', () => {
    fc.assert(
      fc.property(pools, (pool) => {
        const { s, q, observations } = study(pool);
        const drawn = observations.slice(0, Math.ceil(s.length / 3));
        const a = calibratedSequence(drawn, summarizePool(s, q));
        const b = calibratedSequence(drawn, summarizePool(s.slice().reverse(), q.slice().reverse()));
        expect(a.value).toBeCloseTo(b.value, 11);
        expect(a.lower).toBeCloseTo(b.lower, 11);
        expect(a.upper).toBeCloseTo(b.upper, 11);
      }),
      { numRuns: 40 },
    );
  });
});

describe('edges', () => {
  const summary = summarizePool(Float64Array.of(0.2, 0.9), uniformProbabilities(2));

  test('no label: the surrogate mean, and an interval that says nothing', () => {
    const { state } = new CalibratedSequence(summary);
    expect(state).toMatchObject({ labeledCount: 0, value: 0.55, lower: 0, upper: 1, slope: 0.5 });
    expect(state.residualStandardDeviation).toBeUndefined();
    expect(state.plainMean).toBeUndefined();
  });

  test('N = 1: the one label is the truth', () => {
    const one = summarizePool(Float64Array.of(0.3), Float64Array.of(1));
    const state = calibratedSequence([{ y: 0.8, surrogate: 0.3, probability: 1 }], one);
    expect(state).toMatchObject({ value: 0.8, lower: 0.8, upper: 0.8, emptyIntersection: false });
  });

  test('N = 2: after one label the other item bounds the mean', () => {
    const state = calibratedSequence([{ y: 1, surrogate: 0.2, probability: 0.5 }], summary);
    expect(state.lower).toBeGreaterThanOrEqual(0.5);
    expect(state.upper).toBe(1);
    // p = (1 est + 1)/3, sd = sqrt(p (1 - p)) at the first label.
    const p = (state.unclampedValue + 1) / 3;
    expect(state.residualStandardDeviation).toBeCloseTo(Math.sqrt(p * (1 - p)), 14);
  });

  test('a constant surrogate has slope 0 and the weighted mean as estimate', () => {
    const s = new Float64Array(50).fill(0.4);
    const q = temperedProbabilities(s, 1);
    const draws = [1, 0, 1, 1].map((y, i) => ({ y, surrogate: s[i]!, probability: q[i]! }));
    const state = calibratedSequence(draws, summarizePool(s, q));
    expect(state.slope).toBe(0);
    expect(state.rawValue).toBeCloseTo(0.75, 12);
  });

  test('all ones: the lower end rises as published, the upper end stays 1', () => {
    // The widths known for a long run of ones in a large pool: .48 at 5 labels, .69 at 10, .87 at 30.
    const s = Float64Array.from({ length: 4411 }, () => 0.75);
    const q = uniformProbabilities(4411);
    const sequence = new CalibratedSequence(summarizePool(s, q));
    const lower: number[] = [];
    for (let i = 0; i < 30; i++)
      lower.push(sequence.add({ y: 1, surrogate: s[i]!, probability: q[i]! }).lower);
    expect(sequence.state.upper).toBe(1);
    expect(lower[4]!).toBeGreaterThan(0.4);
    expect(lower[9]!).toBeGreaterThan(0.6);
    expect(lower[29]!).toBeGreaterThan(0.82);
    expect(lower[29]!).toBeLessThan(0.92);
  });

  test('before the first label the slope is the prior one, and 0 where the surrogate is the same for all', () => {
    const q = uniformProbabilities(4);
    const stateOf = (...s: number[]) => new CalibratedSequence(summarizePool(Float64Array.from(s), q)).state;
    expect(stateOf(0.2, 0.4, 0.6, 0.8)).toMatchObject({
      slope: 0.5,
      value: 0.5,
      lower: 0,
      upper: 1,
      labeledCount: 0,
    });
    expect(stateOf(0.3, 0.3, 0.3, 0.3)).toMatchObject({
      slope: 0,
      value: 0.3,
      lower: 0,
      upper: 1,
      labeledCount: 0,
    });
    expect(stateOf(0.3, 0.3, 0.3, 0.3).residualStandardDeviation).toBeUndefined();
  });

  test('a broken order empties the intersection once and says so ever after', () => {
    const s = new Float64Array(2000).fill(0.5);
    const q = uniformProbabilities(2000);
    const sequence = new CalibratedSequence(summarizePool(s, q));
    for (let i = 0; i < 1000; i++) sequence.add({ y: i < 200 ? 1 : 0, surrogate: 0.5, probability: q[i]! });
    expect(sequence.state.emptyIntersection).toBe(true);
    expect(sequence.state.lower).toBeLessThanOrEqual(sequence.state.upper);
    for (let i = 1000; i < 2000; i++) sequence.add({ y: 0, surrogate: 0.5, probability: q[i]! });
    expect(sequence.state).toMatchObject({ emptyIntersection: true, value: 0.1, lower: 0.1, upper: 0.1 });
  });

  test.each([0, 1, -0.1, 1.5, Number.NaN])('alpha %s is refused', (alpha) => {
    expect(() => new CalibratedSequence(summary, { alpha })).toThrow(RangeError);
  });

  test.each([
    { y: -0.01, surrogate: 0.2, probability: 0.5 },
    { y: Number.NaN, surrogate: 0.2, probability: 0.5 },
    { y: 1, surrogate: 1.2, probability: 0.5 },
    { y: 1, surrogate: 0.2, probability: 0 },
    { y: 1, surrogate: 0.95, probability: 0.5 },
    { y: 1, surrogate: 0.2, probability: 0.01 },
    { y: 1, surrogate: 0.9, probability: 0.49 },
    { y: 1, surrogate: 0.2, probability: 0.49 },
    { y: 1, surrogate: 0.19, probability: 0.5 },
  ])('observation %o is refused and leaves the sequence as it was', (observation) => {
    const sequence = new CalibratedSequence(summary);
    expect(() => sequence.add(observation)).toThrow(RangeError);
    expect(sequence.state.labeledCount).toBe(0);
  });

  test('a probability that is off by rounding alone is taken', () => {
    const sequence = new CalibratedSequence(summary);
    sequence.add({ y: 1, surrogate: 0.9, probability: 0.5 * (1 - 1e-9) });
    expect(sequence.state.labeledCount).toBe(1);
  });

  test('a draw beyond the pool is refused', () => {
    const sequence = new CalibratedSequence(summary);
    sequence.add({ y: 1, surrogate: 0.2, probability: 0.5 });
    sequence.add({ y: 0, surrogate: 0.9, probability: 0.5 });
    expect(() => sequence.add({ y: 0, surrogate: 0.9, probability: 0.5 })).toThrow(/All 2 items/);
  });
});
