import { expect, test } from 'vitest';
import { binomialBounds } from '../../build/mutate/binomial-bounds.ts';
import { type Site, sitesOf } from '../../build/mutate/sites.ts';
import { sqlChanges } from '../../build/mutate/sql-changes.ts';
import { readUsers } from '../../build/mutate/users.ts';

const changesOf = (source: string) => sitesOf('a.ts', source).map(({ change }) => change);
const put = (source: string, { start, end, replacement }: Pick<Site, 'start' | 'end' | 'replacement'>) =>
  source.slice(0, start) + replacement + source.slice(end);
const sql = (text: string) => sqlChanges(text, 0).map((change) => put(text, change));

test('a comparison, a condition, a number and a call each get the faults that people make', () => {
  expect(changesOf('if (a < 1) work();')).toEqual([
    'a < 1 -> true',
    'a < 1 -> false',
    'a < 1 -> a <= 1',
    '1 -> 2',
    'work(); -> ;',
  ]);
  expect(changesOf('const a = Math.max(0, !b ? c && d : -e);')).toEqual([
    'max -> min',
    '0 -> 1',
    '!b -> true',
    '!b -> false',
    '!b -> b',
    'c && d -> c || d',
    '-e -> e',
  ]);
  expect(changesOf('const a = list.filter(isOdd).some(isLarge) ?? 0;')).toContain(
    'list.filter(isOdd) -> list',
  );
});

test('types, and figures that are only shown, get none', () => {
  expect(changesOf('type A = 1 | 2; const a = b as 3; const c = { coverage: { mean: 0.9 } };')).toEqual([]);
});

test('a fault knows its line and the function that holds it', () => {
  const source = 'const a = 1;\nfunction f() {\n  return 2;\n}\n';
  const [first, second] = sitesOf('a.ts', source);
  expect([first!.line, first!.within]).toEqual([1, 0]);
  expect([second!.line, second!.within]).toEqual([3, source.indexOf('function')]);
  expect(put(source, second!)).toContain('return 3;');
});

test('a condition of a statement is made true, its parameters stay', () => {
  expect(sql('`SELECT a FROM t WHERE b = ? AND (c = ? OR d) ORDER BY e LIMIT 1`')).toEqual([
    '`SELECT a FROM t WHERE (b = ? OR 1) AND (c = ? OR d) ORDER BY e LIMIT 1`',
    '`SELECT a FROM t WHERE b = ? AND ((c = ? OR d) OR 1) ORDER BY e LIMIT 1`',
    '`SELECT a FROM t WHERE b = ? AND (c = ? OR d) ORDER BY e DESC LIMIT 1`',
  ]);
  expect(sql("'DELETE FROM t WHERE a = (SELECT MAX(b) FROM u WHERE u.c >= ?)'")).toEqual([
    "'DELETE FROM t WHERE (a = (SELECT MAX(b) FROM u WHERE u.c >= ?) OR 1)'",
    "'DELETE FROM t WHERE a = (SELECT MAX(b) FROM u WHERE (u.c >= ? OR 1))'",
    "'DELETE FROM t WHERE a = (SELECT MIN(b) FROM u WHERE u.c >= ?)'",
    "'DELETE FROM t WHERE a = (SELECT MAX(b) FROM u WHERE u.c > ?)'",
  ]);
  expect(sql("'a sentence from where nobody is'")).toEqual([]);
});

test('a condition ends where a conflict is settled', () => {
  expect(sql("'INSERT INTO t SELECT a FROM u WHERE b = ? ON CONFLICT (a) DO NOTHING'")).toEqual([
    "'INSERT INTO t SELECT a FROM u WHERE (b = ? OR 1) ON CONFLICT (a) DO NOTHING'",
  ]);
});

test('a fault outside of functions is looked for by those that read what is made there', () => {
  const one = `const columns = 'a';
const rows = select(columns);
export const shared = 1;
const unused = 2;
export const list = () => rows.all();
function other() { return { columns: 1 }; }`;
  const two = `import { shared as own } from './one.ts';
export function use() { return own; }`;
  const sources = new Map([
    ['db/one.ts', one],
    ['db/two.ts', two],
  ]);
  const outside = new Map([
    ['core/three.ts', `import { shared } from '../db/one.ts';\nexport const f = () => shared;`],
  ]);
  const users = (of: string, others = new Map<string, string>()) => [
    ...readUsers(sources, others).of('db/one.ts', one.indexOf(of)),
  ];
  const list = `db/one.ts:${one.indexOf('() => rows')}`;
  expect(users("'a'")).toEqual([list]);
  expect(users('select')).toEqual([list]);
  expect(users('1;')).toEqual([`db/two.ts:${two.indexOf('function')}`]);
  expect(users('1;', outside)).toEqual([`db/two.ts:${two.indexOf('function')}`, 'db/one.ts:0']);
  expect(users('2;')).toEqual([]);
});

test('the share of faults that are found has its exact bounds', () => {
  const shown = ([lower, upper]: readonly number[]) => [lower!.toFixed(4), upper!.toFixed(4)];
  // The tails summed term by term in another program; closed forms at the ends.
  expect(shown(binomialBounds(51, 60))).toEqual(['0.7343', '0.9290']);
  expect(shown(binomialBounds(0, 20))).toEqual(['0.0000', (1 - 0.025 ** (1 / 20)).toFixed(4)]);
  expect(shown(binomialBounds(20, 20))).toEqual([(0.025 ** (1 / 20)).toFixed(4), '1.0000']);
});
