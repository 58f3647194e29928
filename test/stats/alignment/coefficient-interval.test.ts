import { describe, expect, test } from 'vitest';
import { clusteredPairInterval } from '../../../stats/alignment/coefficient-interval.ts';
import { boundedFigure } from '../../../stats/alignment/jackknife.ts';
import { studentT } from '../../../stats/claims/student-t.ts';
import {
  boundedMean,
  createRng,
  exactShare,
  jackknife,
  mean,
  meanInterval,
  pairInterval,
  uniformOpen,
  type WeightedPair,
  weightedAlpha,
  weightedPearson,
} from '../../../stats/index.ts';

const values = [2, 4, 4, 5, 7, 8];
const center = mean(values);
const squares = values.reduce((sum, value) => sum + (value - center) ** 2, 0);

describe('the jackknife', () => {
  test('of a mean it is the variance of a mean, by as many groups as items', () => {
    const [found] = jackknife(values, (some) => [mean(some)]);
    expect(found!.value).toBeCloseTo(center, 12);
    expect(found!.variance).toBeCloseTo(squares / 5 / 6, 12);
    expect(found!.groups).toBe(6);
    const fourth = values.reduce((sum, value) => sum + (value - center) ** 4, 0);
    expect(found!.moving).toBeCloseTo(squares ** 2 / fourth, 10);
  });

  test('several statistics are each as alone; one that is not defined without some item has none', () => {
    const onlyWithTwo = (some: readonly number[]) => (some.includes(2) ? 1 : undefined);
    const both = jackknife(values, (some) => [mean(some), onlyWithTwo(some)]);
    expect(both).toEqual([jackknife(values, (some) => [mean(some)])[0], undefined]);
    expect(jackknife([1, 2, 3, 4], (some) => [mean(some)])).toEqual([undefined]);
  });

  test('clusters are dealt whole, and of a share it is the interval of a bounded mean', () => {
    const clusters = [
      [1, 0],
      [1, 1],
      [0, 1],
      [1, 1],
      [0, 0],
      [1, 1],
    ];
    const [whole] = jackknife(clusters, (some) => [mean(some.flat())]);
    const [means] = jackknife(clusters.map(mean), (some) => [mean(some)]);
    expect(whole!.variance).toBeCloseTo(means!.variance, 12);
    const ends = boundedFigure(whole!, { lowest: 0, highest: 1, effective: 6, alpha: 0.05 });
    const { value, variance } = whole!;
    const same = boundedMean({ value, variance, effective: 6, degreesOfFreedom: 5, left: 1, alpha: 0.05 });
    expect(ends).toEqual({ lower: same.lower, upper: same.upper });
    // On another scale it is the same interval, stretched.
    const rating = boundedFigure(
      { value: 1 + 4 * value, variance: 16 * variance },
      { lowest: 1, highest: 5, effective: 6, alpha: 0.05 },
    );
    expect(rating.lower).toBeCloseTo(1 + 4 * ends.lower, 10);
    expect(rating.upper).toBeCloseTo(1 + 4 * ends.upper, 10);
  });
});

/** Pairs of yes or no: so many of each of the four kinds. */
const table = (both: number, first: number, second: number, none: number): WeightedPair[] =>
  (
    [
      [1, 1, both],
      [1, 0, first],
      [0, 1, second],
      [0, 0, none],
    ] as const
  ).flatMap(([a, b, n]) => Array.from({ length: n }, () => ({ a, b, weight: 1 })));

