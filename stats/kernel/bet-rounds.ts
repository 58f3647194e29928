import { BET_FRACTION, GRID_STEPS } from '../sequence/constants.ts';

/** The candidate means g/1000. */
export const CANDIDATES = Float64Array.from({ length: GRID_STEPS + 1 }, (_, g) => g / GRID_STEPS);

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
const NUMBERS = 5;
const POINTS = 6;

/**
 * The bets of one run, side by side in flat lists, with the stretches of candidates whose stake is held to its limit:
 * between the roots of lead * room = C (v + lead^2) on either side of p, so that no candidate needs to be asked.
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
    const numbers = this.#numbers;
    const at = NUMBERS * t;
    numbers[at] = payoff;
    numbers[at + 1] = lowest;
    numbers[at + 2] = highest;
    numbers[at + 3] = mean;
    numbers[at + 4] = variance;
    const points = this.#points;
    const from = POINTS * t;
    points[from] = firstAlive;
    points[from + 1] = lastAlive;
    setHeld(points, from + 2, mean, mean - lowest, variance, -1);
    setHeld(points, from + 4, mean, highest - mean, variance, 1);
  }

  firstAlive(t: number): number {
    return this.#points[POINTS * t]!;
  }

  lastAlive(t: number): number {
    return this.#points[POINTS * t + 1]!;
  }

  /** Multiplies the wealth against candidates `first` to `last` by what round t pays; `wealth[0]` belongs to `first`. */
  multiply(t: number, first: number, last: number, wealth: Float64Array): void {
    const points = this.#points;
    const at = POINTS * t + 2;
    let g = this.#free(t, first, first, Math.min(points[at]! - 1, last), wealth);
    g = this.#held(t, 1, first, g, Math.min(points[at + 1]!, last), wealth);
    g = this.#free(t, first, g, Math.min(points[at + 2]! - 1, last), wealth);
    g = this.#held(t, 2, first, g, Math.min(points[at + 3]!, last), wealth);
    this.#free(t, first, g, last, wealth);
  }

  /** Candidates `from` to `to` with the stake lead/(v + lead^2); gives the candidate after them. */
  #free(t: number, first: number, from: number, to: number, wealth: Float64Array): number {
    const at = NUMBERS * t;
    const payoff = this.#numbers[at]!;
    const mean = this.#numbers[at + 3]!;
    const variance = this.#numbers[at + 4]!;
    let g = from;
    for (; g <= to; g++) {
      const candidate = CANDIDATES[g]!;
      const lead = mean - candidate;
      wealth[g - first]! *= 1 + (lead / (variance + lead * lead)) * (payoff - candidate);
    }
    return g;
  }

  /** Candidates with the stake C over the distance to an end of the payoff's range. */
  #held(t: number, end: 1 | 2, first: number, from: number, to: number, wealth: Float64Array): number {
    const payoff = this.#numbers[NUMBERS * t]!;
    const limit = this.#numbers[NUMBERS * t + end]!;
    let g = from;
    for (; g <= to; g++) {
      const candidate = CANDIDATES[g]!;
      wealth[g - first]! *= 1 + (BET_FRACTION / (candidate - limit)) * (payoff - candidate);
    }
    return g;
  }
}

/**
 * Writes the first and last candidate on one side of p whose stake is held: with x = |p - m| and d the distance from p
 * to the end of the range, x (d - x) > C (v + x^2). An empty stretch is written as one that ends before it begins.
 */
function setHeld(
  points: Int32Array,
  at: number,
  mean: number,
  d: number,
  variance: number,
  side: -1 | 1,
): void {
  const spread = d * d - 4 * (1 + BET_FRACTION) * BET_FRACTION * variance;
  if (spread > 0) {
    const near = (d - Math.sqrt(spread)) / (2 * (1 + BET_FRACTION));
    const far = (d + Math.sqrt(spread)) / (2 * (1 + BET_FRACTION));
    const low = side < 0 ? mean - far : mean + near;
    const high = side < 0 ? mean - near : mean + far;
    points[at] = Math.max(Math.ceil(low * GRID_STEPS), 0);
    points[at + 1] = Math.min(Math.floor(high * GRID_STEPS), GRID_STEPS);
  } else {
    const middle = Math.min(Math.max(Math.round(mean * GRID_STEPS), 0), GRID_STEPS);
    points[at] = middle;
    points[at + 1] = middle - 1;
  }
}
