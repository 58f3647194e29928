import { expect, test } from 'vitest';
import { scoreWriter } from '../../shared/estimate-words.ts';

type Written = Parameters<typeof scoreWriter>[0];

const answered = (lower: number | null, upper: number | null, comparison: object | null) =>
  ({
    scale: { min: -1, max: 1, direction: 'higher' },
    comparison,
    default: 'lure',
    estimates: [{ method: 'lure', value: 0.087, lower, upper }],
  }) as unknown as Written;

test('numbers beside an answer have its digits, and in a comparison their sign', () => {
  const difference = scoreWriter(answered(-0.5, 0.63, {}));
  expect([0.087, -0.1796, 0].map(difference)).toEqual(['+0.09', '\u22120.18', '0.00']);
  expect(scoreWriter(answered(-0.05, 0.06, {}))(0.0872)).toBe('+0.087');
  expect(scoreWriter(answered(-0.5, 0.63, null))(0.087)).toBe('0.09');
  // Without an interval as many as the scale has.
  expect(scoreWriter(answered(null, null, {}))(0.087)).toBe('+0.087');
});
