import { expect, test } from 'vitest';
import { endWords, handedWords, savedWords } from '../../../renderer/handed-page/page-words.ts';
import { choiceOfKey } from '../../../renderer/label-form/form-keys.ts';
import { formOf, withText } from '../../../renderer/label-form/form-state.ts';
import { pageKey } from '../../../renderer/label-form/page-keys.ts';
import { givenWords } from '../../../renderer/label-form/words.ts';
import { defaultBindings } from '../../../renderer/ui/key-bindings.ts';
import type { LabelForm, StudyField } from '../../../shared/contract/index.ts';

const rating: LabelForm = { kind: 'rating', min: 1, max: 5, step: 1, lowLabel: '', highLabel: '' };
const why: StudyField = { name: 'why', question: '', required: false, form: { kind: 'text' } };

type Held = Partial<Parameters<typeof pageKey>[0]> & { isSkipping?: boolean; isGuided?: boolean };

function meant(key: string, held: Held = {}, form = rating, fields: StudyField[] = [], sideBySide = false) {
  const asked = { form, fields, sideBySide };
  const filled = formOf(asked, { replies: [{ prompt: '', text: '' }] }, { answer: null, draft: null });
  const still = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, repeat: false };
  const { isSkipping = false, isGuided = false, ...how } = held;
  const press = { ...still, place: 'page' as const, ...how, key };
  return pageKey(press, { asked, filled, answer: null, isSkipping, isGuided }, defaultBindings);
}

test('keys answer as they do in the app', () => {
  expect(meant('4')).toEqual({ act: 'give', question: 0, text: '4' });
  expect(meant('6')).toBeNull();
  const yesNo: LabelForm = { kind: 'binary', noLabel: 'No', yesLabel: 'Yes' };
  expect(meant('y', {}, yesNo)).toEqual({ act: 'give', question: 0, text: '1' });
  const options = {
    kind: 'category' as const,
    options: [
      { label: 'A', value: 0, key: 'x' },
      { label: 'B', value: 1 },
    ],
  };
  expect(meant('x', {}, options)).toMatchObject({ text: 'A' });
  expect(meant('2', {}, options)).toMatchObject({ text: 'B' });
});

test('a key that a choice shows gives it, also while a question without choices has its turn', () => {
  const wrong: StudyField = {
    ...{ name: 'what went wrong', question: '', required: true },
    form: { kind: 'failures', mayMake: false },
  };
  const sure: StudyField = { ...why, name: 'sure', form: { ...rating, min: 1, max: 3 } };
  const at = (texts: readonly string[], fields: StudyField[], active: number) => {
    const asked = { form: rating, fields, sideBySide: false };
    const blank = formOf(asked, { replies: [] }, { answer: null, draft: JSON.stringify(texts) });
    return (key: string) => choiceOfKey({ ...blank, active }, key, defaultBindings);
  };
  const unrated = at(['', '{"modes":[],"note":"made up"}'], [wrong], 1);
  expect(unrated('3')).toEqual({ act: 'give', question: 0, text: '3' });
  expect(unrated('6')).toBeNull();
  // A rating is corrected by its key, too.
  expect(at(['3', ''], [wrong], 1)('4')).toEqual({ act: 'give', question: 0, text: '4' });
  // Of two that show it the one without an answer is meant; of two with an answer neither.
  expect(at(['3', '', ''], [why, sure], 1)('2')).toEqual({ act: 'give', question: 2, text: '2' });
  expect(at(['3', '', '1'], [why, sure], 1)('2')).toBeNull();
  // A question with choices keeps the keys to itself.
  expect(at(['', '', ''], [why, sure], 2)('5')).toBeNull();
});

test('a key shows texts as they were written, once however long it is held', () => {
  expect(meant('.')).toEqual({ act: 'raw' });
  expect(meant(',')).toEqual({ act: 'prompt' });
  expect(meant('.', { repeat: true })).toEqual({ act: 'none' });
  expect(meant('.', { place: 'text' })).toBeNull();
});

