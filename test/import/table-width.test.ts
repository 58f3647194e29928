import { gzipSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { importWork } from '../../core/import/import-work.ts';
import { previewImport } from '../../core/import/preview.ts';
import { resolveImport } from '../../core/import/resolve-import.ts';
import { previewFiles } from '../../core/import/together/preview-files.ts';
import { madeZip } from '../attack/texts/made-zip.ts';
import { openTestProject, refusalOf, type TestProject, testScope } from './scope.ts';

let t: TestProject;
beforeEach(() => {
  t = openTestProject();
});
afterEach(() => t.close());

const names = (count: number, more = '') =>
  Array.from({ length: count }, (_, i) => `${more}${i < 2 ? ['question', 'response'][i] : `c${i}`}`);
const cells = (count: number) => Array.from({ length: count }, (_, i) => (i < 2 ? 'What?' : '1'));
const record = (count: number) =>
  `{${names(count)
    .map((name) => `"${name}":1`)
    .join(',')}}`;
const csv = (count: number) => `${names(count).join(',')}\n${cells(count).join(',')}\n`;

const tooWide: readonly (readonly [string, number, (columns: number) => Buffer | string])[] = [
  ['wide.csv', 20_000, csv],
  ['named.csv', 20_000, (count) => csv(count).replaceAll('c', 'a longer name of a column ')],
  ['wide.tsv', 20_000, (count) => csv(count).replaceAll(',', '\t')],
  ['wide.txt', 17_000, (count) => csv(count).replaceAll(',', ';')],
  ['told.csv', 20_000, (count) => `sep=,\n${csv(count)}`],
  ['row.csv', 20_000, (count) => `question,response\n${cells(count).join(',')}\n`],
  ['wide.csv.gz', 20_000, (count) => gzipSync(csv(count))],
  ['wide.zip', 20_000, (count) => madeZip([{ name: 'items.csv', content: csv(count) }])],
  ['wide.jsonl', 20_000, (count) => `${record(count)}\n${record(2)}\n`],
  ['wide.json', 20_000, (count) => `[${record(count)}]`],
  [
    'split.json',
    20_000,
    (count) => JSON.stringify({ columns: names(count), data: [cells(count), cells(count)] }),
  ],
  [
    'wide.parquet',
    17_000,
    (count) => {
      const columnData = names(count).map((name) => ({ name, data: ['x'], type: 'STRING' as const }));
      return Buffer.from(parquetWriteBuffer({ columnData }));
    },
  ],
];

describe.each(tooWide)('%s', (name, columns, make) => {
  test('is refused before its rows are read, with how wide it is and what to do', async () => {
    const path = t.file(name, make(columns));
    const said = `it has ${columns.toLocaleString('en-US')} columns, and a table may have 16,384`;
    const looked = await refusalOf(previewImport({ path }));
    expect(JSON.stringify([looked.message, looked.details])).toContain(said);
    const imported = async () =>
      importWork(testScope(t), resolveImport({ settings: { annotator: 'me' } }, { path }));
    const refusal = await refusalOf(imported());
    expect(JSON.stringify([refusal.message, refusal.details])).toContain(said);
  });
});

test('a table as wide as a sheet of Excel, and commas inside of quotes, are no fault', async () => {
  const quoted = `question,response\n"${','.repeat(20_000)}","a\n${','.repeat(20_000)}"\n`;
  const path = t.file('quoted.csv', quoted);
  const { items } = await importWork(
    testScope(t),
    resolveImport({ settings: { annotator: 'me' } }, { path }),
  );
  expect(items).toBe(1);
});

test('an object of many records by their ids is no wide table', async () => {
  const some = Array.from({ length: 17_000 }, (_, i) => [
    `q${i}`,
    { question: `What is ${i}?`, response: 'a' },
  ]);
  const path = t.file('keyed.json', JSON.stringify(Object.fromEntries(some)));
  const { items } = await importWork(
    testScope(t),
    resolveImport({ settings: { annotator: 'me' } }, { path }),
  );
  expect(items).toBe(17_000);
});

test('several files of too many rows together are refused before any is read', async () => {
  const rows = 'q,r\n'.repeat(700_000);
  const files = ['a', 'b', 'c'].map((name) => ({
    path: t.file(`${name}.csv`, `question,response\n${rows}`),
  }));
  const refusal = await refusalOf(previewFiles({ files }));
  expect(refusal.message).toContain('3 files have more than 2,000,000 rows together: 2,100,003.');
});
