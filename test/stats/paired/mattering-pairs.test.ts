import { describe, expect, test } from 'vitest';
import {
  goalAlpha,
  hasGoalLevel,
  impliedIntervals,
  matteringPairs,
  type PairVerdict,
  type Verdict,
} from '../../../stats/index.ts';

/** Pairs of systems by their letters: '<' the second is better, '>' the first, '=' practically equal, '?' undecided. */
const pairsOf = (words: string): PairVerdict[] =>
  words.split(' ').map((word) => ({
    first: word.charCodeAt(0) - 65,
    second: word.charCodeAt(2) - 65,
    verdict: verdicts[word[1]!]!,
  }));
const verdicts: Record<string, Verdict> = {
  '>': 'first',
  '<': 'second',
  '=': 'practically-equal',
  '?': 'undecided',
};
const letters = (pairs: readonly PairVerdict[]) =>
  pairs.map(({ first, second }) => String.fromCharCode(65 + first, 65 + second)).join(' ');
const matter = (words: string, systems: number, top: number | null, isChained = true) =>
  letters(matteringPairs(systems, pairsOf(words), { top, isChained }));

describe('pairs that still have to be decided', () => {
  test('for the whole order are those that are undecided', () => {
    expect(matter('A>B A?C B=C', 3, null)).toBe('AC');
  });

  test('for the best are those of systems that nobody has beaten', () => {
    const words = 'A?B A>C A?D B?C B?D C?D';
    expect(matter(words, 4, 1)).toBe('AB AD BD');
    expect(matter(words.replace('B?D', 'B>D'), 4, 1)).toBe('AB');
    expect(matter(words.replace('B?D', 'B>D').replace('A?B', 'A=B'), 4, 1)).toBe('');
  });

  test('for the best two are those of systems that are neither in nor out', () => {
    // A is above three: in, whatever comes. D is below two: out.
    expect(matter('A>B A>C A>D B?C B>D C?D', 4, 2)).toBe('BC');
    expect(matter('A>B A>C A>D B>C B>D C?D', 4, 2)).toBe('');
    expect(matter('A?B A>C A>D B>C B>D C?D', 4, 2)).toBe('');
  });

  test('of preferences, which can go round in a circle, the last one is shown against those that are out', () => {
    const words = 'A>B A?C B>C';
    expect(matter(words, 3, 1)).toBe('');
    expect(matter(words, 3, 1, false)).toBe('AC');
    // Unsettled ones first: D could be the best as well as A.
    expect(matter('A>B A?C A?D B>C B?D C?D', 4, 1, false)).toBe('AD');
    // A circle: each is beaten by one, so nothing is left to find.
    expect(matter('A>B A<C B>C', 3, 1, false)).toBe('');
  });

  test('refuses to find all systems, or none', () => {
    for (const top of [0, 3, 1.5]) expect(() => matter('A?B A?C B?C', 3, top)).toThrow(RangeError);
  });
});

