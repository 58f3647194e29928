import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { importsOf, readSource, root, sourceFiles } from './read-imports.ts';

const section = readSource('docs/architecture.md')
  .split('## The way of one label')[1]!
  .split('`core/estimate/estimate-report.ts`')[0]!;
const files = [...section.matchAll(/`([a-z][\w/-]*\/[\w-]+\.tsx?)`/g)].map(([, file]) => file!);

test('the files on the way of one label are there, as many as the page says', () => {
  expect(new Set(files).size).toBe(files.length);
  expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  expect(section).toContain('Nineteen files');
  expect(files).toHaveLength(19);
});

/** Handed the database that it guards, not imported on the way. */
const handed = 'db/guard.ts';

test('each of them imports the next on its way, or is imported from it', () => {
  const ways = files.flatMap(importsOf).filter(({ target }) => files.includes(target));
  const apart = files.filter((file) => !ways.some(({ from, target }) => from === file || target === file));
  expect(apart).toEqual([handed]);
});

test('every name of the code that the page of the architecture and the recipes give is in the code', () => {
  const code = ['shared', 'stats', 'db', 'core', 'host', 'renderer', 'electron', 'test', 'build']
    .flatMap(sourceFiles)
    .map(readSource)
    .join('\n');
  const pages = ['docs/architecture.md', 'CONTRIBUTING.md'].map(readSource).join('\n');
  const names = new Set([...pages.matchAll(/`([a-z]+[A-Z][A-Za-z]*)`/g)].map(([, name]) => name!));
  expect(names.size).toBeGreaterThan(10);
  expect([...names].filter((name) => !new RegExp(`\\b${name}\\b`).test(code))).toEqual([]);
});
