import { requireUnit } from '../check.ts';
import { clip, compensatedSum } from '../numeric.ts';
import { boundedFigure, jackknife } from './jackknife.ts';
import { FEWEST_BIAS_ITEMS } from './judge-bias.ts';
import { meanInterval } from './mean-interval.ts';
import { effectiveCount, requirePairs, type WeightedPair, weightedMean } from './weighted-pairs.ts';

interface Share {
  readonly value: number;
  readonly lower: number;
  readonly upper: number;
}

/** How preferences of two replies go with their lengths. */
interface PreferenceLength {
  /** Labeled items whose replies differ in length. */
  readonly items: number;
  /** Share of wins of the longer reply, ties half; with the interval of `meanInterval`. */
  readonly longer: Share;
  /** Win rate of the first system where both replies are equally long; undefined where lengths or preferences tell nothing of it. */
  readonly atEqualLength: Share | undefined;
}

/**
 * Length bias of preferences from labeled items: how often the longer of two replies wins, and the win rate at equal length, the
 * intercept of a weighted least-squares line of the preference on the log of the ratio of lengths (as in length-controlled win
 * rates, Dubois et al. 2024, with a line in the place of a logistic curve). The share has the interval of `meanInterval`, the intercept
 * that of `boundedFigure`, in which items count by the leverage of equal lengths, at most as many as carry it; both are approximate, at one look.
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
  const wins = apart.map(({ a, b, weight }) => ({ value: a > 0 ? b : 1 - b, weight }));
  return {
    items: apart.length,
    longer: { value: share, ...(meanInterval(wins, { lowest: 0, highest: 1 }) ?? { lower: 0, upper: 1 }) },
    atEqualLength: equalLength(pairs),
  };
}

function equalLength(pairs: readonly WeightedPair[]): Share | undefined {
  const [found] = jackknife(pairs, (some) => [interceptOf(some)]);
  if (!found) return undefined;
  const n = effectiveCount(pairs);
  const middle = weightedMean(pairs, ({ a }) => a);
  const variance = weightedMean(pairs, ({ a }) => (a - middle) ** 2);
  // The few items on the far side may carry the intercept alone.
  const carried = pairs.map(({ a, weight }) => (weight * (1 - (middle * (a - middle)) / variance)) ** 2);
  const carrying = compensatedSum(carried) ** 2 / compensatedSum(carried.map((one) => one ** 2));
  const effective = Math.min(carrying, n / (1 + middle ** 2 / variance));
  if (!(effective > 2)) return undefined;
  const ends = boundedFigure(found, { lowest: 0, highest: 1, effective, alpha: 0.05 });
  return { value: clip(found.value, 0, 1), ...ends };
}

/** Where the weighted line of b on a meets a = 0; undefined where all lengths have one ratio. */
function interceptOf(pairs: readonly WeightedPair[]): number | undefined {
  const [a, b] = [weightedMean(pairs, (pair) => pair.a), weightedMean(pairs, (pair) => pair.b)];
  const squares = weightedMean(pairs, (pair) => (pair.a - a) ** 2);
  if (!(squares > 1e-12)) return undefined;
  return b - (a * weightedMean(pairs, (pair) => (pair.a - a) * (pair.b - b))) / squares;
}
