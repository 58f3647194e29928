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
  const logShift = new Float64Array(BLOCK);
  for (let block = 0; block <= GRID_STEPS; block += BLOCK) {
    const size = Math.min(BLOCK, GRID_STEPS + 1 - block);
    const first = from === 'first' ? block : GRID_STEPS + 1 - block - size;
    wealth.fill(1);
    logShift.fill(0);
    let isOpen = false;
    for (let t = 0; t < count; t++) {
      rounds.multiply(t, first, first + size - 1, wealth);
      if ((t + 1) % ROUNDS_PER_FOLD === 0) fold(wealth, logShift);
      if (ends[t]! >= 0) continue;
      const low = Math.max(rounds.firstAlive(t) - first, 0);
      const high = Math.min(rounds.lastAlive(t) - first, size - 1);
      if (low > high) {
        isOpen = true;
        continue;
      }
      const found =
        from === 'first'
          ? search(wealth, logShift, alpha, low, high + 1, 1)
          : search(wealth, logShift, alpha, high, low - 1, -1);
      if (found >= 0) ends[t] = first + found;
      else isOpen = true;
    }
    if (!isOpen) return;
  }
}

/** The first accepted candidate of a block from `from` to before `to`; -1 when all are rejected. */
function search(
  wealth: Float64Array,
  logShift: Float64Array,
  alpha: number,
  from: number,
  to: number,
  step: 1 | -1,
): number {
  const most = 1 / alpha;
  for (let i = from; i !== to; i += step) {
    // Most are rejected at a glance; only wealth that was folded into a logarithm needs one.
    if (wealth[i]! >= most && logShift[i]! >= 0) continue;
    const shift = logShift[i]!;
    if (shift === 0 || shift + Math.log(wealth[i]!) < Math.log(most)) return i;
  }
  return -1;
}

function fold(wealth: Float64Array, logShift: Float64Array): void {
  for (let i = 0; i < wealth.length; i++) {
    const current = wealth[i]!;
    if (current > LEAST_WEALTH && current < MOST_WEALTH) continue;
    logShift[i]! += Math.log(Math.max(current, 1e-300));
    wealth[i] = 1;
  }
}
