import { describe, expect, test } from 'vitest';
import { metricById } from '../../../stats/index.ts';
import { rougeN } from '../../../stats/metrics/rouge-n.ts';

describe('ROUGE-N as rouge_score has it', () => {
  // The first four are the cases of rouge_score's own tests.
  test.each([
    [1, 'testing', 'testing one two', 1 / 2],
    [1, '', 'testing one two', 0],
    [2, 'testing one', 'testing one two', 2 / 3],
    [2, '', 'testing one two', 0],
    // Lin (2004), section 3.1: both candidates share "the gunman" with the reference and differ in order only.
    [2, 'police kill the gunman', 'police killed the gunman', 1 / 3],
    [2, 'the gunman kill police', 'police killed the gunman', 1 / 3],
    // Counted as multisets: two of three "a" are common.
    [1, 'a a a', 'a a b', 2 / 3],
    [2, 'one', 'one', 0],
  ] as const)('ROUGE-%i of %j against %j', (n, response, reference, expected) => {
    expect(rougeN(n, response, reference)).toBeCloseTo(expected, 14);
  });

  test('each variant is a metric of its own', () => {
    const score = (id: string) =>
      metricById(id)!.score('the cats are running', ['none', 'the cat is running']);
    expect(score('rouge-1')).toBeCloseTo(1 / 2, 14);
    expect(score('rouge-1-stem')).toBeCloseTo(3 / 4, 14);
    expect(score('rouge-2')).toBe(0);
    expect(score('rouge-2-stem')).toBeCloseTo(1 / 3, 14);
  });

  test('out of range', () => {
    expect(() => rougeN(0, 'a', 'b')).toThrow(RangeError);
    expect(() => metricById('rouge-2')!.score('a', [])).toThrow(RangeError);
  });
});
