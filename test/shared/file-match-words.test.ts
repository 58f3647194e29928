import { expect, test } from 'vitest';
import type { FilesTogether } from '../../shared/contract/data.ts';
import { areApart, matchWords, togetherLines } from '../../shared/file-match-words.ts';

type File = FilesTogether['files'][number];

const file = (name: string, more: Partial<File> = {}): File => ({
  ...{ path: `/${name}`, fileName: name, systems: [name], items: 5, byId: 0, byPrompt: 0, added: 5 },
  ...{ otherPrompt: 0, replies: 5, scores: 0, sameAs: null },
  ...more,
});

test('how the items of a file were found is said with its counts', () => {
  expect(matchWords(file('a'))).toBe('5 items, all new');
  expect(matchWords(file('a', { byId: 2, byPrompt: 1, added: 2, otherPrompt: 1 }))).toBe(
    '5 items: 2 matches by id, 1 match by prompt, 1 in this file alone, 1 id of another prompt, not paired',
  );
  expect(matchWords(file('a', { sameAs: 'b' }))).toBe('the same as b');
});

test('files without an item in common are told from one file, and from scores alone', () => {
  expect(areApart([file('a'), file('b')])).toBe(true);
  expect(areApart([file('a'), file('b', { byId: 1, added: 4 })])).toBe(false);
  expect(areApart([file('a'), file('s', { replies: 0 })])).toBe(false);
  expect(areApart([file('a')])).toBe(false);
});

test('a matrix of few systems has a column each; of many it names those that are missing', () => {
  const few = togetherLines({
    files: [file('a'), file('b', { byId: 4, added: 1 })],
    patterns: [
      { systems: ['a', 'b'], items: 4 },
      { systems: ['a'], items: 1 },
    ],
  });
  expect(few.slice(-3)).toEqual(['     items  a    b', '         4  yes  yes', '         1  yes  -']);
  const names = Array.from({ length: 10 }, (_, i) => `s${i}`);
  const many = togetherLines({
    files: names.map((name) => file(name)),
    patterns: [
      { systems: names, items: 7 },
      { systems: names.slice(1), items: 2 },
      { systems: names.slice(0, 2), items: 1 },
    ],
  });
  expect(many.slice(-3)).toEqual(['  7 items: all 10', '  2 items: all but s0', '  1 item: s0, s1']);
});

test('of files in which no system answers no matrix is shown', () => {
  const alone = { files: [file('q', { systems: [], replies: 0 })], patterns: [{ systems: [], items: 5 }] };
  expect(togetherLines(alone)).toEqual(['q: 5 items, all new.']);
});
