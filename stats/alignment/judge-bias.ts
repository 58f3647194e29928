import { wilsonInterval } from '../intervals/wilson.ts';
import { clip, mean } from '../numeric.ts';
import { jackknifeInterval } from './jackknife-interval.ts';
import { correlationInterval, weightedPearson } from './weighted-correlation.ts';
import { effectiveCount, type WeightedPair, weightedMean } from './weighted-pairs.ts';

/** Items below which nothing is said of a judge's bias. */
export const FEWEST_BIAS_ITEMS = 10;

/** How far a judge is swayed by length. */
export interface LengthBias {
  /** Share in [0, 1] of the variance of judge minus human that ln(1 + tokens) explains. */
  readonly share: number;
  readonly lower: number;
  readonly upper: number;
  /** By how much judge minus human rises when the reply is twice as long, on the scale of the scores. */
  readonly perDoubling: number;
}

/**
 * Share of the variance of judge minus human that the reply's length explains: r^2 of the two, adjusted for what chance
 * explains of n items, 1 - (1 - r^2)(n - 1)/(n - 2) (Ezekiel, 1930), at least 0; n is the effective number under the weights.
 * Its interval is the square of Fisher's interval of r, from 0 when that spans 0; approximate, at one look.
 *
 * @param pairs `a` the reply's ln(1 + tokens), `b` judge minus human
 * @returns undefined with fewer than 10 items, or when length or difference does not vary
 */
export function lengthBias(pairs: readonly WeightedPair[]): LengthBias | undefined {
  if (pairs.length < FEWEST_BIAS_ITEMS) return undefined;
  const r = weightedPearson(pairs);
  const interval = r === undefined ? undefined : correlationInterval('pearson', r, pairs);
  if (r === undefined || !interval) return undefined;
  const n = effectiveCount(pairs);
  const squares = [interval.lower ** 2, interval.upper ** 2];
  const spansZero = interval.lower <= 0 && interval.upper >= 0;
  return {
    share: clip(1 - ((1 - r * r) * (n - 1)) / (n - 2), 0, 1),
    lower: spansZero ? 0 : Math.min(...squares),
    upper: Math.min(1, Math.max(...squares)),
    perDoubling: r * Math.LN2 * Math.sqrt(varianceOf(pairs, 'b') / varianceOf(pairs, 'a')),
  };
}

function varianceOf(pairs: readonly WeightedPair[], side: 'a' | 'b'): number {
  const middle = weightedMean(pairs, (pair) => pair[side]);
  return weightedMean(pairs, (pair) => (pair[side] - middle) ** 2);
}

/** What a judge said of a pair in both orders: the share in [0, 1] that the same reply got where it stood first and second. */
export interface BothOrders {
  readonly whenFirst: number;
  readonly whenSecond: number;
}

/** How far a judge of pairs is swayed by which reply stands first. */
export interface PositionBias {
  /** Mean share of the reply that stands first; 1/2 without bias. */
  readonly first: number;
  readonly lower: number | undefined;
  readonly upper: number | undefined;
  /** Share of pairs in which the other reply wins when the order is turned, and Wilson's interval of it. */
  readonly turned: number;
  readonly turnedLower: number;
  readonly turnedUpper: number;
}

/**
 * Position bias from pairs judged in both orders (Zheng et al., 2023): the place that stands first gets `whenFirst` in one
 * order and 1 - `whenSecond` in the other, whichever reply is better. The interval of the mean is the jackknife's.
 *
 * @returns undefined with fewer than 10 pairs
 */
export function positionBias(pairs: readonly BothOrders[]): PositionBias | undefined {
  if (pairs.length < FEWEST_BIAS_ITEMS) return undefined;
  const shares = pairs.map(({ whenFirst, whenSecond }) => (whenFirst + 1 - whenSecond) / 2);
  const interval = jackknifeInterval(shares, (part) => (part.length === 0 ? undefined : mean(part)));
  const turned = pairs.filter(
    ({ whenFirst, whenSecond }) => Math.sign(whenFirst - 0.5) !== Math.sign(whenSecond - 0.5),
  ).length;
  const ends = wilsonInterval(turned, pairs.length)!;
  return {
    first: mean(shares),
    lower: interval && clip(interval.lower, 0, 1),
    upper: interval && clip(interval.upper, 0, 1),
    turned: turned / pairs.length,
    turnedLower: ends.lower,
    turnedUpper: ends.upper,
  };
}
