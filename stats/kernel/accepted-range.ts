import { BET_FRACTION, GRID_STEPS } from '../sequence/constants.ts';

/** The rounds of one run: for each draw the payoff, its range, and what the bet expects, all known before the grid. */
export interface BetRounds {
  /** Z, and the lowest and highest that it could have been. */
  payoff: Float64Array;
  lowest: Float64Array;
  highest: Float64Array;
  /** p and v. */
  mean: Float64Array;
  variance: Float64Array;
  /** First and last candidate g that the labels before the draw leave possible. */
  firstAlive: Int32Array;
  lastAlive: Int32Array;
}

/** Rounds between two looks at whether a product leaves the range of doubles. */
const ROUNDS_PER_FOLD = 32;
const LEAST_WEALTH = 1e-100;
const MOST_WEALTH = 1e100;

/**
 * For each round, the first (or last) candidate mean that the wealth of `WealthGrid` has not rejected.
 *
 * Candidates are walked from one end inwards, each through all rounds, and the walk ends once every round has found
 * its end of the interval: what lies inside is never computed. Products of the factors' numerators and denominators
 * are kept apart, which spares a division per bet; wealth agrees with the readable one to rounding.
 *
 * @param ends receives g for each round, -1 where every candidate is rejected
 * @param from 'first' walks up from 0, 'last' down from 1
 */
export function acceptedEnds(
  rounds: BetRounds,
  count: number,
  alpha: number,
  from: 'first' | 'last',
  ends: Int32Array,
): void {
  ends.fill(-1, 0, count);
  const step = from === 'first' ? 1 : -1;
  let g = from === 'first' ? 0 : GRID_STEPS;
  let pending = count;
  for (; pending > 0 && g >= 0 && g <= GRID_STEPS; g += step) {
    walk(rounds, pending, alpha, g, ends);
    while (pending > 0 && ends[pending - 1]! >= 0) pending--;
  }
}

/** Bets against one candidate round after round, and notes it where a round has none accepted so far. */
function walk(rounds: BetRounds, count: number, alpha: number, g: number, ends: Int32Array): void {
  const { payoff, lowest, highest, mean, variance, firstAlive, lastAlive } = rounds;
  const candidate = g / GRID_STEPS;
  const most = 1 / alpha;
  let gained = 1;
  let staked = 1;
  let logShift = 0;
  for (let t = 0; t < count; t++) {
    if (g < firstAlive[t]! || g > lastAlive[t]!) return;
    const lead = mean[t]! - candidate;
    const gain = payoff[t]! - candidate;
    // The factor 1 + stake * gain as a fraction, with the stake of `heldStake`.
    let below = variance[t]! + lead * lead;
    let above = below + lead * gain;
    if (lead > 0) {
      const room = candidate - lowest[t]!;
      if (room > 1e-9 && lead * room > BET_FRACTION * below) {
        above = room + BET_FRACTION * gain;
        below = room;
      }
    } else {
      const room = highest[t]! - candidate;
      if (room > 1e-9 && -lead * room > BET_FRACTION * below) {
        above = room - BET_FRACTION * gain;
        below = room;
      }
    }
    gained *= above > 0 ? above : 1e-300 * below;
    staked *= below;
    if ((t + 1) % ROUNDS_PER_FOLD === 0) {
      gained /= staked;
      staked = 1;
      if (gained < LEAST_WEALTH || gained > MOST_WEALTH) {
        logShift += Math.log(gained);
        gained = 1;
      }
    }
    if (ends[t]! < 0 && isAccepted(gained, staked, logShift, most)) ends[t] = g;
  }
}

function isAccepted(gained: number, staked: number, logShift: number, most: number): boolean {
  if (logShift === 0) return gained < most * staked;
  return logShift + Math.log(gained / staked) < Math.log(most);
}
