import { describe, expect, test } from 'vitest';
import {
  clusteredMeanVariance,
  createRng,
  futureTraffic,
  mean,
  studentT,
  uniformOpen,
  type WeightedLabel,
} from '../../../stats/index.ts';

const fixed = { slope: 0, surrogateMean: 0.5, surrogateMeanVariance: 0, alpha: 0.05 };

describe('future traffic', () => {
  test('independent items with equal weights: the t interval of their mean, a little wider', () => {
    const ys = Array.from({ length: 40 }, (_, i) => (i % 4) / 4);
    const labels = ys.map((y, cluster) => ({ y, surrogate: 0.5, weight: 2, cluster }));
    const found = futureTraffic({ ...fixed, labels });
    const center = mean(ys);
    const variance = ys.reduce((sum, y) => sum + (y - center) ** 2, 0) / (40 * 39);
    const p = (40 * center + 1) / 42;
    const expected = Math.sqrt(variance + (2 * p * (1 - p)) / 40 ** 2);
    expect(found.value).toBeCloseTo(center, 14);
    expect(found.standardError).toBeCloseTo(expected, 12);
    expect(found.upper - found.value).toBeCloseTo(studentT(0.05, 39) * expected, 12);
  });

  test('the surrogate narrows it, and its own spread over traffic widens it', () => {
    const labels = Array.from({ length: 40 }, (_, i) => ({
      y: 0.1 + (0.8 * (i % 8)) / 8,
      surrogate: (i % 8) / 8,
      weight: 1,
      cluster: i,
    }));
    const plain = futureTraffic({ ...fixed, labels });
    const helped = futureTraffic({ ...fixed, labels, slope: 0.8, surrogateMean: 0.6 });
    expect(helped.standardError).toBeLessThan(plain.standardError / 2);
    expect(helped.value).toBeCloseTo(plain.value + 0.8 * (0.6 - 7 / 16), 12);
    const spread = futureTraffic({ ...fixed, labels, slope: 0.8, surrogateMeanVariance: 0.01 });
    expect(spread.standardError ** 2 - helped.standardError ** 2).toBeCloseTo(0.64 * 0.01, 3);
  });

  test('nothing is said below ten groups', () => {
    const labels = Array.from({ length: 40 }, (_, i) => ({
      y: 0.5,
      surrogate: 0,
      weight: 1,
      cluster: i % 9,
    }));
    expect(() => futureTraffic({ ...fixed, labels })).toThrow(RangeError);
  });

  test('covers the mean of the stream when items of a group are alike, where independent items would not', () => {
    const rng = createRng(5);
    const runs = 400;
    let clustered = 0;
    let naive = 0;
    for (let run = 0; run < runs; run++) {
      const labels: WeightedLabel[] = Array.from({ length: 20 }, (_, cluster) => {
        const level = 0.2 + 0.6 * uniformOpen(rng);
        return Array.from({ length: 4 }, () => ({
          y: level + 0.4 * (uniformOpen(rng) - 0.5),
          surrogate: 0.5,
          weight: 1,
          cluster,
        }));
      }).flat();
      const holds = ({ lower, upper }: { lower: number; upper: number }) => lower <= 0.5 && 0.5 <= upper;
      if (holds(futureTraffic({ ...fixed, labels }))) clustered++;
      const apart = labels.map((label, cluster) => ({ ...label, cluster }));
      if (holds(futureTraffic({ ...fixed, labels: apart }))) naive++;
    }
    expect(clustered / runs).toBeGreaterThan(0.95 - 3 * Math.sqrt((0.95 * 0.05) / runs));
    expect(naive / runs).toBeLessThan(0.85);
  });
});

test('variance of a mean over clusters', () => {
  // Two clusters of two: sums of deviations -1 and 1, so 2/1 * 2/16.
  expect(clusteredMeanVariance([0, 0, 1, 1], ['a', 'a', 'b', 'b'])).toBeCloseTo(0.25, 14);
  expect(clusteredMeanVariance([0, 1], [1, 1])).toBe(0);
  expect(() => clusteredMeanVariance([0, 1], [1])).toThrow(RangeError);
});
