import { describe, expect, test } from 'vitest';
import {
  BETTING_RULE,
  CalibratedSequence,
  exponentialKeyOrder,
  summarizePool,
  syntheticPopulation,
  temperedProbabilities,
} from '../../../stats/index.ts';
import { aimOf, heldStake } from '../../../stats/sequence/wealth-grid.ts';
import fc from '../support/seeded-fast-check.ts';

const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });

describe('a stake', () => {
  test('follows the formula where nothing holds it', () => {
    // v = .04, aim = .32 * .2 = .064; lead .2: a = .132, 1.3 * .132/(.04 + .017424) = 2.98830...
    expect(aimOf(0.04)).toBeCloseTo(0.064, 12);
    expect(heldStake(0.2, 0.04, aimOf(0.04), 0.1, 0.1)).toBeCloseTo((1.3 * 0.132) / 0.057424, 12);
    expect(heldStake(-0.2, 0.04, aimOf(0.04), 0.1, 0.1)).toBeCloseTo((-1.3 * 0.132) / 0.057424, 12);
  });

  test('never loses more than four fifths of the wealth, whatever the payoff', () => {
    fc.assert(
      fc.property(
        between(-1, 1),
        between(1e-6, 0.5),
        between(1e-6, 2),
        between(1e-6, 2),
        (lead, v, below, above) => {
          const stake = heldStake(lead, v, aimOf(v), below, above);
          expect(1 - stake * below).toBeGreaterThanOrEqual(0.2 - 1e-12);
          expect(1 + stake * above).toBeGreaterThanOrEqual(0.2 - 1e-12);
          expect(Math.sign(stake)).toBe(Math.abs(lead) < 1e-9 ? 0 : Math.sign(lead));
        },
      ),
    );
  });

  test('is none on a lead that rounding alone can make', () => {
    for (const lead of [0, 1e-16, -1e-16]) expect(heldStake(lead, 0.1, aimOf(0.1), 1, 1)).toBe(0);
  });
});

test('these labels give this interval for good, or the version of the rule goes up', () => {
  const { s, y } = syntheticPopulation('binary, helpful surrogate', 500, 11);
  const q = temperedProbabilities(s);
  const sequence = new CalibratedSequence(summarizePool(s, q));
  const states = Array.from(exponentialKeyOrder(q, 3, 60), (i) => {
    const { unclampedValue, lower, upper } = sequence.add({ y: y[i]!, surrogate: s[i]!, probability: q[i]! });
    return [unclampedValue, lower, upper].map((value) => Number(value.toFixed(12)));
  });
  expect(BETTING_RULE).toBe(2);
  // The first number is that of version 1 too: the rule moves the interval only.
  expect([states[9], states[29], states[59]]).toEqual([
    [0.973111139325, 0.546, 1],
    [0.665580713056, 0.577, 0.9],
    [0.636625081623, 0.577, 0.813],
  ]);
});
