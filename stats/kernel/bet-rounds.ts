import { BET_BOLDNESS, BET_FRACTION, GRID_STEPS, LEAST_LEAD } from '../sequence/constants.ts';
import { aimOf } from '../sequence/wealth-grid.ts';

/** The candidate means g/1000. */
const CANDIDATES = Float64Array.from({ length: GRID_STEPS + 1 }, (_, g) => g / GRID_STEPS);

/** What one draw is bet with; all of it is known before the grid is looked at. */
export interface Bet {
  /** Z, and the lowest and highest that it could have been. */
  payoff: number;
  lowest: number;
  highest: number;
  /** p and v. */
  mean: number;
  variance: number;
}

/** Places in the numbers and in the points of a round. */
const NUMBERS = 6;
const POINTS = 8;

/** Room for rounding in a bound. */
const BOUND_MARGIN = 1 + 1e-9;

/**
 * The bets of one run, side by side in flat lists, with the stretches of candidates whose stake is held to its limit:
 * on either side of p they lie between the roots of a quadratic, so that no candidate needs to be asked.
 */
export class BetRounds {
  readonly #numbers: Float64Array;
  readonly #points: Int32Array;

  constructor(mostRounds: number) {
    this.#numbers = new Float64Array(NUMBERS * mostRounds);
    this.#points = new Int32Array(POINTS * mostRounds);
  }

  /** Writes round t; candidates outside `firstAlive` to `lastAlive` are impossible by the labels before it. */
  set(t: number, bet: Bet, firstAlive: number, lastAlive: number): void {
    const { payoff, lowest, highest, mean, variance } = bet;
    const aim = aimOf(variance);
    const numbers = this.#numbers;
    const at = NUMBERS * t;
    numbers[at] = payoff;
    numbers[at + 1] = lowest;
    numbers[at + 2] = highest;
    numbers[at + 3] = mean;
    numbers[at + 4] = variance;
    numbers[at + 5] = aim;
    const points = this.#points;
    const from = POINTS * t;
    const below = lastBelow(mean);
    const above = firstAbove(mean, below);
    points[from] = firstAlive;
    points[from + 1] = lastAlive;
    points[from + 4] = below;
    points[from + 5] = above;
    setHeld(points, from + 2, bet, aim, below, -1);
    setHeld(points, from + 6, bet, aim, above, 1);
  }

  firstAlive(t: number): number {
    return this.#points[POINTS * t]!;
  }

  lastAlive(t: number): number {
    return this.#points[POINTS * t + 1]!;
  }

  /** Multiplies the wealth against candidates `first` to `last` by what round t pays. */
  multiply(t: number, first: number, last: number, wealth: Float64Array): void {
    const numbers = this.#numbers;
    const points = this.#points;
    const at = NUMBERS * t;
    const from = POINTS * t;
    const payoff = numbers[at]!;
    const mean = numbers[at + 3]!;
    const variance = numbers[at + 4]!;
    const aim = numbers[at + 5]!;
    const below = Math.min(points[from + 4]!, last);
    if (first <= below) {
      const heldFrom = points[from + 2]!;
      const heldTo = Math.min(points[from + 3]!, below);
      payFree(wealth, first, Math.min(heldFrom - 1, below), payoff, variance, (aim + mean) / 2, 0.5);
      payHeld(wealth, Math.max(heldFrom, first), heldTo, payoff, numbers[at + 1]!);
      payFree(wealth, Math.max(heldTo + 1, first), below, payoff, variance, (aim + mean) / 2, 0.5);
    }
    const above = Math.max(points[from + 5]!, first);
    if (above <= last) {
      const heldFrom = points[from + 6]!;
      const heldTo = Math.min(points[from + 7]!, last);
      payFree(wealth, above, Math.min(heldFrom - 1, last), payoff, variance, (aim - mean) / 2, -0.5);
      payHeld(wealth, Math.max(heldFrom, above), heldTo, payoff, numbers[at + 2]!);
      payFree(wealth, Math.max(heldTo + 1, above), last, payoff, variance, (aim - mean) / 2, -0.5);
    }
  }

