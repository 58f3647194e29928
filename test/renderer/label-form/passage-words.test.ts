import { describe, expect, test } from 'vitest';
import { moved, trimmed } from '../../../renderer/label-form/passage-words.ts';
import { stretchOf, wordsIn } from '../../../renderer/ui/words.ts';

const pressed = (key: string, shiftKey = false) => ({ key, shiftKey });

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
