import { describe, expect, test, vi } from 'vitest';
import {
  caretAfter,
  stepOfKey,
  validationKey,
  wordOnNextLine,
} from '../../../renderer/screens/validation/validation-keys.ts';
import {
  announcement,
  askedBefore,
  ownVerdictWords,
} from '../../../renderer/screens/validation/verdict-words.ts';
import type { OwnVerdict, ValidationView } from '../../../shared/contract/index.ts';

const still = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, repeat: false };

test('up and down go to the nearest word of the next line, and stay where there is none', () => {
  const box = (left: number, top: number) =>
    ({ left, right: left + 40, top, bottom: top + 20, width: 40, height: 20 }) as DOMRect;
  const words = [box(0, 0), box(50, 0), box(100, 0), box(0, 24), box(90, 24), box(60, 48)];
  expect(wordOnNextLine(words, 2, 1)).toBe(4);
  expect(wordOnNextLine(words, 4, -1)).toBe(2);
  expect(wordOnNextLine(words, 4, 1)).toBe(5);
  expect(wordOnNextLine(words, 0, -1)).toBe(0);
});

test('a key that belongs to another phase does nothing, so that a key pressed twice judges no unseen answer', () => {
  expect(stepOfKey('question', '3')).toEqual({ say: 'answerable' });
  expect(stepOfKey('answer', '3')).toBeNull();
  expect(stepOfKey('answer', 'I')).toEqual({ say: 'incorrect' });
  expect(stepOfKey('question', 'c')).toBeNull();
  expect(stepOfKey('passage', '1')).toBeNull();
});

describe('a key of a validator', () => {
  type Held = Partial<Parameters<typeof validationKey>[0]>;
  const meant = (key: string, phase: ValidationView['phase'], held: Held = {}, undoable = true) =>
    validationKey({ ...still, place: 'page', ...held, key }, { phase, undoable });

  test('takes a step once, and none with a modifier', () => {
    expect(meant('2', 'question')).toEqual({ kind: 'step', step: { say: 'unanswerable' } });
    expect(meant('2', 'question', { repeat: true })).toBeNull();
    expect(meant('2', 'question', { ctrlKey: true })).toBeNull();
    expect(meant('2', 'question', { altKey: true })).toBeNull();
    expect(meant('n', 'span')).toEqual({ kind: 'step', step: { say: 'no-span' } });
    expect(meant('n', 'done')).toBeNull();
  });

  test('takes the last step back where there is one', () => {
    expect(meant('u', 'answer')).toEqual({ kind: 'undo' });
    expect(meant('z', 'done', { ctrlKey: true })).toEqual({ kind: 'undo' });
    expect(meant('z', 'answer')).toBeNull();
    expect(meant('u', 'answer', { ctrlKey: true })).toBeNull();
    expect(meant('u', 'answer', {}, false)).toBeNull();
  });

  test('says that the passage is read, unless Enter presses a button', () => {
    expect(meant('Enter', 'passage')).toEqual({ kind: 'read' });
    expect(meant('Enter', 'passage', { place: 'button' })).toBeNull();
    expect(meant('Enter', 'question')).toBeNull();
  });
});

describe('the caret', () => {
  const onNextLine = vi.fn((step: 1 | -1) => (step === 1 ? 9 : 1));
  const moved = (key: string, held: Partial<typeof still> = {}, direction: 'ltr' | 'rtl' = 'ltr') =>
    caretAfter({ ...still, ...held, key }, { focus: 4, words: 12, direction, onNextLine });

  test('goes to where an arrow points, in texts of either direction', () => {
    expect([moved('ArrowRight'), moved('ArrowLeft')]).toEqual([5, 3]);
    expect([moved('ArrowRight', {}, 'rtl'), moved('ArrowLeft', {}, 'rtl')]).toEqual([3, 5]);
    expect([moved('ArrowDown'), moved('ArrowUp')]).toEqual([9, 1]);
  });

  test('goes to the ends with Ctrl alone, and is left alone by other keys', () => {
    expect([moved('Home', { ctrlKey: true }), moved('End', { ctrlKey: true })]).toEqual([0, 11]);
    expect([moved('Home'), moved('End'), moved('Enter'), moved('x')]).toEqual([null, null, null, null]);
    expect(moved('ArrowRight', { metaKey: true })).toBeNull();
    expect(moved('ArrowRight', { altKey: true })).toBeNull();
  });
});

describe('what is said', () => {
  const verdict = (said: Partial<OwnVerdict>): OwnVerdict => ({
    answerability: 'answerable',
    isCorrect: null,
    span: null,
    ...said,
  });
  const turn = (own: OwnVerdict | null) => ({ question: 'q', answer: 'a', verdict: own });
  const view = (phase: ValidationView['phase'], answer: string | null = null) =>
    ({
      phase,
      current: { turn: 1, question: 'Who?', answer },
      questions: 3,
      history: [turn(null), turn(verdict({ isCorrect: true }))],
    }) as unknown as ValidationView;

  test('of a turn names the verdict, with the right answer where it was selected', () => {
    expect(ownVerdictWords(verdict({ answerability: 'ungrammatical' }))).toBe('You: ungrammatical');
    expect(ownVerdictWords(verdict({ answerability: 'unanswerable' }))).toBe('You: unanswerable');
    expect(ownVerdictWords(verdict({ isCorrect: true }))).toBe('You: correct');
    expect(ownVerdictWords(verdict({ isCorrect: false }))).toBe('You: incorrect');
    const span = { kind: 'passage', text: 'the lake' } as unknown as OwnVerdict['span'];
    expect(ownVerdictWords(verdict({ isCorrect: false, span }))).toBe('You: incorrect; right is “the lake”');
  });

  test('of a question counts those that were asked, not the turns that only lead to them', () => {
    expect(askedBefore(view('question').history)).toBe(1);
    expect(announcement(view('question'))).toBe('Question 2 of 3: Who?');
    expect(announcement(view('answer', ''))).toBe('The answer: nothing. Is it correct?');
    expect(announcement(view('answer', 'Edda'))).toBe('The answer: Edda. Is it correct?');
  });
});
