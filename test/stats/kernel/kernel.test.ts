import { describe, expect, test } from 'vitest';
import {
  CalibratedSequence,
  createRng,
  drawWithReplacement,
  estimateWith,
  exponentialKeyOrder,
  humcoeProbabilities,
  methodById,
  summarizePool,
  temperedProbabilities,
  uniformOpen,
  uniformProbabilities,
} from '../../../stats/index.ts';
import { CalibratedRuns } from '../../../stats/kernel/calibrated-runs.ts';
import { fillUniforms } from '../../../stats/kernel/fill-uniforms.ts';
import { humcoeValues, hybridMeans, runningMeans } from '../../../stats/kernel/humcoe-runs.ts';
import { ReplacementDraws } from '../../../stats/kernel/replacement-draws.ts';
import { SharedUniforms } from '../../../stats/kernel/shared-uniforms.ts';
import { reachOf, smallestKeys } from '../../../stats/kernel/smallest-keys.ts';

/** A pool of N items: s uniform or nearly always 1, y a coin or a rating that leans on s. */
function pool(N: number, kind: 'coin' | 'rating' | 'overconfident' | 'constant', seed: number) {
  const rng = createRng(seed);
  const s = new Float64Array(N);
  const y = new Float64Array(N);
  for (let i = 0; i < N; i++) {
    const u = uniformOpen(rng);
    s[i] = kind === 'constant' ? 0.6 : kind === 'overconfident' ? (u < 0.85 ? 1 : uniformOpen(rng)) : u;
    const lean = 0.2 + 0.7 * s[i]! * uniformOpen(rng) ** 0.5;
    y[i] = kind === 'rating' ? Math.round(4 * lean) / 4 : uniformOpen(rng) < lean ? 1 : 0;
  }
  return { s, y };
}

const designs = {
  tempered: temperedProbabilities,
  uniform: (s: Float64Array) => uniformProbabilities(s.length),
  humcoe: humcoeProbabilities,
};

test('the uniforms are those of the generator, bit for bit', () => {
  for (const seed of [0, 1, 77, 0xffff_ffff]) {
    const rng = createRng(seed);
    const filled = new Float64Array(1000);
    fillUniforms(filled, seed);
    expect(filled).toEqual(Float64Array.from({ length: 1000 }, () => uniformOpen(rng)));
  }
});

describe.each([3, 40, 2000])('draws of %i items', (N) => {
  const { s } = pool(N, 'coin', N);
  test.each([1, 3, Math.min(N, 40), N])(
    'without replacement, the first %i, are those of the exponential keys',
    (size) => {
      const uniforms = new SharedUniforms(N);
      for (const design of Object.values(designs)) uniforms.widen(reachOf(design(s), size));
      for (const design of Object.values(designs)) {
        const q = design(s);
        for (let seed = 0; seed < 20; seed++) {
          const order = new Uint32Array(size);
          uniforms.take(seed);
          smallestKeys(uniforms.values, uniforms.near, q, order, new Float64Array(size));
          expect(order).toEqual(exponentialKeyOrder(q, seed, size));
        }
      }
    },
  );

  test('without replacement are found also where too few uniforms were thought near', () => {
    const q = designs.tempered(s);
    const uniforms = new SharedUniforms(N);
    uniforms.widen(1e-9);
    uniforms.take(5);
    const order = new Uint32Array(3);
    smallestKeys(uniforms.values, uniforms.near, q, order, new Float64Array(3));
    expect(order).toEqual(exponentialKeyOrder(q, 5, 3));
  });

  test('with replacement are those of the weighted sampler', () => {
    const q = humcoeProbabilities(s);
    const draws = new ReplacementDraws(q);
    for (let seed = 0; seed < 20; seed++) {
      const order = new Uint32Array(50);
      draws.draw(seed, order);
      expect(order).toEqual(drawWithReplacement(q, seed, 50));
    }
  });
});

