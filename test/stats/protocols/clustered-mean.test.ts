import { expect, test } from 'vitest';
import { boundedFigure } from '../../../stats/alignment/jackknife.ts';
import { clusteredMean, createRng, exactShare, mean, uniformOpen } from '../../../stats/index.ts';

test('clusters count by their values, and too few of one size have no interval', () => {
  const clusters = [[1, 0], [1], [1, 1, 1], [0, 1], [1, 1], [0]];
  const { value, lower, upper } = clusteredMean(clusters);
  const whole = mean(clusters.flat());
  const without = clusters.map((_, i) => mean(clusters.filter((__, j) => j !== i).flat()));
  const middle = mean(without);
  const variance = (5 / 6) * without.reduce((sum, one) => sum + (one - middle) ** 2, 0);
  const effective = 11 ** 2 / (4 + 1 + 9 + 4 + 4 + 1);
  const ends = boundedFigure({ value: whole, variance }, { lowest: 0, highest: 1, effective, alpha: 0.05 });
  expect([value, lower, upper]).toEqual(
    [whole, ends.lower, ends.upper].map((one) => expect.closeTo(one, 12)),
  );
  expect(clusteredMean([[1, 0, 1, 1, 1, 0], [1], [0], [1], [1]])).toMatchObject({ lower: undefined });
  expect(clusteredMean([[], []])).toEqual({ value: undefined, lower: undefined, upper: undefined });
});

test('answers of one conversation are alike: their interval holds where that of independent ones does not', () => {
  const rng = createRng(48);
  const misses = { clustered: 0, independent: 0 };
  const isMissed = (ends: { lower?: number | undefined; upper?: number | undefined }) =>
    Number(ends.lower! > 0.7 || ends.upper! < 0.7);
  for (let run = 0; run < 200; run++) {
    const clusters = Array.from({ length: 20 }, () => {
      const level = uniformOpen(rng);
      const answer = () => Number((uniformOpen(rng) < 0.5 ? level : uniformOpen(rng)) < 0.7);
      return Array.from({ length: Math.ceil(8 * (-Math.log(uniformOpen(rng))) ** 1.5) }, answer);
    });
    const all = clusters.flat();
    misses.clustered += isMissed(clusteredMean(clusters));
    misses.independent += isMissed(exactShare(all.filter((one) => one === 1).length, all.length)!);
  }
  // 10 of 200 are promised.
  expect(misses.clustered).toBeLessThanOrEqual(10);
  expect(misses.independent).toBeGreaterThan(60);
});

test('clusters in the order of their values have the interval of any other order', () => {
  const sorted = Array.from({ length: 200 }, (_, at) => [at / 199]);
  const width = (clusters: readonly (readonly number[])[]) => {
    const { lower, upper } = clusteredMean(clusters);
    return upper! - lower!;
  };
  // Twice Student's t of 199 degrees of freedom times the standard error.
  const expected = 2 * 1.972 * Math.sqrt(sorted.reduce((sum, [x]) => sum + (x! - 0.5) ** 2, 0) / 199 / 200);
  expect(width(sorted)).toBeGreaterThan(0.8 * expected);
  expect(width(sorted)).toBeLessThan(1.3 * expected);
});
