import { TRIAL_STAKES } from './constants.ts';
import type { LevelSet } from './level-set.ts';

/** Slack of the test that a level's factor stays above the least one. */
const ROUNDING = 1e-12;

/** A stake this much above the linear limit is worth trying. */
const NOTICEABLE = 1.0001;

/** Least distance over which a stake is bounded. */
const LEAST_RANGE = 1e-9;

/** What a gambler puts on "the mean of the unlabeled items is higher than mu". */
interface Stake {
  /** Stake wanted, in units of 1 / the scale of y. */
  readonly wanted: number;
  /** Variance that it expects, by which the loss of a smaller control variate is weighed. */
  readonly variance: number;
  /** Least factor that a label may give: 1 - the share of wealth at risk. */
  readonly least: number;
}

/**
 * The factor on the wealth of an upward stake on the hypothesis that the mean of the unlabeled items is `mu`, when the item
 * drawn next has a prediction at `level` and turns out worth `y` (times its weight). Over the draw its mean is 1 when the
 * hypothesis is true, and it is never below the least factor, whatever the predictions. A downward stake is an upward one on
 * 1 - y, with the levels of 1 - prediction and 1 - mu.
 *
 * As long as the range allows, it is 1 + stake (y - f + mean f - mu). A larger stake is had by giving up the control variate
 * where it is in the way: 1 + stake (c - f) + stake y up to a level, and the least factor + stake y above it, with c such
 * that the mean stays 1. Of the stakes from the limit to the one wanted, that with the largest expected growth is taken.
 *
 * @param levels the unlabeled items, settled
 */
export function payoff(levels: LevelSet, stake: Stake, mu: number, level: number, y: number): number {
  const { wanted, least } = stake;
  const limit = (1 - least) / Math.max(levels.values[levels.top]! - levels.mean + mu, LEAST_RANGE);
  if (wanted <= limit) return 1 + wanted * (levels.mean - mu - levels.values[level]!) + wanted * y;
  const taken = bestStake(levels, stake, mu, limit);
  if (taken <= limit) return 1 + limit * (levels.mean - mu - levels.values[level]!) + limit * y;
  const { top, center } = cutControl(levels, taken, mu, least);
  const base = level <= top ? 1 + taken * (center - levels.values[level]!) : least;
  return Math.max(base, least) + taken * y;
}

function bestStake(levels: LevelSet, { wanted, variance, least }: Stake, mu: number, limit: number): number {
  const most = Math.min((1 - least) / Math.max(mu, LEAST_RANGE), wanted);
  let best = limit;
  if (most <= limit * NOTICEABLE) return best;
  let mostGain = wanted * variance * limit - 0.5 * variance * limit * limit;
  for (let trial = 1; trial <= TRIAL_STAKES; trial++) {
    const tried = limit + ((most - limit) * trial) / TRIAL_STAKES;
    const lost = controlVariance(levels, tried, mu, least);
    const gain = wanted * variance * tried - 0.5 * (variance * tried * tried + lost);
    if (gain > mostGain) {
      mostGain = gain;
      best = tried;
    }
  }
  return best;
}

/**
 * Variance over the next draw of what the cut leaves of the control variate: it is one value up to the level of the cut, and
 * least + stake f above it.
 */
function controlVariance(levels: LevelSet, stake: number, mu: number, least: number): number {
  const { top, center } = cutControl(levels, stake, mu, least);
  const mean = 1 - stake * mu + stake * levels.mean;
  const highest = levels.mass.length - 1;
  const below = top < 0 ? 0 : levels.massUpTo[top]!;
  const kept = 1 + stake * center - mean;
  const offset = least - mean;
  const sum = levels.sumUpTo[highest]! - (top < 0 ? 0 : levels.sumUpTo[top]!);
  const squares = levels.squaresUpTo[highest]! - (top < 0 ? 0 : levels.squaresUpTo[top]!);
  const above = offset * offset * (levels.total - below) + 2 * offset * stake * sum + stake * stake * squares;
  return (below * kept * kept + above) / levels.total;
}

/**
 * The largest level that keeps its control variate at this stake, and its c; -1 when none can. A level keeps it as long as
 * stake times the sum of mass (its value - values below) is at most total (1 - stake mu - least): a sum that only grows with
 * the level, so the largest is found by halving. On levels without items the sums stand still.
 */
function cutControl(
  levels: LevelSet,
  stake: number,
  mu: number,
  least: number,
): { top: number; center: number } {
  const { massUpTo, sumUpTo, values, total } = levels;
  const all = total * (1 - stake * mu);
  const room = (1 - least) / stake + ROUNDING;
  let top = -1;
  let center = 0;
  for (let low = 0, high = levels.top; low <= high; ) {
    const level = (low + high) >> 1;
    const mass = massUpTo[level]!;
    const tried = ((all - least * (total - mass) - mass) / stake + sumUpTo[level]!) / mass;
    if (!(mass > 0)) low = level + 1;
    else if (values[level]! <= tried + room) {
      top = level;
      center = tried;
      low = level + 1;
    } else high = level - 1;
  }
  return { top, center };
}