describe('what intervals say of each other', () => {
  const pair = (first: number, second: number, lower: number, upper: number) => ({
    ...{ first, second, lower, upper },
  });

  test('a difference is at least the sum of two, on every path and in either direction', () => {
    const [, , implied] = impliedIntervals(3, [
      pair(0, 1, 0.1, 0.4),
      pair(2, 1, -0.3, -0.2),
      pair(0, 2, -1, 1),
    ])!;
    expect(implied!.lower).toBeCloseTo(0.1 + 0.2, 9);
    expect(implied!.upper).toBeCloseTo(0.4 + 0.3, 9);
    const chain = [0, 1, 2].map((i) => pair(i, i + 1, 0.1, 0.2));
    expect(impliedIntervals(4, [...chain, pair(0, 3, -1, 0.5)])![3]).toEqual({
      lower: expect.closeTo(0.3, 9),
      upper: 0.5,
    });
  });

  test('nothing follows where no path leads, and own ends stay where they are narrower', () => {
    const own = [pair(0, 1, -0.1, 0.1), pair(2, 3, 0.2, 0.3)];
    expect(impliedIntervals(4, own)).toEqual(own.map(({ lower, upper }) => ({ lower, upper })));
  });

  test('sums of exact differences that cancel do not name a winner by rounding', () => {
    const [, , implied] = impliedIntervals(3, [
      pair(0, 1, 0.1 + 0.2, 0.1 + 0.2),
      pair(1, 2, -0.3, -0.3),
      pair(0, 2, -1, 1),
    ])!;
    expect(implied!.lower).toBeLessThanOrEqual(0);
    expect(implied!.upper).toBeGreaterThanOrEqual(0);
  });

  test('intervals that contradict each other say nothing', () => {
    expect(impliedIntervals(3, [pair(0, 1, 0.5, 0.6), pair(1, 2, 0.5, 0.6), pair(0, 2, -1, 0.9)])).toBeNull();
    expect(() => impliedIntervals(2, [pair(1, 1, 0, 1)])).toThrow(RangeError);
    expect(() => impliedIntervals(2, [pair(0, 2, 0, 1)])).toThrow(RangeError);
  });

  test('they hold whenever those that they follow from hold', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const mean = [0, 1, 2, 3].map((i) => ((seed * (i + 3) * 7919) % 101) / 100);
      const own = [0, 1, 2].flatMap((a) =>
        [1, 2, 3]
          .filter((b) => b > a)
          .map((b) => {
            const difference = mean[a]! - mean[b]!;
            const room = ((seed * (a + 1) * (b + 5) * 104_729) % 53) / 100;
            return pair(a, b, difference - room, difference + ((seed * b) % 7) / 10);
          }),
      );
      const implied = impliedIntervals(4, own)!;
      for (const [i, { first, second, lower, upper }] of own.entries()) {
        const difference = mean[first]! - mean[second]!;
        expect(implied[i]!.lower).toBeLessThanOrEqual(difference + 1e-12);
        expect(implied[i]!.upper).toBeGreaterThanOrEqual(difference - 1e-12);
        expect(implied[i]!.lower).toBeGreaterThanOrEqual(lower);
        expect(implied[i]!.upper).toBeLessThanOrEqual(upper);
      }
    }
  });
});

test('from one to all but one of the systems can be found', () => {
  const pairs = [
    { first: 0, second: 1, verdict: 'undecided' as const },
    { first: 1, second: 2, verdict: 'undecided' as const },
  ];
  for (const isChained of [true, false]) {
    for (const top of [1, 2, null]) expect(matteringPairs(3, pairs, { top, isChained })).toEqual(pairs);
    for (const top of [0, 3, 1.5])
      expect(() => matteringPairs(3, pairs, { top, isChained })).toThrow(RangeError);
  }
});

describe('the level of the pairs that can make what is found wrong', () => {
  const level = (systems: number, top: number | null, isChained = true, studies = 1) =>
    goalAlpha(0.05, systems, { top, isChained }, studies);

  test('shares alpha among N (k - N) pairs where differences add up', () => {
    expect(level(11, 1)).toBeCloseTo(0.05 / 10, 15);
    expect(level(11, 3)).toBeCloseTo(0.05 / 24, 15);
    expect(level(4, 3)).toBeCloseTo(0.05 / 3, 15);
    expect(level(11, 1, true, 2)).toBeCloseTo(0.05 / 20, 15);
  });

  test('and among k pairs for the best where they do not', () => {
    expect(level(5, 1, false)).toBeCloseTo(0.05 / 5, 15);
    expect(level(12, 3, false)).toBeCloseTo(0.05 / 66, 15);
  });

  test('is that of all pairs where more than half of them can, and for the whole order', () => {
    for (const [systems, top] of [
      [3, 1],
      [5, 2],
      [6, 3],
      [11, null],
    ] as const) {
      expect(level(systems, top)).toBe(0.05 / ((systems * (systems - 1)) / 2));
      expect(hasGoalLevel(systems, { top, isChained: true })).toBe(false);
    }
    expect(hasGoalLevel(4, { top: 1, isChained: false })).toBe(false);
    expect(hasGoalLevel(4, { top: 1, isChained: true })).toBe(true);
    expect(() => level(4, 4)).toThrow(RangeError);
  });
});
