import { compensatedSum } from '../numeric.ts';
import { effectiveCount, requirePairs, type WeightedPair, weightedMean } from './weighted-pairs.ts';

/**
 * Pearson's product-moment correlation, each pair counted by its weight.
 *
 * @returns in [-1, 1]; undefined with fewer than 2 pairs or when either side does not vary
 * @throws RangeError when an argument is out of range
 */
export function weightedPearson(pairs: readonly WeightedPair[]): number | undefined {
  requirePairs(pairs);
  if (pairs.length < 2) return undefined;
  // Asked of the values: what rounding leaves of a variance is not 0.
  const varies = (value: (pair: WeightedPair) => number) => {
    const first = value(pairs[0]!);
    return pairs.some((pair) => value(pair) !== first);
  };
  if (!varies(({ a }) => a) || !varies(({ b }) => b)) return undefined;
  const meanA = weightedMean(pairs, ({ a }) => a);
  const meanB = weightedMean(pairs, ({ b }) => b);
  const sum = (term: (pair: WeightedPair) => number) =>
    compensatedSum(pairs.map((pair) => pair.weight * term(pair)));
  const varianceA = sum(({ a }) => (a - meanA) ** 2);
  const varianceB = sum(({ b }) => (b - meanB) ** 2);
  if (!(varianceA * varianceB > 0)) return undefined;
  const covariance = sum(({ a, b }) => (a - meanA) * (b - meanB));
  return Math.max(-1, Math.min(1, covariance / Math.sqrt(varianceA * varianceB)));
}

/**
 * Spearman's rank correlation: Pearson's of the ranks, ties at their middle rank, where an item takes up as much of
 * the ranking as its weight. With equal weights it is the usual one.
 *
 * @returns as `weightedPearson`
 */
export function weightedSpearman(pairs: readonly WeightedPair[]): number | undefined {
  requirePairs(pairs);
  const ranksA = weightedRanks(pairs, ({ a }) => a);
  const ranksB = weightedRanks(pairs, ({ b }) => b);
  return weightedPearson(pairs.map(({ weight }, i) => ({ a: ranksA[i]!, b: ranksB[i]!, weight })));
}

/** The weight below each value, and half of the weight at it. */
function weightedRanks(pairs: readonly WeightedPair[], value: (pair: WeightedPair) => number): number[] {
  const weightAt = new Map<number, number>();
  for (const pair of pairs) weightAt.set(value(pair), (weightAt.get(value(pair)) ?? 0) + pair.weight);
  const middle = new Map<number, number>();
  let below = 0;
  for (const level of [...weightAt.keys()].sort((x, y) => x - y)) {
    const weight = weightAt.get(level)!;
    middle.set(level, below + weight / 2);
    below += weight;
  }
  return pairs.map((pair) => middle.get(value(pair))!);
}

/**
 * Kendall's tau-b (Kendall, 1945): (C - D)/sqrt((P - T_a)(P - T_b)) over all pairs of items, where a pair of items
 * counts the product of their weights; C concordant, D discordant, T tied on one side, P all of them. Time is
 * quadratic in the number of distinct value pairs.
 *
 * @returns in [-1, 1]; undefined with fewer than 2 pairs or when either side does not vary
 * @throws RangeError when an argument is out of range
 */
export function weightedKendall(pairs: readonly WeightedPair[]): number | undefined {
  requirePairs(pairs);
  const cells = new Map<string, WeightedPair>();
  for (const { a, b, weight } of pairs) {
    const key = `${a} ${b}`;
    cells.set(key, { a, b, weight: (cells.get(key)?.weight ?? 0) + weight });
  }
  const list = [...cells.values()];
  let score = 0;
  let untiedA = 0;
  let untiedB = 0;
  for (let i = 0; i < list.length; i++) {
    const one = list[i]!;
    for (let j = 0; j < i; j++) {
      const other = list[j]!;
      const weight = one.weight * other.weight;
      const signA = Math.sign(one.a - other.a);
      const signB = Math.sign(one.b - other.b);
      score += weight * signA * signB;
      untiedA += weight * signA * signA;
      untiedB += weight * signB * signB;
    }
  }
  return untiedA === 0 || untiedB === 0 ? undefined : score / Math.sqrt(untiedA * untiedB);
}

/** Variance of atanh of a correlation at n items. */
const fisherVariances = {
  pearson: (_r: number, n: number) => 1 / (n - 3),
  // Bonett and Wright (2000), Eq. 3.
  spearman: (r: number, n: number) => (1 + (r * r) / 2) / (n - 3),
  // Fieller, Hartley and Pearson (1957).
  kendall: (_r: number, n: number) => 0.437 / (n - 4),
} as const;

const fewestForInterval = 5;

/**
 * Approximate interval of a correlation by Fisher's transformation at the effective number of items: 95 %, for
 * roughly normal data and not too uneven weights.
 *
 * @param given number of other variables that both sides are the residuals of, for a partial correlation: each takes
 *   the place of one item (Fisher, 1924)
 * @returns undefined with fewer than 5 effective items
 */
export function correlationInterval(
  kind: keyof typeof fisherVariances,
  correlation: number,
  pairs: readonly WeightedPair[],
  given = 0,
): { lower: number; upper: number } | undefined {
  const n = effectiveCount(pairs) - given;
  if (n < fewestForInterval) return undefined;
  // A correlation of exactly 1 in a sample is no certainty.
  const bounded = Math.max(-1 + 1 / n ** 2, Math.min(1 - 1 / n ** 2, correlation));
  const reach = 1.959964 * Math.sqrt(fisherVariances[kind](correlation, n));
  const lower = Math.tanh(Math.atanh(bounded) - reach);
  const upper = Math.tanh(Math.atanh(bounded) + reach);
  return { lower: Math.min(lower, correlation), upper: Math.max(upper, correlation) };
}
