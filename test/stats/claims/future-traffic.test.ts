import { describe, expect, test } from 'vitest';
import type { WeightedLabel } from '../../../stats/claims/calibrated-residuals.ts';
import {
  boundedMean,
  clusteredMeanVariance,
  createRng,
  effectiveGroups,
  mean,
  futureTraffic as trafficOrNone,
  uniformOpen,
} from '../../../stats/index.ts';

const pool = { surrogateMean: 0.5, surrogateMeanVariance: 0, clusters: 1000 };
const own = { lower: 0.5, upper: 0.5 };
/** Where no group has nearly all of the weight. */
const futureTraffic = (facts: Parameters<typeof trafficOrNone>[0]) => trafficOrNone(facts)!;
const fixed = { slope: 0, pool, own, alpha: 0.05 };

describe('future traffic', () => {
  test('independent items with equal weights: the interval of a mean of their number', () => {
    const ys = Array.from({ length: 40 }, (_, i) => (i % 4) / 4);
    const labels = ys.map((y, cluster) => ({ y, surrogate: 0.5, weight: 2, cluster }));
    const found = futureTraffic({ ...fixed, labels });
    const center = mean(ys);
    const variance = ys.reduce((sum, y) => sum + (y - center) ** 2, 0) / (40 * 39);
    const alone = boundedMean({
      ...{ value: center, variance, effective: 40, degreesOfFreedom: 39, left: 1, alpha: 0.05 },
    });
    expect(found.value).toBeCloseTo(center, 14);
    expect(found.standardError).toBeCloseTo(alone.standardError, 12);
    expect(found.lower).toBeCloseTo(alone.lower, 12);
    expect(found.upper).toBeCloseTo(Math.max(0.5, alone.upper), 12);
  });

  test('thirty of thirty good: from the exact end, and never inside the interval of the study', () => {
    const labels = Array.from({ length: 30 }, (_, cluster) => ({ y: 1, surrogate: 0.5, weight: 1, cluster }));
    const found = futureTraffic({ ...fixed, labels });
    expect(futureTraffic({ ...fixed, labels, own: { lower: 0.95, upper: 1 } }).lower).toBeCloseTo(0.8843, 4);
    expect(found).toMatchObject({ value: 1, lower: 0.5, upper: 1 });
  });

  test('the surrogate narrows it, and its own spread over traffic widens it', () => {
    const labels = Array.from({ length: 40 }, (_, i) => ({
      y: 0.1 + (0.8 * (i % 8)) / 8,
      surrogate: (i % 8) / 8,
      weight: 1,
      cluster: i,
    }));
    const plain = futureTraffic({ ...fixed, labels });
    const helped = futureTraffic({ ...fixed, labels, slope: 0.8, pool: { ...pool, surrogateMean: 0.6 } });
    expect(helped.standardError).toBeLessThan(0.7 * plain.standardError);
    expect(helped.value).toBeCloseTo(plain.value + 0.8 * (0.6 - 7 / 16), 12);
    const [alone, spread] = [0, 0.01].map((surrogateMeanVariance) =>
      futureTraffic({ ...fixed, labels, slope: 0.8, pool: { ...pool, surrogateMeanVariance } }),
    );
    expect(spread!.standardError ** 2 - alone!.standardError ** 2).toBeCloseTo(0.64 * 0.01, 9);
  });

  test('a surrogate that is given too little of the slope errs with the pool, which widens it', () => {
    const labels = Array.from({ length: 40 }, (_, i) => ({
      y: (i % 8) / 8,
      surrogate: (i % 8) / 8,
      weight: 1,
      cluster: i,
    }));
    const [whole, part] = [40, 1000].map((clusters) =>
      futureTraffic({ ...fixed, labels, slope: 0.5, pool: { ...pool, clusters } }),
    );
    expect(whole!.standardError).toBeGreaterThan(part!.standardError);
  });

  test('one group with half of the labels leaves too few to say anything', () => {
    const labels = Array.from({ length: 60 }, (_, i) => ({
      ...{ y: 0.5, surrogate: 0, weight: 1, cluster: i < 30 ? 0 : i },
    }));
    expect(effectiveGroups(labels.map(({ cluster }) => cluster))).toBeCloseTo(1 / (0.25 + 30 / 3600), 9);
    expect(() => futureTraffic({ ...fixed, labels })).toThrow(RangeError);
  });

  test.each([1e8, 1e16, 1e300])('a label that weighs %d times all others leaves nothing to say', (heavy) => {
    const labels = Array.from({ length: 40 }, (_, cluster) => ({
      ...{ y: (cluster % 3) / 2, surrogate: 0, weight: cluster === 0 ? heavy : 1 / 39, cluster },
    }));
    expect(trafficOrNone({ ...fixed, labels })).toBeUndefined();
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
    // Without the help of the study's own interval.
    const alone = { ...fixed, own: { lower: 1, upper: 0 } };
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
      if (holds(futureTraffic({ ...alone, labels }))) clustered++;
      const apart = labels.map((label, cluster) => ({ ...label, cluster }));
      if (holds(futureTraffic({ ...alone, labels: apart }))) naive++;
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
