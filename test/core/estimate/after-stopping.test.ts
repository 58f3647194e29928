import { describe, expect, test } from 'vitest';
import { differenceAtStop, valueAtStop } from '../../../core/estimate/after-stopping.ts';
import { correctedWords } from '../../../shared/comparison-words.ts';
import { createRng, uniformOpen, valueAfterStopping } from '../../../stats/index.ts';

/** Differences from -1 to 1 in [0, 1]: the first is ahead, and the interval leaves 0 (.5 here) at the tenth label. */
const points = Array.from({ length: 12 }, (_, i) => ({
  drawn: i + 1,
  value: 0.75,
  lower: 0.75 - 0.79 / Math.sqrt(i + 1),
  upper: Math.min(1, 0.75 + 0.79 / Math.sqrt(i + 1)),
}));
const scale = { min: -1, max: 1, direction: 'higher' } as const;
const facts = { points, scale, populationSize: 100, state: { residualStandardDeviation: 0.3 } };

describe('the difference of a decided pair', () => {
  test('is the median-unbiased value at the first look that decides it, nearer to 0 than what was measured', () => {
    const found = differenceAtStop('system', facts)!;
    expect(found.labels).toBe(10);
    const stop = points[9]!;
    const value = valueAfterStopping({
      ...stop,
      threshold: 0.5,
      distances: points.slice(0, 10).map(({ value: own, lower }) => own - lower),
      standardDeviation: 0.3,
      populationSize: 100,
    })!;
    expect(found.value).toBeCloseTo(2 * value - 1, 12);
    expect(found.value).toBeGreaterThan(0);
    expect(found.value).toBeLessThan(0.5);
    // Later labels move nothing of it, and the other system ahead is the same, turned.
    expect(differenceAtStop('system', { ...facts, points: points.slice(0, 10) })).toEqual(found);
    const turned = points.map(({ drawn, value: own, lower, upper }) => {
      return { drawn, value: 1 - own, lower: 1 - upper, upper: 1 - lower };
    });
    expect(differenceAtStop('against', { ...facts, points: turned })!.value).toBeCloseTo(-found.value, 10);
  });

  test('is not there of an open pair, one that counts as equal, or where no spread is known', () => {
    expect(differenceAtStop('undecided', facts)).toBeNull();
    expect(differenceAtStop('practically-equal', facts)).toBeNull();
    expect(differenceAtStop('system', { ...facts, state: {} })).toBeNull();
    expect(differenceAtStop('system', { ...facts, populationSize: 0, points: [] })).toBeNull();
    expect(valueAtStop({ ...facts, standardDeviation: 0.3, points: points.slice(0, 9) }, 0.5)).toBeNull();
  });

  test('in words, of ratings and of preferences', () => {
    const afterStopping = { labels: 10, value: 0.3 };
    expect(correctedWords({ afterStopping }, { scale })).toBe(
      'corrected for stopping early, at 10 labels: +0.300 (median-unbiased)',
    );
    expect(correctedWords({ afterStopping }, { scale, preference: 3 })).toMatch(
      /^net win rate corrected for stopping early, at /,
    );
    expect(correctedWords({ afterStopping: null }, { scale })).toBe('');
    expect(correctedWords({}, { scale })).toBe('');
  });
});

test('over many pairs that are decided the corrected difference leans to the winner less than the measured one', () => {
  const rng = createRng(31);
  const [truth, runs, most] = [0.65, 60, 80];
  let [raw, rather, decided] = [0, 0, 0];
  for (let run = 0; run < runs; run++) {
    const y = Float64Array.from({ length: 300 }, () => Number(uniformOpen(rng) < truth));
    // Values of 0 and 1 by their mean and a band that holds at all looks, as a sequence has it.
    const path = Array.from({ length: most }, (_, i) => {
      const value = y.slice(0, i + 1).reduce((sum, one) => sum + one, 0) / (i + 1);
      const reach = 1.4 / Math.sqrt(i + 1);
      return { drawn: i + 1, value, lower: Math.max(0, value - reach), upper: Math.min(1, value + reach) };
    });
    const at = path.findIndex(({ lower }) => lower > 0.5);
    if (at < 5) continue;
    const found = differenceAtStop('system', {
      ...facts,
      points: path,
      populationSize: 300,
      state: { residualStandardDeviation: 0.477 },
    });
    decided++;
    raw += 2 * path[at]!.value - 1;
    rather += found!.value;
  }
  expect(decided).toBeGreaterThan(5);
  const real = 2 * truth - 1;
  expect(Math.abs(rather / decided - real)).toBeLessThan(Math.abs(raw / decided - real));
});
