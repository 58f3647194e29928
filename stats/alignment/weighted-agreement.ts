import { compensatedSum } from '../numeric.ts';
import { requirePairs, type WeightedPair, weightedMean } from './weighted-pairs.ts';

/**
 * Krippendorff's alpha at the interval level for two raters without missing values, each item counted by its weight:
 * 1 - D_o/D_e with D_o the weighted mean of (a - b)^2 and D_e = 2 n/(n - 1) times the variance of all n = 2m values.
 * With equal weights it is `krippendorffAlpha(..., 'interval')`.
 *
 * @returns at most 1; undefined without pairs or when one value alone is in use
 * @throws RangeError when an argument is out of range
 */
export function weightedAlpha(pairs: readonly WeightedPair[]): number | undefined {
  requirePairs(pairs);
  if (pairs.length === 0) return undefined;
  const count = 2 * pairs.length;
  const mean = weightedMean(pairs, ({ a, b }) => (a + b) / 2);
  const variance = weightedMean(pairs, ({ a, b }) => ((a - mean) ** 2 + (b - mean) ** 2) / 2);
  if (variance === 0) return undefined;
  const observed = weightedMean(pairs, ({ a, b }) => (a - b) ** 2);
  return 1 - observed / ((2 * variance * count) / (count - 1));
}

const distances = {
  nominal: (a: number, b: number) => Number(a !== b),
  linear: (a: number, b: number) => Math.abs(a - b),
  quadratic: (a: number, b: number) => (a - b) ** 2,
} as const;

/**
 * Cohen's kappa, each item counted by its weight: 1 - sum d p_ab/sum d p_a p_b over value pairs, with the
 * disagreement d = 1 for unequal values (Cohen, 1960), |a - b| or (a - b)^2 (Cohen, 1968, linear and quadratic weights).
 *
 * @returns at most 1; undefined without pairs or when chance alone could not disagree
 * @throws RangeError when an argument is out of range
 */
export function weightedKappa(
  pairs: readonly WeightedPair[],
  disagreement: 'nominal' | 'linear' | 'quadratic',
): number | undefined {
  requirePairs(pairs);
  if (pairs.length === 0) return undefined;
  const distance = distances[disagreement];
  const observed = weightedMean(pairs, ({ a, b }) => distance(a, b));
  const sharesA = shares(pairs, ({ a }) => a);
  const sharesB = shares(pairs, ({ b }) => b);
  const expected = compensatedSum(
    sharesA.flatMap(([a, p]) => sharesB.map(([b, q]) => p * q * distance(a, b))),
  );
  return expected === 0 ? undefined : 1 - observed / expected;
}

function shares(
  pairs: readonly WeightedPair[],
  value: (pair: WeightedPair) => number,
): [value: number, share: number][] {
  const weightAt = new Map<number, number>();
  for (const pair of pairs) weightAt.set(value(pair), (weightAt.get(value(pair)) ?? 0) + pair.weight);
  const total = compensatedSum([...weightAt.values()]);
  return [...weightAt].map(([level, weight]) => [level, weight / total]);
}
