import { expect, test } from 'vitest';
import { createRng, uniformOpen } from '../../../stats/index.ts';
import { type Bet, BetRounds } from '../../../stats/kernel/bet-rounds.ts';
import { GRID_STEPS } from '../../../stats/sequence/constants.ts';

/** A bet whose payoff lies anywhere between its ends, as a draw of few or of many items has it. */
function anyBet(uniform: () => number): Bet {
  const mean = uniform();
  const lowest = -3 * uniform();
  const highest = 1 + 3 * uniform();
  return {
    payoff: lowest + uniform() * (highest - lowest),
    lowest,
    highest,
    mean,
    variance: 0.01 + uniform(),
  };
}

test('wealth that is safe after a round is not brought back below its limit by those that follow', () => {
  const rng = createRng(3);
  const uniform = () => uniformOpen(rng);
  const count = 12;
  let tightest = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 400; run++) {
    const rounds = new BetRounds(count);
    for (let t = 0; t < count; t++) rounds.set(t, anyBet(uniform), 0, GRID_STEPS);
    const first = Math.floor(uniform() * GRID_STEPS);
    const last = Math.min(GRID_STEPS, first + Math.floor(uniform() * 200));
    const safe = new Float64Array(count);
    rounds.setSafeMultiples(count, first, last, safe);
    const wealth = new Float64Array(GRID_STEPS + 1).fill(1);
    // From the last round backwards: what the rounds after t multiply by.
    for (let t = count - 1; t >= 0; t--) {
      const least = wealth.subarray(first, last + 1).reduce((a, b) => Math.min(a, b)) * safe[t]!;
      expect(least, `run ${run}, round ${t}`).toBeGreaterThanOrEqual(1);
      if (t < count - 1) tightest = Math.min(tightest, least);
      rounds.multiply(t, first, last, wealth);
    }
  }
  // The bound is of use: somewhere it is nearly reached.
  expect(tightest).toBeLessThan(1.5);
});
