import { expect, test } from 'vitest';
import { differenceWords } from '../../../renderer/screens/results/difference-words.ts';
import { isolated } from '../../../renderer/ui/isolated.ts';

test('names from right to left are set apart, all others stay as they are', () => {
  expect(isolated('نموذج ٢')).toBe('\u2068نموذج ٢\u2069');
  expect(isolated('מודל 4')).toBe('\u2068מודל 4\u2069');
  for (const name of ['gpt-4', '图书馆', 'модель', '']) expect(isolated(name)).toBe(name);
});

test('a difference names its systems in the order of the sentence', () => {
  const comparison = { system: 'أول', against: 'ثان' } as Parameters<typeof differenceWords>[0];
  expect(differenceWords(comparison, 'quality')).toBe('quality, \u2068أول\u2069 minus \u2068ثان\u2069');
});
