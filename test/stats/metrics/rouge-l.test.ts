import { describe, expect, test } from 'vitest';
import { metricById } from '../../../stats/index.ts';
import { lcsLength } from '../../../stats/metrics/lcs-length.ts';
import { rougeL } from '../../../stats/metrics/rouge-l.ts';
import { rougeTokens } from '../../../stats/metrics/rouge-tokens.ts';
import fc from '../support/seeded-fast-check.ts';
import { generatedPairs, readableLcs, readableRougeL } from './readable-rouge.ts';

describe('longest common subsequence', () => {
  test('the fast version equals the readable one', () => {
    const text = (maxLength: number) => fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength });
    fc.assert(
      fc.property(text(150), text(90), (a, b) => {
        expect(lcsLength(a, b)).toBe(readableLcs(a, b));
      }),
      { numRuns: 300 },
    );
  });

  test.each([31, 32, 33, 64, 65, 100])('equal lists of %i tokens', (length) => {
    const tokens = Array.from({ length }, (_, i) => `t${i}`);
    expect(lcsLength(tokens, tokens)).toBe(length);
    expect(lcsLength(tokens, tokens.toReversed())).toBe(1);
  });
});

describe('ROUGE-L as rouge_score has it', () => {
  // The first three are the cases of rouge_score's own tests.
  test.each([
    ['testing one', 'testing one two', 4 / 5],
    ['testing two', 'testing one two', 4 / 5],
    ['', 'testing one two', 0],
    ['!!!', '???', 0],
    // Lin (2004), section 3.1: "police kill the gunman" and "the gunman kill police" against S1.
    ['police kill the gunman', 'police killed the gunman', 3 / 4],
    ['the gunman kill police', 'police killed the gunman', 1 / 2],
    ['Don\u2019t STOP-now', "don't stop now", 1],
    ['caf\u00e9', 'caf', 1],
  ])('%j against %j', (response, reference, expected) => {
    expect(rougeL(response, reference)).toBeCloseTo(expected, 14);
  });

  test('stemming touches words above three letters only', () => {
    expect(rougeL('the cats are running', 'the cat is run', { stem: true })).toBeCloseTo(3 / 4, 14);
    expect(rougeTokens('was dogs ties', true)).toEqual(['was', 'dog', 'tie']);
    expect(rougeL('the cats are running', 'the cat is run')).toBeCloseTo(1 / 4, 14);
  });

  test('generated texts score as the readable table has them', () => {
    for (const [response, reference] of [...generatedPairs(200, 40), ...generatedPairs(10, 300)]) {
      expect(rougeL(response, reference)).toBeCloseTo(readableRougeL(response, reference), 12);
    }
  });

  test('the best reference counts', () => {
    const metric = metricById('rouge-l')!;
    expect(metric.score('a b', ['c d', 'a c b', 'a'])).toBeCloseTo(4 / 5, 14);
    expect(() => metric.score('a', [])).toThrow(RangeError);
  });

  test('symmetric, within [0, 1], 1 for itself', () => {
    const texts = fc
      .array(fc.constantFrom('red', 'Green', 'blue,', '-', 'running'))
      .map((words) => words.join(' '));
    fc.assert(
      fc.property(texts, texts, (a, b) => {
        const score = rougeL(a, b);
        expect(score).toBeCloseTo(rougeL(b, a), 14);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
        if (rougeTokens(a, false).length > 0) expect(rougeL(a, a)).toBe(1);
      }),
    );
  });
});

test('a common word is kept over one that stands in none of the places before it', () => {
  const others = (count: number) => Array<string>(count).fill('other');
  // x is the 33rd, the first of the second 32, and y the first of the third.
  expect(lcsLength([...others(32), 'x', ...others(31), 'y'], ['x', 'y'])).toBe(2);
  expect(lcsLength([...others(31), 'x', 'y'], ['x', 'y'])).toBe(2);
  expect(lcsLength([...others(64), 'x', 'y'], ['y', 'x'])).toBe(1);
});
