import { describe, expect, test } from 'vitest';
import { moved, stretchOf, trimmed, wordsIn } from '../../../renderer/screens/label/passage-words.ts';

const textsOf = (text: string) => wordsIn(text).map(({ start, end }) => text.slice(start, end));
const pressed = (key: string, shiftKey = false) => ({ key, shiftKey });

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

test('a picked stretch loses the white space at its ends, and nothing is left of white space alone', () => {
  expect(trimmed('a  river\n runs', { start: 1, end: 10 })).toEqual({ start: 3, end: 8 });
  expect(trimmed('river', { start: 0, end: 5 })).toEqual({ start: 0, end: 5 });
  expect(trimmed('a \u3000\n b', { start: 1, end: 5 })).toBeNull();
  expect(trimmed('river', { start: 2, end: 2 })).toBeNull();
});

describe('the word cursor', () => {
  const at = { anchor: 4, focus: 4 };

  test('starts on the first word, whatever key moves it', () => {
    for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowDown', 'End']) {
      expect(moved(null, pressed(key), 30, 'ltr')).toEqual({ anchor: 0, focus: 0 });
    }
    expect(moved(null, pressed('ArrowRight'), 0, 'ltr')).toBeNull();
  });

  test('goes where the arrows point, in either direction of writing', () => {
    expect(moved(at, pressed('ArrowRight'), 30, 'ltr')).toEqual({ anchor: 5, focus: 5 });
    expect(moved(at, pressed('ArrowLeft'), 30, 'ltr')).toEqual({ anchor: 3, focus: 3 });
    expect(moved(at, pressed('ArrowLeft'), 30, 'rtl')).toEqual({ anchor: 5, focus: 5 });
    expect(moved(at, pressed('ArrowRight'), 30, 'rtl')).toEqual({ anchor: 3, focus: 3 });
    expect(moved(at, pressed('ArrowDown'), 30, 'rtl')).toEqual({ anchor: 14, focus: 14 });
    expect(moved(at, pressed('End'), 30, 'rtl')).toEqual({ anchor: 29, focus: 29 });
  });

  test('keeps its beginning with Shift and stays within the passage', () => {
    expect(moved(at, pressed('ArrowLeft', true), 30, 'ltr')).toEqual({ anchor: 4, focus: 3 });
    expect(moved(at, pressed('ArrowUp', true), 30, 'ltr')).toEqual({ anchor: 4, focus: 0 });
    expect(moved({ anchor: 29, focus: 29 }, pressed('ArrowRight'), 30, 'ltr')).toEqual({
      anchor: 29,
      focus: 29,
    });
  });

  test('leaves other keys alone', () => {
    for (const key of ['Enter', 'a', 'Tab', 'Escape']) expect(moved(at, pressed(key), 30, 'ltr')).toBeNull();
  });

  test('covers its words from the first to the last, whichever end moved', () => {
    const text = 'born in Tannoch, inland';
    const words = wordsIn(text);
    for (const cursor of [
      { anchor: 1, focus: 2 },
      { anchor: 2, focus: 1 },
    ]) {
      const { start, end } = stretchOf(words, cursor);
      expect(text.slice(start, end)).toBe('in Tannoch');
    }
  });
});
