import { expect, test } from 'vitest';
import { declaredNames, inSeveralFiles } from './declared-names.ts';
import { exchangedBy, untaken } from './exports.ts';
import { otherSources, productFolders, readSource, sourceFiles } from './read-imports.ts';

const exchanged = (files: readonly string[]) => files.map((file) => exchangedBy(file, readSource(file)));
const product = exchanged(productFolders.flatMap(sourceFiles));

test('no two files of core export the same name', () => {
  const exported = product
    .flatMap((one) => one.exported)
    .filter(({ file, isOwn }) => isOwn && file.startsWith('core/'));
  expect(exported.length).toBeGreaterThan(1000);
  expect(inSeveralFiles(exported)).toEqual([]);
});

test('what a file exports is used by another', () => {
  expect(untaken(product, exchanged(otherSources()))).toEqual([]);
});

test('an export is used by its name, under another, as a type, by all of its file, later, or by what adds to it', () => {
  const one = (name: string, source: string) => exchangedBy(name, source);
  const files = [
    one('a/one.ts', 'export const a = 1, { b, c: [d] } = e;\nexport interface F {}\nexport default 1;'),
    one(
      'a/two.ts',
      "import { a as x } from './one.ts';\nexport { d as g } from './one.ts';\nexport const h = x;",
    ),
    one('a/three.ts', 'export const i = 1;'),
    one('a/four.ts', "export interface J {}\nexport interface K {}\nexport type L = import('./three.ts').M;"),
    one(
      'b/five.ts',
      "import * as all from '../a/two.ts';\ndeclare module '../a/four.ts' {\n  interface J {}\n}",
    ),
  ];
  expect(untaken(files)).toEqual([
    'a/one.ts: b',
    'a/one.ts: F',
    'a/one.ts: default',
    'a/four.ts: K',
    'a/four.ts: L',
  ]);
  expect(
    untaken(files, [one('c.ts', "import it, { b, type F } from './a/one.ts';\nimport('./a/four.ts');")]),
  ).toEqual([]);
});

test('a name is told by the files that declare it, exported or not, value or type', () => {
  const declared = [
    ...declaredNames('one.ts', 'export const a = 1, b = 2;\nexport function c() {}\nlet d;'),
    ...declaredNames('two.ts', 'export type a = string;\nexport interface b {}\nclass d {}'),
    ...declaredNames('three.ts', 'export type c = number;\nexport const c = 1;'),
  ];
  expect(inSeveralFiles(declared)).toEqual([
    'a: one.ts, two.ts',
    'b: one.ts, two.ts',
    'c: one.ts, three.ts',
    'd: one.ts, two.ts',
  ]);
  expect(inSeveralFiles(declared.filter(({ isExported }) => isExported))).toHaveLength(3);
});
