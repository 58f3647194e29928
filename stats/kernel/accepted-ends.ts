import { GRID_STEPS } from '../sequence/constants.ts';
import type { BetRounds } from './bet-rounds.ts';

/** Candidates that are taken through the rounds together. */
const BLOCK = 64;

/** Rounds between two looks at the size of the wealth, too few for a double to over- or underflow. */
const ROUNDS_PER_FOLD = 64;
const LEAST_WEALTH = 1e-100;
const MOST_WEALTH = 1e100;

/**
 * For each round, the first (or last) candidate mean that the wealth of `WealthGrid` has not rejected.
 *
 * Candidates are taken from one end inwards, a block at a time, until every round has found its end of the interval:
 * what lies inside is never computed.
 */
export class AcceptedEnds {
  readonly #alpha: number;
  /** Wealth against each candidate, and the wealth at which it is rejected. */
  readonly #wealth = new Float64Array(GRID_STEPS + 1);
  readonly #limit = new Float64Array(GRID_STEPS + 1);

  /** @param alpha error level in (0, 1) */
  constructor(alpha: number) {
    this.#alpha = alpha;
  }

  /**
   * @param ends receives g for each of the `count` rounds, -1 where every candidate is rejected
   * @param from 'first' goes up from 0, 'last' down from 1
   */
  find(rounds: BetRounds, count: number, from: 'first' | 'last', ends: Int32Array): void {
    ends.fill(-1, 0, count);
    let isOpen = true;
    for (let block = 0; block <= GRID_STEPS && isOpen; block += BLOCK) {
      const end = Math.min(block + BLOCK, GRID_STEPS + 1) - 1;
      isOpen =
        from === 'first'
          ? this.#search(rounds, count, block, end, from, ends)
          : this.#search(rounds, count, GRID_STEPS - end, GRID_STEPS - block, from, ends);
    }
  }

  /** Takes candidates `first` to `last` through all rounds; gives whether a round is left without an end. */
  #search(
    rounds: BetRounds,
    count: number,
    first: number,
    last: number,
    from: 'first' | 'last',
    ends: Int32Array,
  ): boolean {
    const wealth = this.#wealth;
    const limit = this.#limit;
    wealth.fill(1, first, last + 1);
    limit.fill(1 / this.#alpha, first, last + 1);
    let isOpen = false;
    for (let t = 0; t < count; t++) {
      rounds.multiply(t, first, last, wealth);
      if ((t + 1) % ROUNDS_PER_FOLD === 0) fold(wealth, limit, first, last);
      if (ends[t]! >= 0) continue;
      const low = Math.max(rounds.firstAlive(t), first);
      const high = Math.min(rounds.lastAlive(t), last);
      const found =
        from === 'first' ? firstBelow(wealth, limit, low, high) : lastBelow(wealth, limit, low, high);
      if (found < 0) isOpen = true;
      else ends[t] = found;
    }
    return isOpen;
  }
}

/** The first candidate from `low` to `high` that is not rejected; -1 when all are. */
function firstBelow(wealth: Float64Array, limit: Float64Array, low: number, high: number): number {
  for (let i = low; i <= high; i++) if (wealth[i]! < limit[i]!) return i;
  return -1;
}

/** The last candidate from `low` to `high` that is not rejected; -1 when all are. */
function lastBelow(wealth: Float64Array, limit: Float64Array, low: number, high: number): number {
  for (let i = high; i >= low; i--) if (wealth[i]! < limit[i]!) return i;
  return -1;
}

/** Moves wealth that leaves the middle of the range of doubles into its limit. */
function fold(wealth: Float64Array, limit: Float64Array, first: number, last: number): void {
  for (let i = first; i <= last; i++) {
    const current = wealth[i]!;
    if (current > LEAST_WEALTH && current < MOST_WEALTH) continue;
    limit[i]! /= Math.max(current, Number.MIN_VALUE);
    wealth[i] = 1;
  }
}
