import { describe, expect, test } from 'vitest';
import {
  CalibratedSequence,
  createRng,
  exponentialKeyOrder,
  labelsNeeded,
  summarizePool,
  temperedProbabilities,
  thresholdPlan,
  UNPLANNED,
  uniformOpen,
} from '../../stats/index.ts';
import fc from './support/seeded-fast-check.ts';

describe('labels until a threshold is decided', () => {
  const plan = UNPLANNED;
  const facts = { labels: 30, populationSize: 4000, standardDeviation: 0.4, plan };

  test('are those that make the half-width as small as the distance', () => {
    const told = thresholdPlan({ ...facts, estimate: 0.8, threshold: 0.7 });
    const expected = labelsNeeded({ ...facts, halfWidth: 0.8 - 0.7 });
    expect(told).toMatchObject(expected);
  });

  test('of an interval that reaches farther towards the threshold are more: it is open, and the next label will not do', () => {
    const running = {
      ...{ ...facts, plan: { rule: 3 as const, labels: 40, once: false } },
      ...{ estimate: 0.6, threshold: 0.5, reached: { labels: 30, halfWidth: 0.09 } },
    };
    expect(thresholdPlan(running).labels - facts.labels).toBeLessThanOrEqual(1);
    const told = thresholdPlan({ ...running, interval: { lower: 0.48, upper: 0.66 } });
    expect(told.labels - facts.labels).toBeGreaterThan(5);
    expect(told.labels).toBe(labelsNeeded({ ...running, halfWidth: 0.1 / (0.12 / 0.09) }).labels);
    const otherSide = { ...running, threshold: 0.7, interval: { lower: 0.54, upper: 0.72 } };
    expect(thresholdPlan(otherSide).labels).toBe(told.labels);
    // Nearer than half of the width it is only as good as it looks.
    const nearer = thresholdPlan({ ...running, interval: { lower: 0.55, upper: 0.73 } });
    expect(nearer).toEqual(thresholdPlan(running));
  });

  test('at the threshold only everything decides', () => {
    expect(thresholdPlan({ ...facts, estimate: 0.8, threshold: 0.8 })).toEqual({
      labels: 4000,
      exact: true,
      fewest: expect.any(Number),
      most: 4000,
    });
  });

  test('grow as the estimate comes near, on either side alike, between the fewest and the most', () => {
    const unit = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(unit, unit, fc.integer({ min: 10, max: 4000 }), (estimate, threshold, labels) => {
        const told = thresholdPlan({ ...facts, labels, estimate, threshold });
        expect(told.fewest).toBeLessThanOrEqual(told.labels);
        expect(told.most).toBeGreaterThanOrEqual(told.labels);
        const nearer = thresholdPlan({ ...facts, labels, estimate: (estimate + threshold) / 2, threshold });
        expect(nearer.labels).toBeGreaterThanOrEqual(told.labels);
        const mirrored = thresholdPlan({ ...facts, labels, estimate: threshold, threshold: estimate });
        expect(mirrored).toEqual(told);
      }),
    );
  });

  test('hold the real number in most runs of a study near a threshold', () => {
    const size = 1500;
    const rng = createRng(2);
    const surrogate = Float64Array.from({ length: size }, () => uniformOpen(rng));
    const y = Array.from(surrogate, (s) => (uniformOpen(rng) < 0.65 + 0.3 * s ? 1 : 0));
    const q = temperedProbabilities(surrogate, 1);
    const pool = summarizePool(surrogate, q);
    let open = 0;
    let held = 0;
    for (let seed = 0; seed < 40; seed++) {
      const sequence = new CalibratedSequence(pool);
      let told: ReturnType<typeof thresholdPlan> | undefined;
      for (const [drawn, i] of exponentialKeyOrder(q, seed, size).entries()) {
        const state = sequence.add({ y: y[i]!, surrogate: surrogate[i]!, probability: q[i]! });
        const labels = drawn + 1;
        const decided = state.lower > 0.7 || state.upper < 0.7;
        if (decided && told) {
          open++;
          if (told.fewest <= labels && labels <= told.most) held++;
        }
        if (decided) break;
        if (labels !== 30) continue;
        const standardDeviation = state.residualStandardDeviation!;
        told = thresholdPlan({
          plan,
          estimate: state.value,
          threshold: 0.7,
          labels,
          populationSize: size,
          standardDeviation,
        });
      }
    }
    expect(open).toBeGreaterThan(20);
    expect(held / open).toBeGreaterThan(0.6);
  });
});
