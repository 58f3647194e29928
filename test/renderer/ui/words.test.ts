import { describe, expect, test } from 'vitest';
import { movedTo, stretchOf, tapped, wordAt, wordsIn } from '../../../renderer/ui/words.ts';

const textsOf = (passage: string) => wordsIn(passage).map(({ start, end }) => passage.slice(start, end));

describe('words of a passage', () => {
  test('are told with and without spaces between them; punctuation is none', () => {
    expect(textsOf('Born in Tannoch, 1871.')).toEqual(['Born', 'in', 'Tannoch', '1871']);
    expect(textsOf('سلمى حداد، المديرة')).toEqual(['سلمى', 'حداد', 'المديرة']);
    expect(textsOf('图书馆在东京。')).toContain('东京');
    expect(textsOf('… 😀 —')).toEqual([]);
    expect(textsOf('')).toEqual([]);
  });

  test('are counted in UTF-16 units, and no character is cut', () => {
    const text = '😀 𠮷野 river';
    const words = wordsIn(text);
    expect(words.at(-1)).toEqual({ start: 7, end: 12 });
    for (const { start, end } of words) expect(text.slice(start, end).isWellFormed()).toBe(true);
  });
});

test('a span runs from its first word to its last, whichever end moved, and stays within the passage', () => {
  const passage = 'born in Tannoch, inland';
  const words = wordsIn(passage);
  const { start, end } = stretchOf(words, { anchor: 2, focus: 1 });
  expect(passage.slice(start, end)).toBe('in Tannoch');
  expect(movedTo({ anchor: 1, focus: 1 }, 9, true, words.length)).toEqual({ anchor: 1, focus: 3 });
  expect(movedTo({ anchor: 1, focus: 1 }, -1, false, words.length)).toEqual({ anchor: 0, focus: 0 });
});

test('a tap begins a range, the next one ends it on either side, and one more begins anew', () => {
  const first = tapped(null, 4);
  expect(first).toEqual({ range: { anchor: 4, focus: 4 }, isOpen: true });
  const second = tapped(first, 1);
  expect(second).toEqual({ range: { anchor: 4, focus: 1 }, isOpen: false });
  expect(tapped(second, 2)).toEqual({ range: { anchor: 2, focus: 2 }, isOpen: true });
});

test('a point between two words is of the one before, and before the first of the first', () => {
  const words = wordsIn(' one, two');
  expect([0, 1, 4, 5, 6, 9].map((offset) => wordAt(words, offset))).toEqual([0, 0, 0, 0, 1, 1]);
  expect(wordAt([], 3)).toBeUndefined();
});
