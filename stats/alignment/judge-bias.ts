import { exactShare } from '../intervals/exact-share.ts';
import { clip, mean } from '../numeric.ts';
import { type CoefficientInterval, pairInterval } from './coefficient-interval.ts';
import { meanInterval } from './mean-interval.ts';
import { weightedPearson } from './weighted-correlation.ts';
import { clustersOf, effectiveCount, type WeightedPair, weightedMean } from './weighted-pairs.ts';

/** Items below which nothing is said of a judge's bias. */
export const FEWEST_BIAS_ITEMS = 10;

/** How far a judge is swayed by length. */
interface LengthBias {
  /** Share in [0, 1] of the variance of judge minus human that ln(1 + tokens) explains. */
  readonly share: number;
  /** Both undefined where there is no interval. */
  readonly lower: number | undefined;
  readonly upper: number | undefined;
  /** By how much judge minus human rises when the reply is twice as long, on the scale of the scores. */
  readonly perDoubling: number;
}

/**
 * Share of the variance of judge minus human that the reply's length explains: r^2 of the two, adjusted for what chance
 * explains of n items, 1 - (1 - r^2)(n - 1)/(n - 2) (Ezekiel, 1930), at least 0; n is the effective number under the weights.
 * Its interval is the square of that of r (`pairInterval`), from 0 when that spans 0; approximate, at one look.
 *
 * @param pairs `a` the reply's ln(1 + tokens), `b` judge minus human
 * @returns undefined with fewer than 10 items, or when length or difference does not vary
 */
export function lengthBias(pairs: readonly WeightedPair[]): LengthBias | undefined {
  if (pairs.length < FEWEST_BIAS_ITEMS) return undefined;
  const r = weightedPearson(pairs);
  const n = effectiveCount(pairs);
  if (r === undefined || n <= 2) return undefined;
  const share = clip(1 - ((1 - r * r) * (n - 1)) / (n - 2), 0, 1);
  const squares = squaredInterval(pairInterval(pairs, weightedPearson));
  return {
    share,
    lower: squares && Math.min(share, squares.lower),
    upper: squares?.upper,
    perDoubling: r * Math.LN2 * Math.sqrt(varianceOf(pairs, 'b') / varianceOf(pairs, 'a')),
  };
}

/** Interval of r^2 from that of r; undefined where that has none. */
export function squaredInterval(of: CoefficientInterval): { lower: number; upper: number } | undefined {
  if ('reason' in of) return undefined;
  const [least, most] = [Math.abs(of.lower), Math.abs(of.upper)].sort((a, b) => a - b);
  return { lower: of.lower <= 0 && of.upper >= 0 ? 0 : least! ** 2, upper: most! ** 2 };
}

function varianceOf(pairs: readonly WeightedPair[], side: 'a' | 'b'): number {
  const middle = weightedMean(pairs, (pair) => pair[side]);
  return weightedMean(pairs, (pair) => (pair[side] - middle) ** 2);
}

/** What a judge said of a pair in both orders: the share in [0, 1] that the same reply got where it stood first and second. */
export interface BothOrders {
  readonly whenFirst: number;
  readonly whenSecond: number;
  /** As of a `WeightedPair`. */
  readonly cluster?: string | undefined;
}

/** How far a judge of pairs is swayed by which reply stands first. */
interface PositionBias {
  /** Mean share of the reply that stands first; 1/2 without bias. */
  readonly first: number;
  readonly lower: number | undefined;
  readonly upper: number | undefined;
  /** Share of pairs in which the other reply wins when the order is turned; its interval is exact where each pair stands for itself. */
  readonly turned: number;
  readonly turnedLower: number | undefined;
  readonly turnedUpper: number | undefined;
}

/**
 * Position bias from pairs judged in both orders (Zheng et al., 2023): the place that stands first gets `whenFirst` in one
 * order and 1 - `whenSecond` in the other, whichever reply is better. The interval of the mean is that of `meanInterval`, as is that of
 * the share where several pairs are of one cluster.
 *
 * @returns undefined with fewer than 10 pairs
 */
export function positionBias(pairs: readonly BothOrders[]): PositionBias | undefined {
  if (pairs.length < FEWEST_BIAS_ITEMS) return undefined;
  const intervalOf = (of: (pair: BothOrders) => number) =>
    meanInterval(
      pairs.map((pair) => ({ value: of(pair), weight: 1, cluster: pair.cluster })),
      { lowest: 0, highest: 1 },
    );
  const shareOfFirst = ({ whenFirst, whenSecond }: BothOrders) => (whenFirst + 1 - whenSecond) / 2;
  const isTurned = ({ whenFirst, whenSecond }: BothOrders) =>
    Math.sign(whenFirst - 0.5) !== Math.sign(whenSecond - 0.5);
  const interval = intervalOf(shareOfFirst);
  const turned = pairs.filter(isTurned).length;
  const ends = clustersOf(pairs)
    ? intervalOf((pair) => Number(isTurned(pair)))
    : exactShare(turned, pairs.length)!;
  return {
    first: mean(pairs.map(shareOfFirst)),
    lower: interval?.lower,
    upper: interval?.upper,
    turned: turned / pairs.length,
    turnedLower: ends?.lower,
    turnedUpper: ends?.upper,
  };
}
