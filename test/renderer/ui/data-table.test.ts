import { MantineProvider } from '@mantine/core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { type Column, DataTable, ordered } from '../../../renderer/ui/data-table.tsx';

interface Row {
  name: string;
  labels: number;
}

const rows: Row[] = [
  { name: 'alpha', labels: 12 },
  { name: 'beta', labels: 3 },
];

const columns: Column<Row>[] = [
  { head: 'System', namesRow: true, cell: ({ name }) => name },
  { head: 'Labels', isNumber: true, width: 80, cell: ({ labels }) => labels },
  { head: 'Place', look: ({ labels }) => ({ title: `of ${labels}` }), cell: (_, at) => at + 1 },
];

const shown = (props: Partial<Parameters<typeof DataTable<Row>>[0]> = {}) => {
  const table = createElement(DataTable<Row>, { rows, columns, keyOf: ({ name }) => name, ...props });
  return renderToStaticMarkup(createElement(MantineProvider, null, table));
};

/** The cells of each row, as text and attributes that matter. */
const cells = (html: string) =>
  [...html.matchAll(/<tr[^>]*>(.*?)<\/tr>/g)].map(([, row]) =>
    [...row!.matchAll(/<(t[hd])([^>]*)>(.*?)<\/t[hd]>/g)].map(([, kind, attributes, text]) => {
      const told = /text-align:end/.test(attributes!) ? ' at the end' : '';
      return `${kind} ${text}${told}${/(scope|title)="[^"]*"/.exec(attributes!)?.[0] ?? ''}`;
    }),
  );

test('each column has its head, then a cell of each row in order; numbers and their head stand at the end', () => {
  expect(cells(shown())).toEqual([
    ['th System', 'th Labels at the end', 'th Place'],
    ['th alphascope="row"', 'td 12 at the end', 'td 1title="of 12"'],
    ['th betascope="row"', 'td 3 at the end', 'td 2title="of 3"'],
  ]);
});

test('a named table scrolls by keyboard, with its heads in sight where it has a height', () => {
  expect(shown()).not.toContain('role="group"');
  expect(shown({ label: 'Systems', maxHeight: 300 })).toMatch(
    /role="group" aria-label="Systems" tabindex="0"[^>]*max-height:300px[^>]*><table[^>]*><thead[^>]*data-sticky/i,
  );
});

test('the row that stands out is marked, and no other', () => {
  const marked = shown({ isMarked: ({ name }) => name === 'beta' });
  expect(marked.match(/data-marked/g)).toHaveLength(1);
  expect(marked).toMatch(/data-marked="true"[^>]*><th[^>]*>beta/);
});

test('columns that are not needed are left out, without heads there is no row of them, and no row is said', () => {
  const two = shown({ columns: [columns[0]!, false, columns[2]!] });
  expect(cells(two)[0]).toEqual(['th System', 'th Place']);
  expect(cells(shown({ columns: [{ cell: ({ name }) => name }] }))).toEqual([['td alpha'], ['td beta']]);
  expect(cells(shown({ rows: [], empty: 'Nobody yet.' }))[1]).toEqual(['td Nobody yet.']);
});

test('a head that orders rows is a button and says how they stand', () => {
  const sorted = shown({ columns: [{ ...columns[1]!, sortBy: ({ labels }) => labels }] });
  expect(sorted).toMatch(/<th[^>]*aria-sort="none"[^>]*><button[^>]*>Labels<\/button>/);
  expect(shown()).not.toContain('aria-sort');
});

test('rows are ordered by their values, either way, with those that have none last', () => {
  const values = [{ value: 10 }, { value: null }, { value: 9 }, { value: 10 }];
  const by = ({ value }: { value: number | null }) => value;
  expect(ordered(values, by)).toEqual([values[2], values[0], values[3], values[1]]);
  expect(ordered(values, by, true)).toEqual([values[0], values[3], values[2], values[1]]);
  expect(ordered(values, null)).toBe(values);
  expect(ordered(rows, ({ name }) => name, true).map(({ name }) => name)).toEqual(['beta', 'alpha']);
});
