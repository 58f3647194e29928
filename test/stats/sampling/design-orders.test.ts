import { describe, expect, test } from 'vitest';
import {
  activeRates,
  confidentDisagreements,
  mostCertain,
  mostUncertain,
  poissonSample,
  spreadOrder,
  strataOrder,
  uniformOrder,
} from '../../../stats/index.ts';
import { inclusionProbabilities } from '../../../stats/sampling/poisson-sample.ts';
import { lowerTail, upperTail } from '../../../stats/simulation/binomial-tail.ts';
import fc from '../support/seeded-fast-check.ts';

const seeds = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const pools = fc
  .array(fc.integer({ min: 0, max: 10 }), { minLength: 1, maxLength: 60 })
  .map((values) => Float64Array.from(values, (value) => value / 10));

describe.each([
  ['uniform', (s: Float64Array, seed: number, size: number) => uniformOrder(s.length, seed, size)],
  ['spread', spreadOrder],
  [
    'strata',
    (s: Float64Array, seed: number, size: number) => strataOrder(s, seed, size, Math.min(5, s.length)).order,
  ],
  ['most uncertain', (s: Float64Array, _: number, size: number) => mostUncertain(s, size)],
  ['most certain', (s: Float64Array, _: number, size: number) => mostCertain(s, size)],
] as const)('%s order', (_, draw) => {
  test('every item once, every size a prefix, the same again from the seed', () => {
    fc.assert(
      fc.property(pools, seeds, fc.nat(), (s, seed, some) => {
        const whole = draw(s, seed, s.length);
        expect(Array.from(whole).sort((a, b) => a - b)).toEqual(Array.from(s.keys()));
        const size = some % (s.length + 1);
        expect(draw(s, seed, size)).toEqual(whole.slice(0, size));
      }),
      { numRuns: 60 },
    );
  });

  test('out of range', () => {
    const s = Float64Array.of(0.1, 0.2, 0.3, 0.4, 0.5);
    expect(() => draw(s, 1, 6)).toThrow(RangeError);
    expect(draw(s, 1, 0)).toHaveLength(0);
  });
});

test('a uniform order has every permutation equally often', () => {
  const runs = 6000;
  const counts = new Map<string, number>();
  for (let seed = 0; seed < runs; seed++) {
    const order = uniformOrder(3, seed, 3).join();
    counts.set(order, (counts.get(order) ?? 0) + 1);
  }
  expect(counts.size).toBe(6);
  for (const count of counts.values()) {
    expect(Math.min(upperTail(count, runs, 1 / 6), lowerTail(count, runs, 1 / 6))).toBeGreaterThan(1e-6);
  }
});

describe('orders by uncertainty', () => {
  const u = Float64Array.of(0.5, 2, 0.5, 1, 2);

  test('ties by position', () => {
    expect(Array.from(mostUncertain(u, 5))).toEqual([1, 4, 3, 0, 2]);
    expect(Array.from(mostCertain(u, 3))).toEqual([0, 2, 3]);
  });

  test('confident disagreements: below the threshold only, at most as many as there are', () => {
    const s = Float64Array.of(0.9, 0.1, 0.4, 0.5, 0.3);
    expect(Array.from(confidentDisagreements(u, s, 0.5, 5))).toEqual([2, 1, 4]);
    expect(Array.from(confidentDisagreements(u, s, 0.5, 1))).toEqual([2]);
    expect(confidentDisagreements(u, s, 0, 5)).toHaveLength(0);
    // A surrogate at the threshold itself does not disagree.
    const edge = Float64Array.of(0.5, 0.4, 0.5, 0.6);
    expect(Array.from(confidentDisagreements(Float64Array.of(0, 9, 1, 2), edge, 0.5, 4))).toEqual([1]);
    expect(() => mostUncertain(Float64Array.of(Number.NaN), 1)).toThrow(RangeError);
  });
});

