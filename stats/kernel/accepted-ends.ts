import { GRID_STEPS } from '../sequence/constants.ts';
import type { BetRounds } from './bet-rounds.ts';

/** Candidates that are taken through the rounds together. */
const BLOCK = 80;

/** Rounds between two looks at the size of the wealth, too few for a double to over- or underflow. */
const ROUNDS_PER_FOLD = 64;
const LEAST_WEALTH = 1e-100;
const MOST_WEALTH = 1e100;

/**
 * For each round, the first (or last) candidate mean that the wealth of `WealthGrid` has not rejected.
 *
 * Candidates are taken from one end inwards, a block at a time, until every round has found its end of the interval:
 * what lies inside is never computed. A block is left as soon as no later round, whatever it takes, can bring the
 * wealth against one of its candidates back below 1/alpha.
 */
export class AcceptedEnds {
  readonly #alpha: number;
  /** Wealth against each candidate, and the wealth at which it is rejected. */
  readonly #wealth = new Float64Array(GRID_STEPS + 1);
  readonly #limit = new Float64Array(GRID_STEPS + 1);
  /** After each round, the multiple of the limit from which no later round leads the block back. */
  #safe = new Float64Array(0);

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
    if (this.#safe.length < count) this.#safe = new Float64Array(count);
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
    const safe = this.#safe;
    wealth.fill(1, first, last + 1);
    limit.fill(1 / this.#alpha, first, last + 1);
    rounds.setSafeMultiples(count, first, last, safe);
    let isOpen = false;
    for (let t = 0; t < count; t++) {
      rounds.multiply(t, first, last, wealth);
      if ((t + 1) % ROUNDS_PER_FOLD === 0) fold(wealth, limit, first, last);
      if (ends[t]! < 0) {
        const low = Math.max(rounds.firstAlive(t), first);
        const high = Math.min(rounds.lastAlive(t), last);
        const found = from === 'first' ? this.#firstBelow(1, low, high) : this.#lastBelow(1, low, high);
        if (found < 0) isOpen = true;
        else ends[t] = found;
      }
      // The innermost candidate is the one most likely to return, so that it is asked first.
      const returning =
        from === 'first' ? this.#lastBelow(safe[t]!, first, last) : this.#firstBelow(safe[t]!, first, last);
      if (returning < 0) return isOpen || ends.subarray(t + 1, count).includes(-1);
    }
    return isOpen;
  }

  /** The first candidate from `low` to `high` whose wealth is below a multiple of its limit; -1 when there is none. */
  #firstBelow(multiple: number, low: number, high: number): number {
    const wealth = this.#wealth;
    const limit = this.#limit;
    for (let i = low; i <= high; i++) if (wealth[i]! < multiple * limit[i]!) return i;
    return -1;
  }

  /** The last one. */
  #lastBelow(multiple: number, low: number, high: number): number {
    const wealth = this.#wealth;
    const limit = this.#limit;
    for (let i = high; i >= low; i--) if (wealth[i]! < multiple * limit[i]!) return i;
    return -1;
  }
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
