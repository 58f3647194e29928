import { describe, expect, test } from 'vitest';
import {
  decodeCell,
  decodeView,
  encodePart,
  encodeView,
  filterWords,
  passes,
  plainView,
  readyViews,
  shownFields,
  sortedNext,
  withFilter,
} from '../../../renderer/screens/data/grid-view.ts';
import { isChosen, toggled } from '../../../renderer/screens/data/picked.ts';
import { wordDiff } from '../../../renderer/ui/word-diff.ts';
import type { ItemField } from '../../../shared/contract/index.ts';

const field = (id: string, kind: ItemField['kind'], more: Partial<ItemField> = {}): ItemField => ({
  ...{
    id,
    kind,
    name: id,
    system: null,
    by: null,
    scale: null,
    isSortable: true,
    hasFacet: true,
    ownOnly: false,
  },
  ...more,
});
const scale = (direction: 'higher' | 'lower') => ({ min: 1, max: 5, direction });

describe('what the table shows, in the address', () => {
  test('any letters come back as they were', () => {
    const view = {
      ...plainView,
      search: 'naïve 100% & /?#',
      filters: [{ field: 'reply/Original%20Ground%20Truth', oneOf: ['ä/b', 3], missing: true }],
      sort: { field: 'human/good/a', descending: true },
      base: 'Original Ground Truth',
    };
    const part = encodeView(view);
    expect(part).toMatch(/^[\w-]+$/);
    expect(decodeView(part)).toEqual(view);
  });
  test('the plain view needs no part, and a part that is none is the plain view', () => {
    expect(encodeView(plainView)).toBe('');
    for (const part of [undefined, '', 'x', '%7B', btoa('{"sort":3}')])
      expect(decodeView(part)).toEqual(plainView);
  });
});

test('a column is sorted by one way, then the other, then not', () => {
  const first = sortedNext(null, 'a');
  expect(first).toEqual({ field: 'a', descending: false });
  expect(sortedNext(first, 'a')).toEqual({ field: 'a', descending: true });
  expect(sortedNext({ field: 'a', descending: true }, 'a')).toBeNull();
  expect(sortedNext(first, 'b')).toEqual({ field: 'b', descending: false });
});

test('columns that nobody chose are of the system whose reply is shown', () => {
  const of = (system: string) => [
    field(`reply/${system}`, 'text', { system }),
    field(`human/good/${system}`, 'human', { system, scale: scale('higher') }),
  ];
  const fields = [
    field('id', 'field'),
    field('question', 'text'),
    field('turns', 'field'),
    ...['a', 'b', 'c'].flatMap(of),
  ];
  expect(shownFields(plainView, fields).map(({ id }) => id)).toEqual([
    'question',
    'reply/a',
    'human/good/a',
    'turns',
  ]);
  const chosen = { ...plainView, columns: ['turns', 'reply/c', 'gone'] };
  expect(shownFields(chosen, fields).map(({ id }) => id)).toEqual(['reply/c', 'turns']);
});

test('a filter that asks for nothing goes away, and another on the same field takes its place', () => {
  const one = withFilter(plainView, { field: 'a', oneOf: ['x'] });
  expect(withFilter(one, { field: 'a', from: 2 }).filters).toEqual([{ field: 'a', from: 2 }]);
  expect(withFilter(one, { field: 'a', oneOf: [] }).filters).toEqual([]);
  expect(filterWords({ field: 'a', oneOf: ['x', 0.123_456], missing: true })).toBe('x or 0.1235 or no value');
  expect(filterWords({ field: 'a', from: 1, to: 2.5 })).toBe('1 to 2.5');
});

test('a value passes from the threshold on, or up to it where lower is better; no value does neither', () => {
  const view = { ...plainView, pass: { a: 3 } };
  expect(passes(view, field('a', 'human', { scale: scale('higher') }), 3)).toBe(true);
  expect(passes(view, field('a', 'human', { scale: scale('higher') }), 2.9)).toBe(false);
  expect(passes(view, field('a', 'human', { scale: scale('lower') }), 2.9)).toBe(true);
  expect(passes(view, field('a', 'human', { scale: scale('lower') }), 3.1)).toBe(false);
  expect(passes(view, field('a', 'human'), undefined)).toBeNull();
  expect(passes(view, field('b', 'human'), 1)).toBeNull();
});

