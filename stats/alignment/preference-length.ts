import { requireUnit } from '../check.ts';
import { wilson } from '../intervals/wilson.ts';
import { clip } from '../numeric.ts';
import { jackknifeInterval } from './jackknife-interval.ts';
import { FEWEST_BIAS_ITEMS } from './judge-bias.ts';
import { effectiveCount, requirePairs, type WeightedPair, weightedMean } from './weighted-pairs.ts';

interface Share {
  readonly value: number;
  readonly lower: number;
  readonly upper: number;
}

/** How preferences of two replies go with their lengths. */
export interface PreferenceLength {
  /** Labeled items whose replies differ in length. */
  readonly items: number;
  /** Share of wins of the longer reply, ties half; Wilson's interval at the effective number of items. */
  readonly longer: Share;
  /** Win rate of the first system where both replies are equally long; undefined where lengths or preferences tell nothing of it. */
  readonly atEqualLength: Share | undefined;
}

/**
 * Length bias of preferences from labeled items: how often the longer of two replies wins, and the win rate at equal length, the
 * intercept of a weighted least-squares line of the preference on the log of the ratio of lengths (as in length-controlled win
 * rates, Dubois et al. 2024, with a line in the place of a logistic curve). Wilson's interval (1927) of the share stands at Kish's
 * effective number of items, that of the intercept is the jackknife's; both are approximate, at one look.
 *
 * @param pairs `a` ln((1 + words of the first)/(1 + words of the second)), `b` what the first got of a win, in [0, 1], weights by
 * the draw
 * @returns undefined with fewer than 10 items whose lengths differ
 * @throws RangeError when a value is out of range
 */
export function preferenceLength(pairs: readonly WeightedPair[]): PreferenceLength | undefined {
  requirePairs(pairs);
  for (const { b } of pairs) requireUnit(b, 'A preference');
  const apart = pairs.filter(({ a }) => a !== 0);
  if (apart.length < FEWEST_BIAS_ITEMS) return undefined;
  const share = weightedMean(apart, ({ a, b }) => (a > 0 ? b : 1 - b));
  const intercept = interceptOf(pairs);
  const ends = intercept === undefined ? undefined : jackknifeInterval(pairs, interceptOf);
  return {
    items: apart.length,
    longer: { value: share, ...wilson(share, effectiveCount(apart), 0.05) },
    atEqualLength: ends && {
      value: clip(intercept!, 0, 1),
      lower: clip(ends.lower, 0, 1),
      upper: clip(ends.upper, 0, 1),
    },
  };
}

/** Where the weighted line of b on a meets a = 0; undefined where all lengths have one ratio. */
function interceptOf(pairs: readonly WeightedPair[]): number | undefined {
  const [a, b] = [weightedMean(pairs, (pair) => pair.a), weightedMean(pairs, (pair) => pair.b)];
  const squares = weightedMean(pairs, (pair) => (pair.a - a) ** 2);
  if (!(squares > 1e-12)) return undefined;
  return b - (a * weightedMean(pairs, (pair) => (pair.a - a) * (pair.b - b))) / squares;
}