test('strata: equal parts by surrogate, one of each in every block', () => {
  fc.assert(
    fc.property(fc.integer({ min: 5, max: 70 }), seeds, (N, seed) => {
      const s = Float64Array.from({ length: N }, (_, i) => ((i * 7) % N) / N);
      const { order, stratum, sizes } = strataOrder(s, seed, N);
      expect(sizes.reduce((a, b) => a + b)).toBe(N);
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
      for (let block = 0; block + 5 <= 5 * Math.min(...sizes); block += 5) {
        expect([...stratum.slice(block, block + 5)].sort()).toEqual([0, 1, 2, 3, 4]);
      }
      // All of one stratum lie below all of the next.
      const top = sizes.map((_, h) =>
        Math.max(...order.filter((_, t) => stratum[t] === h).map((i) => s[i]! * N)),
      );
      expect(top).toEqual([...top].sort((a, b) => a - b));
    }),
    { numRuns: 60 },
  );
});

test('a spread order covers the surrogate evenly at every length', () => {
  const N = 1000;
  const s = Float64Array.from({ length: N }, (_, i) => i / N);
  for (let seed = 0; seed < 20; seed++) {
    const order = spreadOrder(s, seed, 100);
    for (const size of [10, 34, 100]) {
      const sorted = Array.from(order.slice(0, size)).sort((a, b) => a - b);
      const gaps = sorted.map((rank, i) => (i === 0 ? rank + N - sorted.at(-1)! : rank - sorted[i - 1]!));
      // Three-distance theorem: multiples of the golden ratio leave no gap above 2.62 times the mean one.
      expect(Math.max(...gaps)).toBeLessThanOrEqual((2.62 * N) / size + 1);
    }
  }
});

describe('Poisson samples', () => {
  test('chances are proportional to the rates up to 1, and sum to the expected size', () => {
    expect(Array.from(inclusionProbabilities(Float64Array.of(1, 1, 2), 2))).toEqual([0.5, 0.5, 1]);
    const capped = inclusionProbabilities(Float64Array.of(10, 1, 1, 2), 2);
    expect(Array.from(capped)).toEqual([1, 0.25, 0.25, 0.5]);
    expect(Array.from(inclusionProbabilities(Float64Array.of(3, 1), 2))).toEqual([1, 1]);
    expect(() => inclusionProbabilities(Float64Array.of(1), 2)).toThrow(RangeError);
    expect(() => inclusionProbabilities(Float64Array.of(0, 1), 1)).toThrow(RangeError);
  });

  test('items come as often as their chance says', () => {
    const rates = Float64Array.of(1, 2, 3, 4);
    const runs = 5000;
    const counts = [0, 0, 0, 0];
    let inclusion: Float64Array = new Float64Array();
    for (let seed = 0; seed < runs; seed++) {
      const sample = poissonSample(rates, seed, 2);
      inclusion = sample.inclusion;
      for (const position of sample.order) counts[position]!++;
    }
    inclusion.forEach((p, i) => {
      expect(Math.min(upperTail(counts[i]!, runs, p), lowerTail(counts[i]!, runs, p))).toBeGreaterThan(1e-6);
    });
  });

  test('a larger expected size continues the list', () => {
    fc.assert(
      fc.property(pools, seeds, fc.double({ min: 0.01, max: 1, noNaN: true }), (s, seed, share) => {
        const rates = activeRates(s);
        const small = poissonSample(rates, seed, share * s.length).order;
        expect(poissonSample(rates, seed, s.length).order.slice(0, small.length)).toEqual(small);
      }),
    );
  });

  test('active rates: half uniform, half by uncertainty', () => {
    expect(Array.from(activeRates(Float64Array.of(0, 0.5, 1)))).toEqual([1 / 6, 1 / 6 + 1 / 2, 1 / 6]);
    expect(Array.from(activeRates(Float64Array.of(0, 1)))).toEqual([1 / 2, 1 / 2]);
  });
});
