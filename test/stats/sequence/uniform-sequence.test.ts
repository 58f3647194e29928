import { expect, test } from 'vitest';
import { CalibratedSequence, exponentialKeyOrder, uniformProbabilities } from '../../../stats/index.ts';
import { UniformSequence } from '../../../stats/sequence/uniform-sequence.ts';
import { hardPopulations, observationsOf, summaryOf } from '../support/populations.ts';

test.each(hardPopulations(200))(
  'same estimate as the weighted form, similar interval: $name',
  (population) => {
    const q = uniformProbabilities(200);
    const summary = summaryOf(population, q);
    const weighted = new CalibratedSequence(summary);
    const uniform = new UniformSequence(summary);
    for (const observation of observationsOf(population, q, exponentialKeyOrder(q, 3, 200))) {
      const a = weighted.add(observation);
      const b = uniform.add(observation);
      expect(a.rawValue).toBeCloseTo(b.rawValue, 10);
      // The bets differ by the factor (N - n)/N, so the ends drift apart a little as the pool is used up.
      expect(Math.abs(a.lower - b.lower)).toBeLessThan(0.1);
      expect(Math.abs(a.upper - b.upper)).toBeLessThan(0.1);
    }
    expect(uniform.state.lower).toBe(uniform.state.upper);
  },
);

test('all ones: the lower end is about .48 at 5 labels, .69 at 10 and .87 at 30', () => {
  const summary = summaryOf(
    { name: '', s: new Float64Array(4411).fill(0.75), y: new Float64Array() },
    uniformProbabilities(4411),
  );
  const sequence = new UniformSequence(summary);
  const lower = Array.from({ length: 30 }, () => sequence.add({ y: 1, surrogate: 0.75 }).lower);
  // Simulated values for all ones; the surrogate mean, .75 here, moves them in the second digit.
  [lower[4], lower[9], lower[29]].forEach((end, index) => {
    expect(Math.abs(end! - [0.48, 0.69, 0.87][index]!)).toBeLessThan(0.02);
  });
});

test('values out of range and draws beyond the pool are refused', () => {
  const summary = summaryOf(
    { name: '', s: Float64Array.of(0.5), y: new Float64Array() },
    uniformProbabilities(1),
  );
  const sequence = new UniformSequence(summary);
  expect(() => sequence.add({ y: 2, surrogate: 0.5 })).toThrow(RangeError);
  sequence.add({ y: 0.4, surrogate: 0.5 });
  expect(sequence.state).toMatchObject({ value: 0.4, lower: 0.4, upper: 0.4 });
  expect(() => sequence.add({ y: 0.4, surrogate: 0.5 })).toThrow(RangeError);
});
