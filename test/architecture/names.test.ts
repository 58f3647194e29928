import { expect, test } from 'vitest';
import { declaredNames, inSeveralFiles } from './declared-names.ts';
import { readSource, sourceFiles } from './read-imports.ts';

test('no two files of core export the same name', () => {
  const files = sourceFiles('core').filter((file) => /\.tsx?$/.test(file));
  const exported = files
    .flatMap((file) => declaredNames(file, readSource(file)))
    .filter(({ isExported }) => isExported);
  expect(exported.length).toBeGreaterThan(1000);
  expect(inSeveralFiles(exported)).toEqual([]);
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
