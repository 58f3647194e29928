import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

/*
 * The recipes of CONTRIBUTING, followed word for word in a copy of the code: one file and one line each, and what they promise is
 * there.
 */

const root = path.join(import.meta.dirname, '../..');
const copy = mkdtempSync(path.join(os.tmpdir(), 'assay-recipes-'));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

const write = (file: string, text: string) => writeFileSync(path.join(copy, file), text);

/** Adds an entry of a list before one that is there, and its import. */
function addLine(file: string, before: string, line: string, imported = ''): void {
  const text = readFileSync(path.join(copy, file), 'utf8');
  expect(text.split(before), `${file} has one ${before}`).toHaveLength(2);
  write(file, imported + text.replace(before, `${line}\n${before}`));
}

const assay = (...args: string[]) => {
  const env = { ...process.env, ASSAY_DATA_DIR: path.join(copy, 'data') };
  return execFileSync(process.execPath, ['host/cli.ts', ...args], { cwd: copy, encoding: 'utf8', env });
};

const recipes = readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8');

beforeAll(() => {
  for (const folder of ['shared', 'stats', 'db', 'core', 'host']) {
    cpSync(path.join(root, folder), path.join(copy, folder), { recursive: true });
  }
  cpSync(path.join(root, 'package.json'), path.join(copy, 'package.json'));
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'), 'junction');
  write(
    'stats/metrics/same-length.ts',
    `import type { Metric } from './metric.ts';
export const sameLength: Metric = {
  id: 'same-length', name: 'Same length', description: 'Whether both are as long.', source: 'An example',
  score: (response, references) => Number(references.some(({ length }) => length === response.length)),
};`,
  );
  addLine(
    'stats/metrics/registry.ts',
    '  accuracy,\n',
    '  sameLength,',
    "import { sameLength } from './same-length.ts';\n",
  );
  write(
    'stats/methods/always-half.ts',
    `import type { Method } from './method.ts';
export const alwaysHalf: Method = {
  id: 'always-half', name: 'Half', since: '9.9.9', oneLine: 'The middle of the scale.', needs: 'nothing',
  assumptions: 'An example. No interval here.', minimumLabels: 1,
  designs: () => true,
  estimate: () => ({ value: 0.5 }),
};`,
  );
  addLine(
    'stats/methods/registry.ts',
    '  surrogateOnly,\n',
    '  alwaysHalf,',
    "import { alwaysHalf } from './always-half.ts';\n",
  );
  addLine(
    'shared/import-formats.ts',
    '  csv: {',
    "  'bar-lines': { name: 'Lines with bars', endings: ['bars'] },",
  );
  write(
    'core/import/formats/tables/bar-lines.ts',
    `import { readAssayRecord } from '../assay/assay-record.ts';
import { format } from '../format.ts';
import { jsonRecordsReader } from '../../readers/json/json-records.ts';
export const barLines = format('bar-lines', {
  from: 'An example', becomes: 'items as they are',
  recognize: ({ record }) => (record && Object.hasOwn(record, 'bar') ? 'The first line has a bar.' : null),
  read: (at, sink, { head }) =>
    jsonRecordsReader(at, head, ({ bar, ...record }) => readAssayRecord(record, at, sink)),
});`,
  );
  addLine(
    'core/import/formats/registry.ts',
    '  preferencePairs,\n',
    '  barLines,',
    "import { barLines } from './tables/bar-lines.ts';\n",
  );
});

