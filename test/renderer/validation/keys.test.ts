import { expect, test } from 'vitest';
import { wordOnNextLine } from '../../../renderer/screens/validation/line-move.ts';
import { stepOfKey } from '../../../renderer/screens/validation/question-panel.tsx';

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