test('a key that is held down answers and skips once, and walks on and on', () => {
  expect(meant('4', { repeat: true })).toEqual({ act: 'none' });
  expect(meant('s', { repeat: true })).toEqual({ act: 'none' });
  expect(meant('j', { repeat: true })).toEqual({ act: 'move', step: 1 });
  expect(meant('ArrowLeft', { repeat: true })).toEqual({ act: 'move', step: -1 });
});

test('arrows go between the questions of an item where there are several, else between items', () => {
  expect(meant('ArrowRight')).toEqual({ act: 'move', step: 1 });
  expect(meant('ArrowRight', {}, rating, [], true)).toEqual({ act: 'choose', question: 1 });
});

test('Enter sends a form that waits for it, once, and presses the button that has the focus', () => {
  expect(meant('Enter')).toBeNull();
  expect(meant('Enter', {}, rating, [why])).toEqual({ act: 'send' });
  expect(meant('Enter', { place: 'button' }, rating, [why])).toBeNull();
  // With Ctrl or ⌘ it sends from wherever the focus is.
  expect(meant('Enter', { place: 'button', ctrlKey: true }, rating, [why])).toEqual({ act: 'send' });
  expect(meant('Enter', { metaKey: true }, rating, [why])).toEqual({ act: 'send' });
  expect(meant('Enter', { ctrlKey: true })).toBeNull();
  const asked = { form: rating, fields: [why], sideBySide: false };
  const answer = { kind: 'score' as const, value: 4 };
  const filled = formOf(asked, { replies: [] }, { answer, draft: null });
  const press = {
    key: 'Enter',
    shiftKey: false,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    repeat: false,
  };
  const enter = (form: typeof filled) =>
    pageKey(
      { ...press, place: 'page' },
      { asked, filled: form, answer, isSkipping: false, isGuided: false },
      defaultBindings,
    );
  expect(enter(filled)).toBeNull();
  expect(enter(withText(filled, 1, 'so'))).toEqual({ act: 'send' });
});

test('letters are text in a field, and what a page cannot do stays with the browser', () => {
  expect(meant('4', { place: 'text' })).toBeNull();
  expect(meant('Escape', { place: 'text' })).toEqual({ act: 'leave-field' });
  for (const key of ['f', 'm', 'l', 'u', '?', 'Escape', 'Tab']) expect(meant(key), key).toBeNull();
  expect(meant('s', { ctrlKey: true })).toBeNull();
});

test('a page says how far it is, and what becomes of the answers', () => {
  expect(savedWords('a.assay-labels')).toBe('Saved as a.assay-labels. Send this file back.');
  expect(handedWords(1, false)).toBe('This item was sent to be labeled.');
  expect(handedWords(3, true)).toBe('These 3 items were sent to you. Your answers go back under your name.');
  expect(endWords(3, 3)).toBe('All items are done');
  expect(endWords(2, 3)).toBe('End of the list');
  expect(givenWords(null)).toBe('');
  expect(givenWords({ kind: 'skip', reason: 'odd' })).toBe('You skipped this item: odd');
  expect(givenWords({ kind: 'score', value: 1 })).toContain('a new answer takes the place');
});

test('while it is asked why an item is skipped, digits are left to the reasons and Escape goes back', () => {
  expect(meant('4', { isSkipping: true })).toBeNull();
  expect(meant('Escape', { isSkipping: true })).toEqual({ act: 'leave-field' });
  expect(meant('Escape', { isGuided: true })).toEqual({ act: 'leave-field' });
  expect(meant('Escape', { isSkipping: true, place: 'text' })).toEqual({ act: 'leave-field' });
  expect(meant('s', { isSkipping: true })).toEqual({ act: 'skip' });
  expect(meant('Escape')).toBeNull();
});
