import { expect, test } from 'vitest';
import { readSource, sourceFiles, withoutComments } from './read-imports.ts';

/** A longest text, or a range with both of its ends, as numbers beside a field. */
const limit = /\bmaxLength=\{[\d_.]+\}|\bmin=\{[\d_.]+\}\s+max=\{[\d_.]+\}/;

/** Fields whose limit the contract does not state as a length or a range. */
const ownLimits: Readonly<Record<string, string>> = {
  'renderer/parts/study/choice-fields.tsx': 'the first step above 0, which the contract leaves out',
  'renderer/screens/data/source-screen.tsx': 'a name that the contract states by its letters',
  'renderer/screens/protocols/iqa-fields.tsx': 'percent, of which shares are made',
  'renderer/screens/study/category-options.tsx': 'a key, which the contract states by its letters',
  'renderer/screens/team/quality-section.tsx': 'percent of a table that the screen works out by itself',
};

test('forms take the limits of their fields from the contract', () => {
  expect(limit.test('<TextInput maxLength={2000} />')).toBe(true);
  expect(limit.test('<NumberInput\n  min={1}\n  max={20}\n/>')).toBe(true);
  expect(limit.test('<NumberInput min={1} max={items} {...longest(QuestionText)} />')).toBe(false);
  const files = sourceFiles('renderer').filter((file) => limit.test(withoutComments(readSource(file))));
  expect(files.sort()).toEqual(Object.keys(ownLimits).sort());
});
