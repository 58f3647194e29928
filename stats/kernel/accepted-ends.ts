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
 *
 * @param ends receives g for each of the `count` rounds, -1 where every candidate is rejected
 * @param from 'first' goes up from 0, 'last' down from 1
 */
export function acceptedEnds(
  rounds: BetRounds,
  count: number,
  alpha: number,
  from: 'first' | 'last',
  ends: Int32Array,
): void {
  ends.fill(-1, 0, count);
  const wealth = new Float64Array(BLOCK);
  /** Wealth at which a candidate is rejected. */
  const limit = new Float64Array(BLOCK);
  for (let block = 0; block <= GRID_STEPS; block += BLOCK) {
    const size = Math.min(BLOCK, GRID_STEPS + 1 - block);
    const first = from === 'first' ? block : GRID_STEPS + 1 - block - size;
    wealth.fill(1);
    limit.fill(1 / alpha);
    let isOpen = false;
    for (let t = 0; t < count; t++) {
      rounds.multiply(t, first, first + size - 1, wealth);
      if ((t + 1) % ROUNDS_PER_FOLD === 0) fold(wealth, limit);
      if (ends[t]! >= 0) continue;
      const low = Math.max(rounds.firstAlive(t) - first, 0);
      const high = Math.min(rounds.lastAlive(t) - first, size - 1);
      const found =
        from === 'first' ? firstBelow(wealth, limit, low, high) : lastBelow(wealth, limit, low, high);
      if (found < 0) isOpen = true;
      else ends[t] = first + found;
    }
    if (!isOpen) return;
  }
}

/** The first candidate of a block from `low` to `high` that is not rejected; -1 when all are. */
function firstBelow(wealth: Float64Array, limit: Float64Array, low: number, high: number): number {
  for (let i = low; i <= high; i++) if (wealth[i]! < limit[i]!) return i;
  return -1;
}

/** The last candidate of a block from `low` to `high` that is not rejected; -1 when all are. */
function lastBelow(wealth: Float64Array, limit: Float64Array, low: number, high: number): number {
  for (let i = high; i >= low; i--) if (wealth[i]! < limit[i]!) return i;
  return -1;
}

/** Moves wealth that leaves the middle of the range of doubles into its limit. */
function fold(wealth: Float64Array, limit: Float64Array): void {
  for (let i = 0; i < wealth.length; i++) {
    const current = wealth[i]!;
    if (current > LEAST_WEALTH && current < MOST_WEALTH) continue;
    limit[i]! /= Math.max(current, Number.MIN_VALUE);
    wealth[i] = 1;
  }
}
