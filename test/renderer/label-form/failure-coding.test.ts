import { expect, test } from 'vitest';
import {
  chosenModes,
  codingOf,
  foundModes,
  foundNames,
  isNamed,
  isNothing,
  madeNames,
  modeName,
  nothingText,
  withMode,
  withNote,
  withoutMode,
  withPlace,
} from '../../../renderer/label-form/failure-coding.ts';
import {
  completed,
  draftOf,
  draftWords,
  formOf,
  withChoice,
  withText,
} from '../../../renderer/label-form/form-state.ts';
import type { LabelFailures, StudyField } from '../../../shared/contract/index.ts';

const mode = (id: number, name: string) => ({ id, name, definition: '', example: '', counterexample: '' });
const failures: LabelFailures = {
  mayMake: true,
  list: 7,
  modes: [
    mode(1, 'Wrong date'),
    mode(2, 'Date missing'),
    mode(3, 'Ignores the question'),
    mode(4, 'Café closed'),
  ],
};
const names = (typed: string) => foundModes(failures.modes, typed).map(({ name }) => name);

test('failure modes are found by the beginnings of their words, the best fit first', () => {
  expect(names('dat')).toEqual(['Date missing', 'Wrong date']);
  expect(names('wrong date')).toEqual(['Wrong date']);
  expect(names('d wr')).toEqual(['Wrong date']);
  expect(names('CAFE')).toEqual(['Café closed']);
  expect(names('ate')).toEqual([]);
  expect(names('  ')).toHaveLength(4);
  expect(isNamed(failures.modes, ' wrong   DATE ')).toBe(true);
  expect(isNamed(failures.modes, 'date')).toBe(false);
  expect(foundNames(['Too long', 'Rude'], 'lo')).toEqual(['Too long']);
});

test('what is chosen and taken away again was never said; that nothing is wrong is said by its own key', () => {
  const one = withMode('', 7, { id: 1, name: 'Wrong date' });
  expect(codingOf(one)).toEqual({ modes: [1], note: '', at: null, list: 7 });
  expect(withMode(one, 8, { id: 1, name: 'Wrong date' })).toBe(one.replace('"list":7', '"list":8'));
  expect(withoutMode(one, 7, { id: 1, name: 'Wrong date' })).toBe('');
  expect(withNote(withNote('', 7, 'Odd'), 7, ' ')).toBe('');
  expect(isNothing(codingOf(nothingText(failures)))).toBe(true);
  expect(isNothing(codingOf(''))).toBe(false);
  // A note on an item that had nothing wrong is what counts from then on.
  expect(isNothing(codingOf(withNote(nothingText(failures), 7, 'Odd')))).toBe(false);
});

test('names made without a connection go with the coding, each once', () => {
  const made = withMode(withMode('', 7, { made: 'Too long' }), 7, { made: 'too  LONG' });
  expect(codingOf(made)?.made).toEqual(['Too long']);
  expect(chosenModes(made, failures).map(modeName)).toEqual(['Too long']);
  expect(madeNames([codingOf(made)!, codingOf(withMode('', 7, { made: 'TOO LONG' }))!])).toEqual([
    'TOO LONG',
  ]);
  expect(withoutMode(made, 7, { made: 'Too long' })).toBe('');
});

test('a failure mode that is offered no longer stays on the answer that has it', () => {
  expect(chosenModes(withMode('', 7, { id: 9, name: 'Gone' }), failures).map(modeName)).toEqual([
    'Failure mode 9',
  ]);
});

const field = (alone?: true): StudyField => ({
  name: 'failures',
  question: 'What went wrong?',
  required: true,
  form: { kind: 'failures', mayMake: true, ...(alone && { alone }) },
});
const binary = { kind: 'binary' as const, yesLabel: 'Nothing wrong', noLabel: 'Something wrong' };
const item = { replies: [{ prompt: '', text: 'A reply.' }] };
const open = { answer: null, draft: null };

test('a study of failures alone asks one question, and its score follows from the answer', () => {
  const asked = { form: binary, fields: [field(true)], sideBySide: false, failures };
  const form = formOf(asked, item, open);
  expect(form.questions.map(({ title }) => title)).toEqual(['What went wrong?']);
  const fine = withChoice(asked, form, 0, nothingText(failures));
  expect(fine.next).toBe('send');
  expect(completed(asked, fine.form)).toEqual({
    answer: { kind: 'score', value: 1, fields: { failures: { modes: [], note: '', at: null, list: 7 } } },
  });
  const wrong = withText(form, 0, withMode('', 7, { id: 2, name: 'Date missing' }));
  expect(completed(asked, wrong)).toMatchObject({ answer: { kind: 'score', value: 0 } });
  expect(completed(asked, form)).toMatchObject({ problem: 'What went wrong? needs an answer.' });
});

test('beside a rating the answer waits for both, and comes back as it was stored', () => {
  const asked = { form: binary, fields: [field()], sideBySide: false, failures };
  const rated = withChoice(asked, formOf(asked, item, open), 0, '1');
  expect(rated.next).toBe('answer');
  expect(rated.form.active).toBe(1);
  const coded = withChoice(asked, rated.form, 1, nothingText(failures));
  expect(coded.next).toBe('wait');
  const made = completed(asked, coded.form);
  if (!('answer' in made)) throw new Error('not complete');
  // Stored JSON has its parts in an order of its own.
  const { modes, note, at, list } = codingOf(nothingText(failures))!;
  const stored = { ...made.answer, fields: { failures: { list, at, note, modes } } };
  expect(formOf(asked, item, { answer: stored, draft: null }).texts).toEqual(coded.form.texts);
});

test('a place needs words for what went wrong there, and a draft is read in words', () => {
  const asked = { form: binary, fields: [field()], sideBySide: false, failures };
  const rated = withText(formOf(asked, item, open), 0, '0');
  const at = { kind: 'words' as const, reply: 0, start: 2, end: 7, text: 'reply' };
  const placed = withText(rated, 1, withPlace('', 7, at));
  expect(completed(asked, placed)).toMatchObject({
    problem: 'Say what went wrong there: a note or a failure mode.',
  });
  const noted = withText(placed, 1, withNote(placed.texts[1]!, 7, 'Not the reply asked for'));
  expect(completed(asked, noted)).toMatchObject({ answer: { fields: { failures: { at } } } });
  expect(draftWords(draftOf(noted))).toBe('0; Not the reply asked for');
  expect(draftWords(JSON.stringify([nothingText(failures)]))).toBe('nothing wrong');
});
