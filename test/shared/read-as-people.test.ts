import { expect, test } from 'vitest';
import { figureWords } from '../../shared/agreement-words.ts';
import { valueSentence } from '../../shared/estimate-words.ts';
import { judgeTitle } from '../../shared/judge-title.ts';
import { spacedPercent } from '../../shared/number-text.ts';
import { inSentencesOf } from '../../shared/page-words.ts';

const yesNo = { min: 0, max: 1, direction: 'higher', isShare: true } as const;

test('what comes of a question of yes or no is read in percent, and another score up to 1 is not', () => {
  const found = { value: 0.6, lower: 0.48, upper: 0.72 };
  const say = (one: typeof found) => valueSentence(one, yesNo).replaceAll('\u00a0', ' ');
  expect(say(found)).toBe('About 60 %, between 48 % and 72 %.');
  expect(say({ value: 0.6231, lower: 0.6, upper: 0.65 })).toBe('About 62.3 %, between 60.0 % and 65.0 %.');
  expect(say({ value: 0.6, lower: 0.6, upper: 0.6 })).toBe('Exactly 60 %: everything is labeled.');
  expect(say({ value: 0.2, lower: 0, upper: 1 })).toBe(
    'About 20 %, but so few labels leave the whole scale open.',
  );
  const { isShare: _, ...score } = yesNo;
  expect(valueSentence(found, score)).toBe('About 0.60 of 1, between 0.48 and 0.72.');
});

test('percents have a space, but in pages that were written before', () => {
  const kept = 'betting confidence sequence, 95% at all looks together';
  expect(spacedPercent(kept)).toBe('betting confidence sequence, 95 % at all looks together');
  expect(inSentencesOf({ version: 9 }, () => spacedPercent(kept))).toBe(kept);
});

test('a judge whose name says that it is one is named once', () => {
  expect(['strict', 'judge', 'Judge B'].map(judgeTitle)).toEqual(['Judge strict', 'Judge', 'Judge B']);
});

test('figures of agreement have the digits of screens, and a minus', () => {
  expect(figureWords('krippendorff-alpha', -0.12345, null)).toBe('\u22120.123');
  expect(figureWords('percent', 2 / 3, null)).toBe('66.7\u00a0%');
  expect(figureWords('mean-absolute-difference', 1.234, { min: 1, max: 5 })).toBe('1.23');
});