test('a metric, a method and a format are each one file and one line', { timeout: 120_000 }, () => {
  const records = Array.from({ length: 8 }, (_, i) => ({
    ...{ bar: true, id: `q${i}`, question: `What is ${i}?`, reference: [String(i)] },
    responses: { v2: `It is ${i}.` },
    human: { v2: { right: [i % 2] } },
  }));
  write('items.bars', records.map((record) => JSON.stringify(record)).join('\n'));
  assay('init', 'p.assay');
  const imported = assay('import', 'p.assay', 'items.bars', '--scale', 'criterion:right=0..1', '--json');
  expect(JSON.parse(imported)).toMatchObject({ items: 8 });
  assay(
    'study',
    'create',
    'p.assay',
    '--measure',
    'metric:same-length',
    '--name',
    'by metric',
    '--surrogate',
    'none',
  );
  assay(
    'study',
    'create',
    'p.assay',
    '--measure',
    'criterion:right',
    '--name',
    'by people',
    '--surrogate',
    'none',
  );
  assay('label', 'p.assay', '--study', 'by people', '--from-gold');
  const { estimates } = JSON.parse(assay('estimate', 'p.assay', '--study', 'by people', '--json'));
  const half = estimates.find(({ method }: { method: string }) => method === 'always-half');
  expect(half).toMatchObject({ value: 0.5, estimable: true });
});

test('a call and a command are a line of the contract, a function, a file and their entries', () => {
  addLine(
    'shared/contract/data.ts',
    'export const datasetContract = {\n',
    'const sizes = procedure.input(Nothing).output(z.array(z.number()));',
  );
  addLine('shared/contract/data.ts', '  get: procedure.input(z.object({ datasetId: Id }))', '  sizes,');
  write(
    'core/data/sizes.ts',
    `import { listDatasets } from '../../db/datasets.ts';
import { dbOf } from '../platform/context.ts';
export const sizesOfData = (context) => listDatasets(dbOf(context)).map(({ itemCount }) => itemCount);`,
  );
  addLine(
    'core/data/handlers.ts',
    '  rename: renameDataset,\n',
    '  sizes: sizesOfData,',
    "import { sizesOfData } from './sizes.ts';\n",
  );
  write(
    'host/commands/sizes.ts',
    `import { onOpenProject } from '../terminal/on-project.ts';
export function addSizes(program) {
  onOpenProject(program.command('sizes'), (client) => client.dataset.sizes({}), String);
}`,
  );
  addLine(
    'host/command-table.ts',
    '    init: {\n',
    "    sizes: { says: 'sizes', load: async () => (await import('./commands/sizes.ts')).addSizes },",
  );
  expect(assay('sizes', 'p.assay')).toBe('8\n');
  expect(assay('--help')).toMatch(/^ +sizes/m);
});

test('each recipe names files that are there', () => {
  const parts = [...recipes.matchAll(/^## Add [\s\S]*?(?=^## )/gm)].map(([part]) => part);
  expect(parts.length).toBeGreaterThan(6);
  const named =
    /`((?:core|db|docs|host|python|renderer|shared|stats|test)\/[\w/.-]+\.(?:json|md|py|tsx?|txt))`/g;
  const files = parts.flatMap((part) => [...part.matchAll(named)].map(([, file]) => file!));
  expect(files.filter((file) => !/NAME/.test(file) && !existsSync(path.join(root, file)))).toEqual([]);
});

test('the glossary has at most sixty words, each at a place that is there', () => {
  const [, table = ''] = recipes.split('\n| Word | What it means here | Where it lives |\n');
  const rows = table.split('\n\n')[0]!.split('\n').slice(1);
  expect(rows.length).toBeGreaterThan(30);
  expect(rows.length).toBeLessThanOrEqual(60);
  const places = rows.flatMap((row) =>
    [...row.split('|')[3]!.matchAll(/`([^`]+)`/g)].map(([, place]) => place!),
  );
  expect(places.filter((place) => !existsSync(path.join(root, place)))).toEqual([]);
});

test('each screen has a route that the recipe names, and loads later', () => {
  const routes = readFileSync(path.join(root, 'renderer/app/routes.tsx'), 'utf8');
  const screens = globSync('renderer/screens/*/*-screen.tsx', { cwd: root }).map((file) =>
    path.basename(file),
  );
  expect(screens.length).toBeGreaterThan(20);
  expect(screens.filter((file) => !routes.includes(file))).toEqual([]);
});