describe('the interval of a coefficient', () => {
  test('holds that of the items alone, by Student’s t with the freedom of its variance', () => {
    const pairs = table(14, 3, 4, 19);
    const [found] = jackknife(pairs, (some) => [weightedPearson(some)]);
    const { groups, moving } = found!;
    const freedom = Math.min(groups - 1, (2 * groups * moving) / (groups - moving));
    const reach = studentT(0.05, freedom) * Math.sqrt(found!.variance);
    const ends = pairInterval(pairs, weightedPearson);
    expect(ends).toMatchObject({ lower: expect.any(Number), upper: expect.any(Number) });
    if ('reason' in ends) return;
    expect(ends.lower).toBeLessThanOrEqual(found!.value - reach + 1e-12);
    expect(ends.upper).toBeGreaterThanOrEqual(Math.min(1, found!.value + reach) - 1e-12);
  });

  test('is not needlessly wide at 40 items, which reached from below 0 to 1', () => {
    const rng = createRng(3);
    const pairs = Array.from({ length: 40 }, (): WeightedPair => {
      const own = [0, 0, 0].map(() => uniformOpen(rng) + uniformOpen(rng) + uniformOpen(rng) - 1.5);
      return { a: 2 * own[0]! + own[1]!, b: 2 * own[0]! + own[2]!, weight: 1 };
    });
    const ends = pairInterval(pairs, weightedPearson) as { lower: number; upper: number };
    expect(weightedPearson(pairs)).toBeCloseTo(0.8, 1);
    expect(ends.lower).toBeGreaterThan(0.15);
  });

  test('is as wide in a file that is sorted by what people say', () => {
    const sorted = table(70, 30, 30, 70);
    const rng = createRng(4);
    const drawn = sorted
      .map((pair) => ({ pair, key: uniformOpen(rng) }))
      .sort((one, other) => one.key - other.key)
      .map(({ pair }) => pair);
    const width = (pairs: readonly WeightedPair[]) => {
      const ends = pairInterval(pairs, weightedAlpha) as { lower: number; upper: number };
      return ends.upper - ends.lower;
    };
    // It was less than half.
    expect(width(sorted) / width(drawn)).toBeGreaterThan(0.8);
  });

  test('of labels of one conversation counts conversations', () => {
    const pairs = table(20, 5, 5, 20);
    const inPairs = pairs.map((pair, i) => ({ ...pair, cluster: `${i % 25}` }));
    expect(pairInterval(inPairs, weightedPearson)).toEqual({
      reason: 'no interval: needs at least 30 conversations or passages',
    });
    const twice = pairs.flatMap((pair, i) => [0, 1].map(() => ({ ...pair, cluster: `${i}` })));
    const [once, doubled] = [pairs, twice].map(
      (some) => pairInterval(some, weightedPearson) as { lower: number; upper: number },
    );
    expect(doubled!.lower).toBeCloseTo(once!.lower, 10);
    expect(doubled!.upper).toBeCloseTo(once!.upper, 10);
  });

  test('full agreement, and none at all on a rare value, are no certainty', () => {
    const agreed = pairInterval(table(20, 0, 0, 20), weightedAlpha);
    expect(agreed).toMatchObject({ upper: 1 });
    expect('lower' in agreed && agreed.lower).toBeLessThan(0.9);
    const apart = pairInterval(table(0, 12, 12, 200), weightedAlpha);
    expect('upper' in apart && apart.upper).toBeGreaterThan(0.05);
  });

  test('few items, few that differ and few clusters have none, and it says what is needed', () => {
    expect(pairInterval(table(10, 2, 2, 15), weightedPearson)).toEqual({
      reason: 'no interval: needs at least 30 items',
    });
    expect(pairInterval([], weightedPearson)).toHaveProperty('reason');
    expect(pairInterval(table(6, 1, 1, 92), weightedPearson)).toEqual({
      reason: 'no interval: needs at least 10 items whose values differ from the rest',
    });
    // One weight that outweighs the others leaves few effective items.
    const heavy = table(14, 3, 4, 19).map((pair, i) => ({ ...pair, weight: i === 0 ? 100 : 1 }));
    expect(pairInterval(heavy, weightedPearson)).toEqual({
      reason: 'no interval: by their weights the 40 items tell as much as 1, and it needs 30',
    });
    const pairs = table(14, 3, 4, 19);
    const clusters = Array.from({ length: 20 }, (_, k) => pairs.filter((_pair, i) => i % 20 === k));
    expect(clusteredPairInterval(clusters, weightedPearson)).toHaveProperty('reason');
  });

  test('holds where a bootstrap over 30 items missed: two who nearly always agree', () => {
    const rng = createRng(6);
    let misses = 0;
    const runs = 300;
    for (let run = 0; run < runs; run++) {
      const sample = Array.from({ length: 30 }, (): WeightedPair => {
        const a = Number(uniformOpen(rng) < 0.5);
        return { a, b: uniformOpen(rng) < 0.95 ? a : Number(uniformOpen(rng) < 0.5), weight: 1 };
      });
      const ends = pairInterval(sample, weightedAlpha);
      if ('lower' in ends && (ends.lower > 0.95 || ends.upper < 0.95)) misses++;
    }
    expect(misses / runs).toBeLessThan(0.05);
  });
});

test('a mean between two ends is never certain of few items that agree, and needs eight', () => {
  const same = Array.from({ length: 8 }, () => ({ value: 0, weight: 1 }));
  const ends = meanInterval(same, { lowest: -1, highest: 1 })!;
  expect(ends.lower).toBeLessThan(-0.2);
  expect(ends.upper).toBeGreaterThan(0.2);
  expect(meanInterval(same.slice(1), { lowest: -1, highest: 1 })).toBeUndefined();
  const oneOnly = same.map((one, i) => ({ ...one, weight: i === 0 ? 1 : 1e-15 }));
  expect(meanInterval(oneOnly, { lowest: -1, highest: 1 })).toBeUndefined();
  expect(() => meanInterval(same, { lowest: 1, highest: 1 })).toThrow(RangeError);
});

test.each([
  // scipy 1.17, binomtest(k, n).proportion_ci(0.95, method='exact').
  [8, 10, 0.443904537692, 0.974789273671],
  [0, 10, 0, 0.308497107819],
  [10, 10, 0.691502892181, 1],
])('the exact interval of %i in %i', (k, n, lower, upper) => {
  const ends = exactShare(k, n)!;
  expect(ends.lower).toBeCloseTo(lower, 8);
  expect(ends.upper).toBeCloseTo(upper, 8);
});

test('an exact interval ends at 0 and 1, never a rounding beyond', () => {
  for (let n = 1; n <= 200; n++) {
    expect(exactShare(0, n)!.lower).toBe(0);
    expect(exactShare(n, n)!.upper).toBe(1);
  }
  expect(exactShare(0, 0)).toBeUndefined();
});
