import { expect, test } from 'vitest';
import { correctionOf, judgedTexts, withCorrected } from '../../../renderer/label-form/correction.ts';
import { draftOf, draftWords } from '../../../renderer/label-form/form-state.ts';

const [first, second] = judgedTexts({
  conversation: [],
  replies: [
    { prompt: 'a', text: 'One.' },
    { prompt: 'b', text: 'Two.' },
  ],
}) as [never, never];

test('replies can be corrected; of a conversation as a whole what the system said in it', () => {
  const conversation = [
    { role: 'user', content: 'Hello' },
    { role: 'assistant', content: 'Hi' },
  ];
  expect(judgedTexts({ conversation, replies: [] })).toMatchObject([{ reply: 1, text: 'Hi' }]);
});

test('what is empty, or says what the reply says, corrects nothing', () => {
  expect(withCorrected('', first, 'One. ')).toBe('');
  expect(withCorrected('', first, ' ')).toBe('');
  const both = withCorrected(withCorrected('', second, 'Zwei.'), first, 'Eins.');
  expect(correctionOf(both)).toEqual({
    corrected: [
      { reply: 0, text: 'Eins.' },
      { reply: 1, text: 'Zwei.' },
    ],
  });
  expect(correctionOf(withCorrected(both, second, 'Two.'))?.corrected).toEqual([{ reply: 0, text: 'Eins.' }]);
});

test('a draft says what was corrected', () => {
  const text = withCorrected('', first, 'Eins.');
  expect(draftWords(draftOf({ texts: ['2', text] }))).toBe('2; corrected: Eins.');
});
