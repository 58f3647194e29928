import { describe, expect, test } from 'vitest';
import {
  createRng,
  exponentialKeyOrder,
  mean,
  uniformInt,
  uniformProbabilities,
} from '../../../stats/index.ts';
import { type StoppedStudy, valueAfterStopping } from '../../../stats/planned/after-stopping.ts';
import { PlannedSequence } from '../../../stats/planned/planned-sequence.ts';
import { signalColumns } from '../../../stats/planned/signal-columns.ts';
import { rounds } from '../../support/chance.ts';

/** One look at label 5 of a large pool, where the others could not have stopped it. */
const oneLook: StoppedStudy = {
  value: 0.8,
  lower: 0.6,
  upper: 0.9,
  threshold: 0.5,
  distances: Array(5).fill(0.2),
  standardDeviation: 0.4,
  populationSize: 1e9,
};

describe('after one look there is nothing to mend', () => {
  test('the value itself, from either side', () => {
    // The first look that counts: half of the paths pass 0.8 where the mean is 0.8.
    expect(valueAfterStopping(oneLook)).toBeCloseTo(0.8, 2);
    const below = { ...oneLook, value: 0.2, lower: 0.1, upper: 0.4 };
    expect(valueAfterStopping(below)).toBeCloseTo(0.2, 2);
  });

  test('none where the interval holds the threshold, or of few labels; the value itself where all are labeled', () => {
    expect(valueAfterStopping({ ...oneLook, threshold: 0.7 })).toBeUndefined();
    expect(valueAfterStopping({ ...oneLook, distances: Array(4).fill(0.2) })).toBeUndefined();
    expect(valueAfterStopping({ ...oneLook, standardDeviation: 0 })).toBeUndefined();
    expect(valueAfterStopping({ ...oneLook, populationSize: 5 })).toBe(0.8);
  });

  test('bad numbers are refused', () => {
    for (const part of [
      { value: 2 },
      { threshold: Number.NaN },
      { standardDeviation: -1 },
      { populationSize: 3 },
    ]) {
      expect(() => valueAfterStopping({ ...oneLook, ...part })).toThrow(RangeError);
    }
  });
});

test('two looks: by hand, with the distribution function of the normal law', () => {
  // sd 1 and N very large: the score X_n = n (mean - threshold) has mean d n and variance n. Looks at 5 (distance .8) and 6,
  // where the mean lies .7 above. d with P(X_5/5 < .8, X_6/6 < .7) = 1/2: by numerical integration in Python d = 0.6675.
  const value = valueAfterStopping({
    value: 0.9,
    lower: 0.21,
    upper: 1,
    threshold: 0.2,
    distances: [9, 9, 9, 9, 0.8, 0.69],
    standardDeviation: 1,
    populationSize: 1e12,
  })!;
  expect(value - 0.2).toBeCloseTo(0.667464, 2);
});

test('a study that stops above a threshold shows too much, and this less', {
  timeout: 180_000,
}, () => {
  const N = 300;
  const y = Float64Array.from({ length: N }, (_, i) => Number(i % 10 < 7));
  const signals = { surrogate: new Float64Array(N).fill(0.5) };
  const columns = signalColumns(signals);
  const truth = mean(y);
  const threshold = truth - 0.2;
  const rng = createRng(8);
  const runs = rounds(40, 600);
  const [shown, mended]: [number[], number[]] = [[], []];
  for (let run = 0; run < runs; run++) {
    const sequence = new PlannedSequence({ surrogate: signals.surrogate, columns, plan: 30 });
    const distances: number[] = [];
    for (const item of exponentialKeyOrder(uniformProbabilities(N), uniformInt(rng, 0, 0xffff_ffff), 80)) {
      const { value, lower, upper, residualStandardDeviation } = sequence.add({ pool: item, y: y[item]! });
      distances.push(value - lower);
      if (lower <= threshold && distances.length < 80) continue;
      const study = { value, lower, upper, threshold, distances, populationSize: N };
      const after = valueAfterStopping({
        ...study,
        standardDeviation: residualStandardDeviation || Math.sqrt(sequence.expected.variance),
      });
      expect(after ?? lower).toBeGreaterThanOrEqual(lower);
      expect(after ?? upper).toBeLessThanOrEqual(upper);
      shown.push(value! - truth);
      mended.push((after ?? value!) - truth);
      break;
    }
  }
  const rmse = (errors: readonly number[]) => Math.sqrt(mean(errors.map((error) => error * error)));
  expect(mean(shown)).toBeGreaterThan(0.03);
  expect(Math.abs(mean(mended))).toBeLessThan(0.75 * mean(shown));
  expect(rmse(mended)).toBeLessThan(rmse(shown));
});
