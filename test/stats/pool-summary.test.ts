import { expect, test } from 'vitest';
import {
  humcoeProbabilities,
  summarizePool,
  temperedProbabilities,
  uniformProbabilities,
} from '../../stats/index.ts';
import { envelopeMaximum } from '../../stats/pool-summary.ts';
import fc from './support/seeded-fast-check.ts';

const items = fc.array(
  fc.tuple(
    fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 0.5, 1)),
    fc.oneof(fc.double({ min: 0.01, max: 1, noNaN: true }), fc.constant(0.5)),
  ),
  { minLength: 1, maxLength: 40 },
);

test('the envelope is the maximum over the pool for every slope, whatever q', () => {
  fc.assert(
    fc.property(items, fc.double({ min: 0, max: 1, noNaN: true }), (pairs, slope) => {
      const s = Float64Array.from(pairs, (pair) => pair[0]);
      const total = pairs.reduce((sum, pair) => sum + pair[1], 0);
      const q = Float64Array.from(pairs, (pair) => pair[1] / total);
      const summary = summarizePool(s, q);
      const plain = Math.max(...s.map((value, i) => (1 - slope * value) / q[i]!));
      // Near slope 1 the heights are differences of large numbers; rounding is measured against those.
      const scale = Math.max(...q.map((value) => 1 / value));
      expect(Math.abs(envelopeMaximum(summary, slope) - plain)).toBeLessThan(1e-11 * scale);
      expect(summary.maxSurrogateOverProbability).toBe(Math.max(...s.map((value, i) => value / q[i]!)));
    }),
    { numRuns: 500 },
  );
});

test('the designs of this folder have a short envelope', () => {
  const s = Float64Array.from({ length: 5000 }, (_, i) => i / 4999);
  for (const q of [uniformProbabilities(5000), temperedProbabilities(s, 1), humcoeProbabilities(s)]) {
    expect(summarizePool(s, q).envelope.length).toBeLessThanOrEqual(3);
  }
});

test('of items that are drawn alike the line of the smallest score hides all others', () => {
  for (const scores of [
    [0.2, 0.5, 0.9],
    [0.9, 0.2, 0.5],
    [0.5, 0.9, 0.2],
  ]) {
    const { envelope } = summarizePool(Float64Array.from(scores), uniformProbabilities(3));
    expect(envelope).toEqual([{ intercept: expect.closeTo(3, 12), slope: expect.closeTo(-0.6, 12) }]);
  }
  // The scores of 1 of different chances meet at b = 1, where the one that leads before is the one to keep.
  const { envelope } = summarizePool(Float64Array.of(1, 1, 1), Float64Array.of(0.5, 0.2, 0.3));
  expect(envelope.map(({ intercept }) => intercept)).toContain(5);
  for (const slope of [0, 0.5, 1])
    expect(envelopeMaximum({ envelope }, slope)).toBeCloseTo(5 - 5 * slope, 12);
});

test('numbers of a small pool, through JSON and back', () => {
  const summary = summarizePool(Float64Array.of(0, 0.5, 1), Float64Array.of(0.5, 0.25, 0.25));
  expect(summary).toMatchObject({
    populationSize: 3,
    mean: 0.5,
    min: 0,
    max: 1,
    maxSurrogateOverProbability: 4,
  });
  expect(summary.variance).toBeCloseTo(1 / 6, 14);
  expect(JSON.parse(JSON.stringify(summary))).toEqual(summary);
});

test.each([0, 1, 2, 3])(
  'a line that leads between the ends is kept wherever it stands: place %i',
  (place) => {
    // At b = 0 and b = 1 the second and the third lead; where those cross, at .74, the first does.
    const items = [
      [1, 0.13],
      [0, 0.5],
      [1, 0.15],
    ].toSpliced(place, 0, [0.6, 0.22]);
    const [s, q] = [0, 1].map((at) => Float64Array.from(items, (item) => item[at]!));
    const summary = summarizePool(s!, q!);
    expect(summary.envelope).toHaveLength(3);
    expect(envelopeMaximum(summary, 0.74)).toBeCloseTo((1 - 0.6 * 0.74) / 0.22, 12);
  },
);

test('a line that another one hides is left out, however early it comes', () => {
  // By slope: the leader at b = 0, a line above the crossing of both ends and below what leads there, that one, the leader at 1.
  const items = [
    [1, 0.13],
    [0.93, 0.15],
    [0.6, 0.22],
    [0, 0.5],
  ];
  const [s, q] = [0, 1].map((at) => Float64Array.from(items, (item) => item[at]!));
  const leaders = items.toSpliced(1, 1).map(([score, rate]) => [1 / rate!, 0 - score! / rate!]);
  const { envelope } = summarizePool(s!, q!);
  expect(envelope.map(({ intercept, slope }) => [intercept, slope])).toEqual(leaders);
});

test('pools that cannot be are refused', () => {
  const half = Float64Array.of(0.5, 0.5);
  expect(() => summarizePool(new Float64Array(0), new Float64Array(0))).toThrow(/at least one item/);
  expect(() => summarizePool(Float64Array.of(0.5, 1.5), half)).toThrow(RangeError);
  expect(() => summarizePool(half, Float64Array.of(0.5, 0.4))).toThrow(/sum to 1/);
  expect(() => summarizePool(half, Float64Array.of(1, 0))).toThrow(RangeError);
  expect(() => summarizePool(half, Float64Array.of(1))).toThrow(/same length/);
  expect(() => envelopeMaximum(summarizePool(half, half), 1.1)).toThrow(RangeError);
});
