import { describe, expect, test } from 'vitest';
import { clusteredCorrelation, createRng, judgeCoverage, uniformOpen } from '../../../stats/index.ts';
import { normalQuantile } from '../../../stats/intervals/normal-quantile.ts';

const pairs = (list: readonly (readonly [a: number, b: number, cluster: string])[]) =>
  list.map(([a, b, cluster]) => ({ a, b, cluster }));

test('the values are those of Pearson and Spearman over all units', () => {
  const some = pairs([
    [1, 2, 'x'],
    [2, 1, 'y'],
    [3, 4, 'z'],
    [4, 3, 'u'],
    [5, 9, 'v'],
  ]);
  // Sums of deviations: 16 / sqrt(10 * 38.8); ranks 2 1 4 3 5: 8/10.
  expect(clusteredCorrelation('pearson', some).value).toBeCloseTo(16 / Math.sqrt(10 * 38.8), 12);
  expect(clusteredCorrelation('spearman', some).value).toBeCloseTo(0.8, 12);
  expect(clusteredCorrelation('pearson', some).clusters).toBe(5);
});

test('units of one worker that say the same tell no more than one of them', () => {
  const once = Array.from({ length: 36 }, (_, i) => [i, (i * 5) % 36, `w${i}`] as const);
  const thrice = once.flatMap((one) => [one, one, one]);
  const single = clusteredCorrelation('spearman', pairs(once));
  const triple = clusteredCorrelation('spearman', pairs(thrice));
  expect(triple.value).toBeCloseTo(single.value!, 12);
  expect(triple.interval!.lower).toBeCloseTo(single.interval!.lower, 9);
  expect(triple.interval!.upper).toBeCloseTo(single.interval!.upper, 9);
});

describe('where nothing can be said', () => {
  test('few workers, one side without variation, a perfect order', () => {
    const four = pairs(Array.from({ length: 8 }, (_, i) => [i, i % 3, `w${i % 4}`] as const));
    expect(clusteredCorrelation('pearson', four)).toMatchObject({ clusters: 4, interval: undefined });
    const flat = pairs(Array.from({ length: 8 }, (_, i) => [i, 1, `w${i}`] as const));
    expect(clusteredCorrelation('pearson', flat)).toMatchObject({ value: undefined, interval: undefined });
    const perfect = pairs(Array.from({ length: 8 }, (_, i) => [i, i, `w${i}`] as const));
    expect(clusteredCorrelation('pearson', perfect)).toMatchObject({ value: 1, interval: undefined });
  });
});

/** Workers with a level of their own on both sides, three units each; the correlation of all units is 0.5. */
function drawn(seed: number) {
  const rng = createRng(seed);
  const normal = () => normalQuantile(uniformOpen(rng));
  return Array.from({ length: 40 }, (_, worker) => {
    const shared = normal();
    return Array.from({ length: 3 }, () => {
      const own = normal();
      const a = Math.SQRT1_2 * shared + Math.SQRT1_2 * own;
      return { a, b: 0.5 * a + Math.sqrt(0.75) * normal(), cluster: `w${worker}` };
    });
  }).flat();
}

test('its 95 % intervals hold in 600 draws as often as they promise', () => {
  const runs = 600;
  let misses = 0;
  let shown = 0;
  for (let seed = 1; seed <= runs; seed++) {
    const { interval } = clusteredCorrelation('pearson', drawn(seed));
    if (interval) shown++;
    if (interval!.lower > 0.5 || interval!.upper < 0.5) misses++;
  }
  expect(judgeCoverage(misses, runs, 0.05).lies).toBe(false);
  expect(shown).toBe(runs);
});
