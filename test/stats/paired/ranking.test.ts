import { describe, expect, test } from 'vitest';
import {
  chanceToDecide,
  halfWidthAt,
  labelsToDecide,
  pairAlpha,
  planOf,
  possiblePlaces,
  priorPairedDeviation,
  verdictOf,
} from '../../../stats/index.ts';
import { pairCount } from '../../../stats/paired/ranking.ts';

describe('verdicts', () => {
  test('a winner is named once 0 has left the interval', () => {
    expect(verdictOf({ lower: 0.01, upper: 0.2 })).toBe('first');
    expect(verdictOf({ lower: -0.2, upper: -0.01 })).toBe('second');
    expect(verdictOf({ lower: 0, upper: 0.2 })).toBe('undecided');
    expect(verdictOf({ lower: -0.1, upper: 0.2 })).toBe('undecided');
    expect(verdictOf({ lower: 0, upper: 0 })).toBe('equal');
    expect(() => verdictOf({ lower: 1, upper: 0 })).toThrow(RangeError);
  });

  test('an interval within the margin is practically equal, one that reaches beyond it keeps its side', () => {
    expect(verdictOf({ lower: -0.01, upper: 0.02 }, 0.02)).toBe('practically-equal');
    expect(verdictOf({ lower: 0.001, upper: 0.004 }, 0.02)).toBe('practically-equal');
    expect(verdictOf({ lower: 0.001, upper: 0.021 }, 0.02)).toBe('first');
    expect(verdictOf({ lower: -0.021, upper: -0.001 }, 0.02)).toBe('second');
    expect(verdictOf({ lower: -0.021, upper: 0.01 }, 0.02)).toBe('undecided');
    expect(verdictOf({ lower: 0, upper: 0 }, 0.02)).toBe('equal');
    expect(verdictOf({ lower: 0, upper: 0 }, 0)).toBe('equal');
    for (const margin of [-1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => verdictOf({ lower: 0, upper: 1 }, margin)).toThrow('The margin');
    }
  });

  test('practically equal systems share their places', () => {
    const places = possiblePlaces(3, [
      { first: 0, second: 1, verdict: 'practically-equal' },
      { first: 0, second: 2, verdict: 'first' },
      { first: 1, second: 2, verdict: 'first' },
    ]);
    expect(places.map(({ best, worst }) => [best, worst])).toEqual([
      [1, 2],
      [1, 2],
      [3, 3],
    ]);
  });
});

describe('a ranking', () => {
  test('shares its error among the pairs, and among several studies of one pair', () => {
    expect([2, 3, 5].map(pairCount)).toEqual([1, 3, 10]);
    expect(pairAlpha(0.05, 2)).toBe(0.05);
    expect(pairAlpha(0.05, 5)).toBeCloseTo(0.005, 15);
    expect(pairAlpha(0.05, 5, 2)).toBeCloseTo(0.0025, 15);
    expect(() => pairAlpha(0.05, 1)).toThrow(RangeError);
  });

  test('is partial: undecided pairs leave both systems their places', () => {
    // 0 beats 2; the rest is open.
    expect(possiblePlaces(3, [{ first: 0, second: 2, verdict: 'first' }])).toEqual([
      { system: 0, best: 1, worst: 2 },
      { system: 1, best: 1, worst: 3 },
      { system: 2, best: 2, worst: 3 },
    ]);
  });

  test('is complete when every pair is decided, whichever side won', () => {
    const places = possiblePlaces(3, [
      { first: 0, second: 1, verdict: 'second' },
      { first: 0, second: 2, verdict: 'first' },
      { first: 2, second: 1, verdict: 'second' },
    ]);
    expect(places.map(({ system, best, worst }) => [system, best, worst])).toEqual([
      [1, 1, 1],
      [0, 2, 2],
      [2, 3, 3],
    ]);
  });

  test('refuses a system against itself and unknown ones', () => {
    expect(() => possiblePlaces(2, [{ first: 1, second: 1, verdict: 'undecided' }])).toThrow(/itself/);
    expect(() => possiblePlaces(2, [{ first: 0, second: 2, verdict: 'first' }])).toThrow(RangeError);
  });
});

describe('labels to tell a gap', () => {
  const facts = { sharedItems: 3610, differing: 1800, standardDeviation: 0.25 };

  test('is the smallest number whose expected width and error fit the gap', () => {
    const { labels, exact } = labelsToDecide({ ...facts, gap: 0.1 });
    const needed = (T: number) =>
      ((2 * facts.differing) / facts.sharedItems) *
      (halfWidthAt({ labels: T, populationSize: facts.differing, standardDeviation: 0.25, plan: planOf(T) }) +
        0.8416 * 0.25 * Math.sqrt((1 - T / facts.differing) / T));
    expect(exact).toBe(false);
    expect(needed(labels)).toBeLessThanOrEqual(0.1);
    expect(needed(labels - 1)).toBeGreaterThan(0.1);
  });

  test('falls with the gap and with the share of equal responses', () => {
    const at = (gap: number, differing = facts.differing) =>
      labelsToDecide({ ...facts, differing, gap }).labels;
    expect(at(0.2)).toBeLessThan(at(0.1));
    expect(at(0.1)).toBeLessThan(at(0.05));
    expect(at(0.1, 900)).toBeLessThan(at(0.1, 1800));
  });

  test('says when only labeling every differing item tells the gap', () => {
    expect(labelsToDecide({ ...facts, gap: 0.0003 })).toEqual({ labels: 1800, exact: true });
    expect(labelsToDecide({ ...facts, differing: 1, gap: 0.1 })).toEqual({ labels: 1, exact: true });
    for (const power of [0.8, 0.9]) {
      const plan = labelsToDecide({ ...facts, gap: 0.1, power });
      expect(chanceToDecide({ ...facts, gap: 0.1, labels: plan.labels })).toBeGreaterThanOrEqual(
        power - 1e-4,
      );
      expect(chanceToDecide({ ...facts, gap: 0.1, labels: plan.labels - 1 })).toBeLessThan(power);
    }
    expect(chanceToDecide({ ...facts, gap: 0.1, labels: 1800 })).toBe(1);
    expect(() => labelsToDecide({ ...facts, differing: 0, gap: 0.1 })).toThrow(RangeError);
    expect(() => labelsToDecide({ ...facts, gap: 0 })).toThrow(RangeError);
  });

  test('plans before any label with two independent values of the usual spread', () => {
    expect(priorPairedDeviation({ kind: 'rating' })).toBeCloseTo(0.2 / Math.SQRT2, 12);
    // sqrt(.5 .5 (1 - .5^2)) / sqrt 2
    expect(priorPairedDeviation({ kind: 'binary-like' })).toBeCloseTo(Math.sqrt(0.1875 / 2), 12);
  });
});
