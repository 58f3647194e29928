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

type Side = (pair: WeightedPair) => number;
const sides: readonly [Side, Side] = [({ a }) => a, ({ b }) => b];

/**
 * How far apart a value of one side and one of the other are: of a pair, and on average where chance alone pairs them. The average
 * takes time in proportion to the items (sorted for `linear`), however many of their values differ.
 */
const distances = {
  nominal: {
    of: (a: number, b: number) => Number(a !== b),
    byChance(pairs: readonly WeightedPair[]) {
      const [a, b] = sides.map((side) => shares(pairs, side)) as [Shares, Shares];
      return compensatedSum([...a].map(([value, share]) => share * (1 - (b.get(value) ?? 0))));
    },
  },
  linear: {
    of: (a: number, b: number) => Math.abs(a - b),
    // E|A - B| is the integral of F(1 - G) + G(1 - F) over all values.
    byChance(pairs: readonly WeightedPair[]) {
      const [a, b] = sides.map((side) => shares(pairs, side)) as [Shares, Shares];
      const values = [...new Set([...a.keys(), ...b.keys()])].sort((x, y) => x - y);
      let [f, g] = [0, 0];
      return compensatedSum(
        values.slice(0, -1).map((value, i) => {
          f += a.get(value) ?? 0;
          g += b.get(value) ?? 0;
          return (f * (1 - g) + g * (1 - f)) * (values[i + 1]! - value);
        }),
      );
    },
  },
  quadratic: {
    of: (a: number, b: number) => (a - b) ** 2,
    // E(A - B)^2 is the sum of the variances and the squared difference of the means.
    byChance(pairs: readonly WeightedPair[]) {
      const [a, b] = sides.map((side) => weightedMean(pairs, side)) as [number, number];
      return weightedMean(pairs, (pair) => (pair.a - a) ** 2 + (pair.b - b) ** 2) + (a - b) ** 2;
    },
  },
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
  const first = pairs[0]?.a;
  if (pairs.every(({ a, b }) => a === first && b === first)) return undefined;
  const { of, byChance } = distances[disagreement];
  return 1 - weightedMean(pairs, ({ a, b }) => of(a, b)) / byChance(pairs);
}

/** The weight of each value of a side, as a share of all. */
type Shares = ReadonlyMap<number, number>;

function shares(pairs: readonly WeightedPair[], value: Side): Shares {
  const weightAt = new Map<number, number>();
  for (const pair of pairs) weightAt.set(value(pair), (weightAt.get(value(pair)) ?? 0) + pair.weight);
  const total = compensatedSum([...weightAt.values()]);
  return new Map([...weightAt].map(([level, weight]) => [level, weight / total]));
}