test('of equal keys the earlier items come first', () => {
  const uniforms = Float64Array.of(0.9, 0.95, 0.9, 0.95, 0.95);
  const q = new Float64Array(5).fill(0.2);
  const orderOf = (size: number, near: readonly number[]) => {
    const order = new Uint32Array(size);
    smallestKeys(uniforms, Uint32Array.from(near), q, order, new Float64Array(size));
    return [...order];
  };
  for (const near of [
    [0, 1, 2, 3, 4],
    [1, 3, 4],
  ])
    expect([1, 2, 3].map((size) => orderOf(size, near))).toEqual([[1], [1, 3], [1, 3, 4]]);
  expect(orderOf(5, [1, 3])).toEqual([1, 3, 4, 0, 2]);
});

describe.each(['coin', 'rating', 'overconfident', 'constant'] as const)('runs over a %s pool', (kind) => {
  test.each([
    [1, 1],
    [2, 2],
    [60, 60],
    [300, 120],
    [4000, 30],
  ])('of %i items and %i labels agree with the readable sequence', (N, labels) => {
    const { s, y } = pool(N, kind, 10 * N + labels);
    for (const design of Object.values(designs)) {
      const q = design(s);
      const summary = summarizePool(s, q);
      for (const alpha of [0.05, 0.4]) {
        const runs = new CalibratedRuns(summary, alpha, labels);
        for (let seed = 0; seed < 3; seed++) {
          const order = exponentialKeyOrder(q, seed, labels);
          runs.run(order, y, s, q);
          const sequence = new CalibratedSequence(summary, { alpha });
          for (const [t, item] of order.entries()) {
            const state = sequence.add({ y: y[item]!, surrogate: s[item]!, probability: q[item]! });
            const close = Math.max(
              Math.abs(runs.value[t]! - state.value),
              Math.abs(runs.lower[t]! - state.lower),
              Math.abs(runs.upper[t]! - state.upper),
            );
            expect(close, `seed ${seed}, label ${t + 1}`).toBeLessThan(1e-12);
          }
        }
      }
    }
  });
});

test('wealth that outgrows the range of doubles is still compared rightly', () => {
  const N = 20_000;
  const s = new Float64Array(N).fill(0.5);
  const y = Float64Array.from(s, (_, i) => (i % 10 === 0 ? 0 : 1));
  const q = uniformProbabilities(N);
  const summary = summarizePool(s, q);
  const order = exponentialKeyOrder(q, 4, 3000);
  const runs = new CalibratedRuns(summary, 0.05, 3000);
  runs.run(order, y, s, q);
  const sequence = new CalibratedSequence(summary);
  for (const item of order) sequence.add({ y: y[item]!, surrogate: 0.5, probability: q[item]! });
  expect([runs.lower.at(-1), runs.upper.at(-1)]).toEqual([sequence.state.lower, sequence.state.upper]);
});

test('HumCoE, plain and hybrid means agree with the readable methods at every number of draws', () => {
  const { s, y } = pool(200, 'rating', 5);
  const q = humcoeProbabilities(s);
  const summary = summarizePool(s, q);
  const order = drawWithReplacement(q, 9, 60);
  const humcoe = new Float64Array(60);
  const plain = new Float64Array(60);
  humcoeValues(order, y, q, humcoe);
  runningMeans(order, y, plain);
  for (let T = 1; T <= 60; T++) {
    const draws = [...order.slice(0, T)].map((item) => ({
      pool: item,
      y: y[item]!,
      surrogate: s[item]!,
      probability: q[item]!,
    }));
    const evidence = { design: 'with-replacement', uniform: false, summary, alpha: 0.05, draws } as const;
    expect(humcoe[T - 1]).toBeCloseTo(estimateWith(methodById('humcoe')!, evidence).value!, 12);
    expect(plain[T - 1]).toBeCloseTo(draws.reduce((sum, draw) => sum + draw.y, 0) / T, 12);
  }
});

test('a hybrid mean takes the human where there is one and the machine elsewhere', () => {
  const value = new Float64Array(2);
  const y = Float64Array.of(1, 0, 0.5, 1);
  const s = Float64Array.of(0.5, 0.5, 0, 1);
  hybridMeans(Uint32Array.of(2, 0), y, s, 0.5, value);
  expect([...value]).toEqual([(0.5 + 0.5 + 0.5 + 1) / 4, (1 + 0.5 + 0.5 + 1) / 4]);
});
