import { expect, test } from 'vitest';
import { wordOnNextLine } from '../../../renderer/screens/validation/line-move.ts';
import { movedTo, passageWords, spanOf } from '../../../renderer/screens/validation/passage-words.ts';
import { stepOfKey } from '../../../renderer/screens/validation/question-panel.tsx';

const textsOf = (passage: string) => passageWords(passage).map(({ start, end }) => passage.slice(start, end));

test('words are told in any script; punctuation belongs to none', () => {
  expect(textsOf('She was born in Tannoch, in 1871.')).toEqual([
    'She',
    'was',
    'born',
    'in',
    'Tannoch',
    'in',
    '1871',
  ]);
  expect(textsOf('سلمى حداد، المديرة')).toEqual(['سلمى', 'حداد', 'المديرة']);
  expect(textsOf('東京の図書館').length).toBeGreaterThan(1);
  expect(textsOf('…')).toEqual([]);
});

test('a span runs from its first word to its last, whichever end moved, and stays within the passage', () => {
  const passage = 'born in Tannoch, inland';
  const words = passageWords(passage);
  const { start, end } = spanOf(words, { anchor: 2, focus: 1 });
  expect(passage.slice(start, end)).toBe('in Tannoch');
  expect(movedTo({ anchor: 1, focus: 1 }, 9, true, words.length)).toEqual({ anchor: 1, focus: 3 });
  expect(movedTo({ anchor: 1, focus: 1 }, -1, false, words.length)).toEqual({ anchor: 0, focus: 0 });
});

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
