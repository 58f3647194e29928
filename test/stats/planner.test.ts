import { describe, expect, test } from 'vitest';
import { halfWidthAt, labelsNeeded, priorStandardDeviation } from '../../stats/index.ts';
import fc from './support/seeded-fast-check.ts';

describe('labels needed', () => {
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
    const plan = labelsNeeded({ halfWidth, populationSize: 4411, standardDeviation });
    // The last of the known figures is rounded to the hundred.
    expect(Math.abs(plan.labels - expected)).toBeLessThanOrEqual(expected === 1500 ? 5 : 0);
    expect(plan.exact).toBe(false);
  });

  test('it is the smallest number that reaches the target', () => {
    const facts = fc.record({
      halfWidth: fc.double({ min: 0.001, max: 0.4, noNaN: true }),
      populationSize: fc.integer({ min: 1, max: 5000 }),
      standardDeviation: fc.double({ min: 0, max: 0.5, noNaN: true }),
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
    const facts = { populationSize: 1000, standardDeviation: 0.3 };
    for (const labels of [5, 17, 40, 333]) {
      expect(labelsNeeded({ ...facts, halfWidth: halfWidthAt({ ...facts, labels }) }).labels).toBe(labels);
    }
  });

  test('out of range', () => {
    const facts = { populationSize: 100, standardDeviation: 0.3 };
    expect(() => labelsNeeded({ ...facts, halfWidth: 0 })).toThrow(RangeError);
    expect(() => labelsNeeded({ ...facts, standardDeviation: -1, halfWidth: 0.1 })).toThrow(RangeError);
    expect(() => halfWidthAt({ ...facts, labels: 101 })).toThrow(RangeError);
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