test('items are taken into a selection and out of it, ranges are taken in', () => {
  const one = toggled(new Set(), 4);
  expect([...toggled(one, 7, [4, 5, 6, 7])].sort()).toEqual([4, 5, 6, 7]);
  expect([...toggled(one, 4)]).toEqual([]);
  expect([...toggled('all', 4)]).toEqual([4]);
  expect([isChosen('all', 1), isChosen(one, 4), isChosen(one, 5), isChosen('all', undefined)]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

describe('differences of two texts, word by word', () => {
  const shown = (base: string, other: string) =>
    wordDiff(base, other)?.map(({ kind, text }) => `${{ same: '', removed: '-', added: '+' }[kind]}${text}`);
  test('words that only one has are told apart, and all words of the other come back', () => {
    expect(shown('the red fox ran', 'the fox ran off')).toEqual(['the ', '-red ', 'fox ran ', '+off']);
    const other = 'one  two\nthree';
    const parts = wordDiff('zero two four', other)!;
    expect(
      parts
        .filter(({ kind }) => kind !== 'removed')
        .map(({ text }) => text)
        .join(''),
    ).toBe(other);
  });
  test('equal texts have no difference, and empty ones are all added', () => {
    expect(wordDiff('a b', 'a b')).toEqual([{ kind: 'same', text: 'a b' }]);
    expect(wordDiff('', 'a b')).toEqual([{ kind: 'added', text: 'a b' }]);
    expect(wordDiff('', '')).toEqual([]);
  });
  test('texts that are too long are not compared', () => {
    const lines = (word: string) => `${word} `.repeat(3000).replaceAll(' ', '\n');
    expect(wordDiff(lines('a'), lines('b'))).toBeNull();
  });
  test('texts of many words are compared line by line', () => {
    const long = 'one two three\n'.repeat(1500);
    expect(shown(long.replaceAll('two', '2'), long)).toHaveLength(2);
    expect(shown(`${long}a b\n`, `${long}a c\n`)!.slice(1)).toEqual(['-b\n', '+c\n']);
  });
});

describe('what to look for', () => {
  const compared = (id: string, by: string, direction: 'higher' | 'lower', system: string | null = null) =>
    field(id, 'compared', { by, system, scale: scale(direction) });

  test('is offered as far as the data have it, the worse half by the direction of the scale', () => {
    const views = readyViews([
      compared('spread/human/good', 'good · people', 'lower'),
      compared('worst/human/good', 'good · people', 'higher'),
      compared('worst/auto/cost/', 'cost', 'lower'),
      field('human/good/a', 'human', { scale: scale('higher') }),
      field('human/goodness/a', 'human', { scale: scale('higher') }),
      compared('gap/good/judge/strict/a', 'good · strict', 'lower', 'a'),
    ]);
    expect(views.map(({ group, label }) => [group, label])).toEqual([
      ['Systems differ', 'good · people'],
      ['Failures: the worse half of the scale', 'good · people'],
      ['Failures: the worse half of the scale', 'cost'],
      ['People and machine differ most', 'good · strict · a'],
    ]);
    expect(views[1]!.view).toEqual({
      filters: [{ field: 'worst/human/good', to: 3 }],
      sort: { field: 'worst/human/good', descending: false },
    });
    expect(views[2]!.view).toEqual({
      filters: [{ field: 'worst/auto/cost/', from: 3 }],
      sort: { field: 'worst/auto/cost/', descending: true },
    });
    // The scores themselves stand beside it, those of another criterion do not.
    expect(views[0]!.columns).toEqual(['spread/human/good', 'human/good/a']);
    expect(filterWords(views[0]!.view.filters[0]!)).toBe('above 0');
  });

  test('of one system the score itself is looked at, and without scores there is nothing', () => {
    expect(readyViews([field('judge/strict/good/a', 'judge', { scale: scale('higher') })])).toHaveLength(1);
    expect(readyViews([field('question', 'text'), field('meta/topic', 'field')])).toEqual([]);
  });

  test('a column comes back from the address of an item, and what is none is none', () => {
    expect(decodeCell(encodePart('human/gut/ä b'))).toBe('human/gut/ä b');
    expect(decodeCell('%')).toBe('');
    expect(decodeCell()).toBe('');
  });
});