  /**
   * For each round the multiple of its limit at which the wealth against each candidate from `first` to `last` is safe: the
   * rounds after it, up to `count`, cannot bring it back below the limit. It is one over the product of the least that
   * each of them can multiply by.
   */
  setSafeMultiples(count: number, first: number, last: number, safe: Float64Array): void {
    let multiple = BOUND_MARGIN;
    for (let t = count - 1; t >= 0; t--) {
      safe[t] = multiple;
      multiple = Math.min(multiple / this.#leastFactor(t, first, last), Number.MAX_VALUE);
    }
  }

  /**
   * A lower bound, at most 1, of what round t multiplies by. A stake is at most C over the room that it is held to, and at
   * most B/(2 sqrt v), which B a/(v + a^2) has at a = sqrt v; it loses most against the candidate farthest from the payoff.
   */
  #leastFactor(t: number, first: number, last: number): number {
    const numbers = this.#numbers;
    const at = NUMBERS * t;
    const payoff = numbers[at]!;
    const mostStake = BET_BOLDNESS / (2 * Math.sqrt(numbers[at + 4]!));
    let mostLost = 0;
    const lossBelow = CANDIDATES[last]! - payoff;
    if (lossBelow > 0 && first <= this.#points[POINTS * t + 4]!) {
      mostLost = lossBelow * Math.min(mostStake, BET_FRACTION / (CANDIDATES[last]! - numbers[at + 1]!));
    }
    const lossAbove = payoff - CANDIDATES[first]!;
    if (lossAbove > 0 && last >= this.#points[POINTS * t + 5]!) {
      const stake = Math.min(mostStake, BET_FRACTION / (numbers[at + 2]! - CANDIDATES[first]!));
      mostLost = Math.max(mostLost, lossAbove * stake);
    }
    return 1 - mostLost;
  }
}

/**
 * Candidates `from` to `to`, all on one side of p, with a stake that is not held; none when `to` lies before `from`. The
 * distance at which a bet is aimed is `start` - `slope` m, with slope 1/2 below p and -1/2 above.
 */
function payFree(
  wealth: Float64Array,
  from: number,
  to: number,
  payoff: number,
  variance: number,
  start: number,
  slope: number,
): void {
  const boldness = 2 * slope * BET_BOLDNESS;
  for (let g = from; g <= to; g++) {
    const candidate = CANDIDATES[g]!;
    const aimed = start - slope * candidate;
    wealth[g]! *= 1 + ((boldness * aimed) / (variance + aimed * aimed)) * (payoff - candidate);
  }
}

/**
 * Candidates `from` to `to` with the stake C over the distance to an end l of the payoff's range, so that
 * 1 + C (Z - m)/(m - l) = 1 - C + C (Z - l)/(m - l).
 */
function payHeld(wealth: Float64Array, from: number, to: number, payoff: number, limit: number): void {
  const won = BET_FRACTION * (payoff - limit);
  for (let g = from; g <= to; g++) {
    wealth[g]! *= 1 - BET_FRACTION + won / (CANDIDATES[g]! - limit);
  }
}

/** The last candidate below a mean; one that equals it but for rounding is not. */
function lastBelow(mean: number): number {
  let below = Math.min(Math.max(Math.ceil(mean * GRID_STEPS), -1), GRID_STEPS);
  while (below >= 0 && mean - CANDIDATES[below]! < LEAST_LEAD) below--;
  return below;
}

/** The first candidate above a mean, given the last below it; one that equals it but for rounding is not. */
function firstAbove(mean: number, below: number): number {
  let above = below + 1;
  while (above <= GRID_STEPS && CANDIDATES[above]! - mean < LEAST_LEAD) above++;
  return above;
}

/**
 * Writes the first and last candidate on one side of p whose stake is held. With d the distance from p to the end of
 * the range and a = (x + aim)/2 at distance x from p, the stake B a/(v + a^2) times the room d - x exceeds C where
 * -(2 B + C) a^2 + B (d + aim) a - C v > 0. A stretch that is empty ends before it begins.
 */
function setHeld(
  points: Int32Array,
  at: number,
  { mean, lowest, highest, variance }: Bet,
  aim: number,
  nearest: number,
  side: -1 | 1,
): void {
  const d = side === -1 ? mean - lowest : highest - mean;
  const B = BET_BOLDNESS;
  const C = BET_FRACTION;
  const linear = B * (d + aim);
  const spread = linear * linear - 4 * (2 * B + C) * C * variance;
  const root = Math.sqrt(Math.max(spread, 0));
  const near = (linear - root) / (2 * B + C) - aim;
  const far = (linear + root) / (2 * B + C) - aim;
  const low = Math.ceil((side === -1 ? mean - far : mean + near) * GRID_STEPS);
  const high = Math.floor((side === -1 ? mean - near : mean + far) * GRID_STEPS);
  const first = Math.max(low, side === -1 ? 0 : nearest);
  const last = Math.min(high, side === -1 ? nearest : GRID_STEPS);
  const isEmpty = !(spread > 0) || first > last;
  points[at] = isEmpty ? nearest : first;
  points[at + 1] = isEmpty ? nearest - 1 : last;
}
