import { expect, test } from 'vitest';
import { formOf, withText } from '../../../renderer/label-form/form-state.ts';
import { type AskedForm, ratedReplies } from '../../../renderer/label-form/questions.ts';
import {
  answerWords,
  numberFieldWords,
  progressWords,
  sendWords,
  sidesWords,
} from '../../../renderer/label-form/words.ts';
import type { LabelForm, StudyField } from '../../../shared/contract/index.ts';

const rating: LabelForm = { kind: 'rating', min: 1, max: 5, step: 1, lowLabel: '', highLabel: '' };
const written: LabelForm = { kind: 'answer', turns: 2 };
const fine = { ...rating, min: 0, max: 100 } as const;
const text = (name: string): StudyField => ({ name, question: '', required: false, form: { kind: 'text' } });
const reply = { prompt: '', text: '' };

const shown = (form: LabelForm, fields: StudyField[] = [], sideBySide = false, replies = 1) => {
  const asked: AskedForm = { form, fields, sideBySide };
  const filled = formOf(
    asked,
    { replies: Array.from({ length: replies }, () => reply) },
    { answer: null, draft: null },
  );
  return { asked, filled };
};

test('a form that one key sends has no button and no line under it', () => {
  const { asked, filled } = shown(rating);
  expect(sendWords(asked, filled)).toBeNull();
  expect(progressWords(filled, 'unsaved')).toBeNull();
});

test('the button says what it sends, and by which key', () => {
  const button = (...of: Parameters<typeof shown>) => {
    const { asked, filled } = shown(...of);
    return sendWords(asked, filled);
  };
  expect(button(fine)).toEqual({ name: 'Save answer', key: 'Ctrl+Enter' });
  expect(button(written, [], false, 2)).toEqual({ name: 'Save answers', key: 'Ctrl+Enter' });
  expect(button(written, [text('why')])).toEqual({ name: 'Save answers', key: 'Ctrl+Enter' });
  expect(button(rating, [text('why')])).toEqual({ name: 'Save answers', key: 'Enter' });
  expect(button(fine, [], true)).toEqual({ name: 'Save both', key: 'Ctrl+Enter' });
  expect(button(rating, [], true)).toBeNull();
});

test('the line under a form counts its answers and says whether they are kept', () => {
  const { filled } = shown(rating, [text('why'), text('how')]);
  expect(progressWords(filled, 'none')).toBe('0 of 3 answered');
  expect(progressWords(withText(filled, 1, ' so '), 'saved')).toBe('1 of 3 answered · Draft saved');
  expect(progressWords(withText(filled, 1, '  '), 'failed')).toBe(
    '0 of 3 answered · Draft not saved yet; it will be tried again',
  );
  expect(progressWords(shown(fine).filled, 'unsaved')).toBe('Saving draft…');
});

test('two sides are explained where keys rate them', () => {
  const says = (form: LabelForm, isPaired: boolean) => {
    const { asked, filled } = shown(form, [], isPaired);
    return sidesWords(asked, filled);
  };
  expect(says(rating, true)).toContain('framed side');
  expect(says(rating, false)).toBeNull();
  expect(says(fine, true)).toContain('Enter goes on');
  expect(says(fine, false)).toBeNull();
  expect(says(written, true)).toBeNull();
});

test('a field for a number says its range, and the names of its ends where nothing else names it', () => {
  expect(numberFieldWords('', { ...fine, lowLabel: 'bad', highLabel: 'good' })).toEqual({
    label: 'A number from 0 to 100',
    description: '0: bad · 100: good',
  });
  expect(numberFieldWords('', fine)).toEqual({ label: 'A number from 0 to 100', description: '' });
  expect(numberFieldWords('How fine?', fine)).toEqual({ label: 'How fine?', description: '0 to 100' });
});

test('a written answer is named, not repeated; a skip with its reason', () => {
  expect(answerWords({ kind: 'answer', answers: ['Paris'] }, written)).toBe('your answer');
  expect(answerWords({ kind: 'answer', answers: ['Paris', 'Rome'] }, written)).toBe('your answers');
  expect(answerWords({ kind: 'skip', reason: 'broken' }, rating)).toBe('skipped: broken');
  expect(answerWords({ kind: 'score', value: 4 }, rating)).toBe('4');
});

test('a number outside of the scale is no rating of a reply yet', () => {
  const { asked, filled } = shown(fine, [], true);
  const typed = withText(withText(filled, 0, '8070'), 1, '80');
  expect(progressWords(typed, 'none')).toBe('1 of 2 answered');
  expect(ratedReplies(asked, typed, () => {}).said).toEqual(['', 'Rated 80']);
});
