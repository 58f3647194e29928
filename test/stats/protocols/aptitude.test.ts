import { describe, expect, test } from 'vitest';
import { aptitudeOf } from '../../../stats/index.ts';
import { percentile } from '../../../stats/protocols/aptitude.ts';

/** Scores of runs with the mean, the 90th and the 10th percentile that numpy 2.4 gives (`percentile`, linear). */
const ofNumpy = [
  { scores: [1, 0, 1, 1, 0, 1, 0, 0, 1, 1], mean: 0.6, p90: 1, spread: 1 },
  {
    scores: [0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
    mean: 0.1,
    p90: 0.09999999999999964,
    spread: 0.09999999999999964,
  },
  { scores: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1], mean: 1, p90: 1, spread: 0 },
  {
    scores: [0.2, 0.35, 0.9, 0.55, 0.1, 0.77, 0.4, 0.61, 0.05, 1],
    mean: 0.493,
    p90: 0.91,
    spread: 0.8150000000000001,
  },
  {
    scores: [0.31, 0.3, 0.8, 0.9, 0.12, 0.5, 0.45, 0.66, 0.71, 0.02, 0.99, 0.6],
    mean: 0.53,
    p90: 0.89,
    spread: 0.752,
  },
];
const instructions = ofNumpy.map(({ scores }, i) => ({ cluster: String(i), scores }));

test.each(ofNumpy)(
  'percentiles of $scores are those of numpy, to the last digit',
  ({ scores, p90, spread }) => {
    expect(percentile(scores, 0.9)).toBe(p90);
    expect(percentile(scores, 0.9) - percentile(scores, 0.1)).toBe(spread);
  },
);

test('a percentile takes values, in any order, and a share', () => {
  expect(percentile([3, 1, 2], 0.5)).toBe(2);
  expect(percentile([3, 1, 2], 0)).toBe(1);
  expect(percentile([3, 1, 2], 1)).toBe(3);
  expect(percentile([7], 0.9)).toBe(7);
  expect(() => percentile([], 0.9)).toThrow(RangeError);
  expect(() => percentile([1], 90)).toThrow(RangeError);
});

describe('performance, aptitude and unreliability', () => {
  test('are means over instructions, as the authors have them', () => {
    const found = aptitudeOf(instructions);
    expect(found.average.value).toBeCloseTo(0.5446, 12);
    expect(found.aptitude.value).toBeCloseTo(0.78, 12);
    expect(found.unreliability.value).toBeCloseTo(0.5334, 12);
    expect(found).toMatchObject({ instructions: 5, repeated: 5 });
  });

  test('have intervals that hold their values, in [0, 1]', () => {
    for (const { value, lower, upper } of [
      aptitudeOf(instructions).average,
      aptitudeOf(instructions).aptitude,
      aptitudeOf(instructions).unreliability,
    ]) {
      expect(lower).toBeGreaterThanOrEqual(0);
      expect(lower).toBeLessThan(value!);
      expect(upper).toBeGreaterThan(value!);
      expect(upper).toBeLessThanOrEqual(1);
    }
  });

  test('instructions that agree do not pass for certainty', () => {
    const sure = Array.from({ length: 6 }, (_, i) => ({
      cluster: String(i),
      scores: Array.from({ length: 10 }, () => 1),
    }));
    expect(aptitudeOf(sure).average).toMatchObject({ value: 1, upper: 1 });
    expect(aptitudeOf(sure).average.lower).toBeLessThan(0.9);
  });

  test('percentiles rest on instructions with ten runs; with fewer there is none', () => {
    const short = instructions.map((one) => ({ ...one, scores: one.scores.slice(0, 9) }));
    const none = { value: undefined, lower: undefined, upper: undefined };
    expect(aptitudeOf(short)).toMatchObject({ aptitude: none, unreliability: none, repeated: 0 });
    expect(aptitudeOf(short).average.value).toBeGreaterThan(0);
    expect(aptitudeOf([...short, instructions[3]!]).aptitude.value).toBe(0.91);
    expect(aptitudeOf([...short, instructions[3]!])).toMatchObject({ instructions: 6, repeated: 1 });
  });

  test('fewer than five instructions, or all of one cluster, have no interval', () => {
    const none = { lower: undefined, upper: undefined };
    expect(aptitudeOf(instructions.slice(1)).average).toMatchObject(none);
    const together = instructions.map((one) => ({ ...one, cluster: 'one document' }));
    expect(aptitudeOf(together).average).toMatchObject(none);
  });

  test('nothing finished gives nothing, and a score out of range is refused', () => {
    expect(aptitudeOf([])).toMatchObject({ instructions: 0, average: { value: undefined } });
    expect(aptitudeOf([{ cluster: 'a', scores: [] }])).toMatchObject({ instructions: 0 });
    expect(() => aptitudeOf([{ cluster: 'a', scores: [100] }])).toThrow(/A score/);
  });
});
