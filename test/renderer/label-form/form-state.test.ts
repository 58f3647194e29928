import { describe, expect, test } from 'vitest';
import {
  completed,
  differsFrom,
  draftOf,
  formOf,
  isComplete,
  nextOpen,
  withChoice,
  withSpan,
  withText,
} from '../../../renderer/label-form/form-state.ts';
import type { AskedForm } from '../../../renderer/label-form/questions.ts';
import type { LabelForm, StudyField } from '../../../shared/contract/index.ts';

const rating: LabelForm = { kind: 'rating', min: 1, max: 5, step: 1, lowLabel: '', highLabel: '' };
const fine: StudyField['form'] = { kind: 'rating', min: 0, max: 1, step: 0.1, lowLabel: '', highLabel: '' };
const field = (name: string, form: StudyField['form'], required = false): StudyField => ({
  name,
  question: '',
  required,
  form,
});
const reply = { prompt: '', text: 'r' };
const nothing = { answer: null, draft: null };
const asks = (form: LabelForm, fields: StudyField[] = [], sideBySide = false): AskedForm => ({
  form,
  fields,
  sideBySide,
});

const several = asks(rating, [
  field('tone', fine),
  field('sure', { kind: 'binary', noLabel: 'No', yesLabel: 'Yes' }),
  field('why', { kind: 'text' }, true),
]);
const blank = formOf(several, { replies: [reply] }, nothing);

describe('one key', () => {
  test('sends a single question at once', () => {
    const asked = asks(rating);
    const { form, next } = withChoice(asked, formOf(asked, { replies: [reply] }, nothing), 0, '4');
    expect(next).toBe('send');
    expect(completed(asked, form)).toEqual({ answer: { kind: 'score', value: 4 } });
  });

  test('of two sides leads to the other, and both are sent together', () => {
    const asked = asks(rating, [], true);
    const first = withChoice(asked, formOf(asked, { replies: [reply] }, nothing), 1, '2');
    expect(first).toMatchObject({ next: 'answer', form: { active: 0, texts: ['', '2'] } });
    const both = withChoice(asked, first.form, 0, '5');
    expect(both.next).toBe('send');
    expect(completed(asked, both.form)).toEqual({ answer: { kind: 'pair', values: [5, 2] } });
  });

  test('goes past what needs no answer and takes more than a key, and then waits to be told', () => {
    const first = withChoice(several, blank, 0, '3');
    expect(first).toMatchObject({ next: 'answer', form: { active: 2 } });
    expect(withChoice(several, withText(first.form, 3, 'so'), 2, '1').next).toBe('wait');
  });
});

describe('what is open', () => {
  test('is looked for from the question on, and round', () => {
    expect(nextOpen(withText(blank, 3, 'x'), 2)).toBe(0);
    expect(nextOpen(withText(withText(withText(blank, 0, '1'), 2, '0'), 3, 'x'), 3)).toBeUndefined();
  });

  test('holds white space only', () => {
    expect(isComplete(withText(withText(blank, 0, '1'), 3, ' \n'))).toBe(false);
    expect(isComplete(withText(withText(blank, 0, '1'), 3, 'x'))).toBe(true);
  });

  test('is where a form stands that was sent too early, until something is written', () => {
    const early = completed(several, withText(blank, 0, '2'));
    expect(early).toMatchObject({
      problem: 'why needs an answer.',
      form: { active: 3, lacking: { question: 3 } },
    });
    if (!('form' in early)) throw new Error('complete');
    expect(withText(early.form, 3, 'x').lacking).toBeNull();
    const wrong = completed(several, withText(withText(withText(blank, 0, '2'), 1, '7'), 3, 'x'));
    expect(wrong).toMatchObject({ problem: 'The scale runs from 0 to 1.', form: { active: 1 } });
  });
});

describe('a draft', () => {
  test('is nothing while every question is empty', () => {
    expect(draftOf(blank)).toBe('');
    expect(draftOf(withText(blank, 3, 'half'))).toBe('["","","","half"]');
  });

  test('comes back before the answer given before, one of other questions as far as it goes', () => {
    const answer = { kind: 'score' as const, value: 2, fields: { tone: 0.5, why: 'curt' } };
    const restored = (draft: string | null) => formOf(several, { replies: [reply] }, { answer, draft }).texts;
    expect(restored(null)).toEqual(['2', '0.5', '', 'curt']);
    expect(restored('["5","","","half"]')).toEqual(['5', '', '', 'half']);
    expect(restored('["5"]')).toEqual(['5', '', '', '']);
    expect(restored('[5]')).toEqual(['[5]', '', '', '']);
    expect(restored('not JSON')).toEqual(['not JSON', '', '', '']);
  });

  test('that says what is stored is no change', () => {
    const answer = { kind: 'score' as const, value: 2, fields: { why: 'curt' } };
    const form = formOf(several, { replies: [reply] }, { answer, draft: null });
    expect(differsFrom(form, answer)).toBe(false);
    expect(differsFrom(withText(form, 0, '3'), answer)).toBe(true);
    expect(differsFrom(form, null)).toBe(true);
    expect(differsFrom(form, { kind: 'skip', reason: 'x' })).toBe(true);
  });
});

describe('a span of the passage', () => {
  const span = { text: 'the lake ', start: 4, end: 13 };

  test('answers the question that is due, and keeps where it stands', () => {
    const asked = asks({ kind: 'answer', turns: 2, fromPassage: true });
    const form = formOf(asked, { replies: [reply, reply] }, nothing);
    const picked = withSpan(withText(form, 0, 'written'), span);
    expect(picked).toMatchObject({ texts: ['the lake', ''], active: 1 });
    const done = completed(asked, withText(picked!, 1, 'mine'));
    expect(done).toEqual({
      answer: { kind: 'answer', answers: ['the lake', 'mine'], spans: [span, null] },
    });
    // What was changed after it was picked stands nowhere.
    expect(completed(asked, withText(withText(picked!, 0, 'a lake'), 1, 'mine'))).toEqual({
      answer: { kind: 'answer', answers: ['a lake', 'mine'] },
    });
  });

  test('goes to the question that takes one, whichever keys answer', () => {
    const asked = asks(rating, [field('evidence', { kind: 'span' })]);
    const picked = withSpan(formOf(asked, { replies: [reply] }, nothing), span)!;
    expect(picked.texts).toEqual(['', JSON.stringify(span)]);
    expect(picked.active).toBe(0);
    expect(completed(asked, withText(picked, 0, '4'))).toEqual({
      answer: { kind: 'score', value: 4, fields: { evidence: span } },
    });
  });

  test('answers nothing where none is asked for', () => {
    expect(withSpan(blank, span)).toBeNull();
  });
});
