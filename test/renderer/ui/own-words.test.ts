import { expect, test } from 'vitest';
import { ownWords, type Piece } from '../../../renderer/ui/own-words.ts';
import { createRng, uniformOpen } from '../../../stats/index.ts';

const own = (pieces: readonly Piece[]) => pieces.filter(({ isOwn }) => isOwn).map(({ text }) => text.trim());
const whole = (pieces: readonly Piece[]) => pieces.map(({ text }) => text).join('');

test('what each of two replies has alone is marked, word by word', () => {
  const [left, right] = ownWords('The canal is 90 miles long.', 'The old canal is 80 miles long.')!;
  expect([own(left), own(right)]).toEqual([['90'], ['old', '80']]);
});

test('spaces and line breaks are no difference, and capitals and signs are', () => {
  const [left, right] = ownWords('One  two\nthree', 'One two three')!;
  expect([own(left), own(right)]).toEqual([[], []]);
  const [question, answer] = ownWords('Yes.', 'yes!')!;
  expect([own(question), own(answer)]).toEqual([['Yes.'], ['yes!']]);
});

test('writing without spaces is compared word by word, and from right to left', () => {
  const [left, right] = ownWords('我喜欢喝茶', '我喜欢喝水')!;
  expect([own(left).join(''), own(right).join('')]).toEqual([
    expect.stringMatching(/^喝?茶$/),
    expect.stringMatching(/^喝?水$/),
  ]);
  const [one, other] = ownWords('השעון מראה שלוש', 'השעון מראה ארבע')!;
  expect([own(one), own(other)]).toEqual([['שלוש'], ['ארבע']]);
});

test('the pieces joined are the text, whatever it holds', () => {
  const dice = createRng(5);
  const signs = ['a', 'b ', '\n', '  ', '茶', '👩‍👩‍👧', '\u0301', '<b>', '.', '\r\n', '\u202e'];
  const text = () =>
    Array.from({ length: 40 }, () => signs[Math.floor(uniformOpen(dice) * signs.length)]).join('');
  for (let i = 0; i < 200; i++) {
    const [left, right] = [text(), text()];
    const found = ownWords(left, right)!;
    expect([whole(found[0]), whole(found[1])]).toEqual([left, right]);
  }
  expect(ownWords('', 'x')).toEqual([[], [{ text: 'x', isOwn: true }]]);
});

test('long texts are compared by lines, and what is too long for that is not', () => {
  const line = (at: number) => `line ${at} ${'word '.repeat(20)}\n`;
  const lines = (from: number) => Array.from({ length: 300 }, (_, at) => line(from + at)).join('');
  const [left, right] = ownWords(lines(0), lines(150))!;
  expect(own(left)).toHaveLength(1);
  expect(own(left)[0]).toMatch(/^line 0 .*line 149 /s);
  expect(own(right)[0]).toMatch(/^line 300 /);
  const mixed = (by: number) => Array.from({ length: 5_000 }, (_, at) => `${(at * by) % 4_999}\n`).join('');
  expect(ownWords(mixed(7), mixed(11))).toBe(null);
  // What is mostly the same is compared however long it is.
  const same = 'word '.repeat(200_000);
  expect(own(ownWords(`${same}x`, `${same}y`)![0])).toEqual(['x']);
});
