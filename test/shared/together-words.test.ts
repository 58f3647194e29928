import { expect, test } from 'vitest';
import type { Subgroup } from '../../shared/contract/index.ts';
import { inSentencesOf } from '../../shared/page-words.ts';
import { testedSentence } from '../../shared/together-words.ts';

const tested = (level: string, adjusted: number) =>
  ({ level, differs: { p: adjusted, adjusted } }) as unknown as Subgroup;
const sentence = (...subgroups: Subgroup[]) => testedSentence({ subgroups, alpha: 0.05 });

test('subgroups that were tested are counted, and a single one is named', () => {
  expect(sentence(tested('web', 0.3), tested('phone', 0.4))).toBe(
    "Tested together by Holm's correction, at one look: of 2 subgroups none is shown to differ from the other items.",
  );
  const alone = 'Tested at one look: web is not shown to differ from the other items.';
  expect(sentence(tested('web', 0.3))).toBe(alone);
  expect(sentence(tested('web', 0.01))).toBe(
    'Tested at one look: web (p = .010) differs from the other items.',
  );
  // A page is made again in the words that it was written with.
  expect(inSentencesOf({ version: 9 }, () => sentence(tested('web', 0.3)))).not.toBe(alone);
});
