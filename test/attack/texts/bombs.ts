import { closeSync, openSync, statSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import type { ImportFormat } from '../../../shared/contract/index.ts';
import { type Attack, must } from '../frame/attack.ts';
import { runWatched } from '../frame/watched-child.ts';

const child = path.join(import.meta.dirname, '../children/bomb-child.ts');
const patienceMs = 100_000;
/**
 * An import is stopped once it has taken 1.5 GB; beside that stands what the process takes by itself, and what comes
 * between two looks.
 */
const mostMb = 3_000;
const megabyte = 1024 * 1024;

interface Bomb {
  readonly name: string;
  readonly format?: ImportFormat;
  write(file: string): void;
}

type Columns = Parameters<typeof parquetWriteBuffer>[0]['columnData'];

const parquet = (columnData: Columns, more: object = {}) =>
  Buffer.from(parquetWriteBuffer({ columnData, ...more }));

/** Writes a piece again and again, without holding all of it. */
function repeated(file: string, before: string, piece: string, times: number, after: string): void {
  const handle = openSync(file, 'w');
  writeSync(handle, before);
  for (let n = 0; n < times; n++) writeSync(handle, piece);
  writeSync(handle, after);
  closeSync(handle);
}

const ids = (count: number) => Array.from({ length: count }, (_, i) => `id-${i}`);

/** One value of a dictionary, said of every row. */
const dictionary =
  (rows: number, bytes: number, more: object = {}) =>
  (file: string) => {
    const value = 'x'.repeat(bytes);
    writeFileSync(
      file,
      parquet(
        [
          { name: 'id', data: ids(rows), type: 'STRING' },
          { name: 'question', data: ids(rows).map(() => value), type: 'STRING' },
          { name: 'response_s', data: ids(rows).map(() => value), type: 'STRING' },
        ],
        more,
      ),
    );
  };

const bombs: readonly Bomb[] = [
  { name: 'Parquet: 20,000 rows of one text of 1 MB', write: dictionary(20_000, megabyte) },
  { name: 'Parquet: 2,000 rows of one text of 8 MB', write: dictionary(2_000, 8 * megabyte) },
  {
    name: 'Parquet: 400 rows of one text of 1 MB, in row groups of 20',
    write: dictionary(400, megabyte, { rowGroupSize: 20 }),
  },
  {
    name: 'Parquet: 3,000,000 empty rows',
    write: (file) =>
      writeFileSync(
        file,
        parquet([
          { name: 'id', data: new Array(3_000_000).fill(''), type: 'STRING' },
          { name: 'question', data: new Array(3_000_000).fill(''), type: 'STRING' },
        ]),
      ),
  },
  {
    name: 'Parquet: a gzip page of 256 MB',
    write: (file) =>
      writeFileSync(
        file,
        parquet(
          [
            { name: 'id', data: ['a'], type: 'STRING' },
            { name: 'question', data: ['x'.repeat(256 * megabyte)], type: 'STRING' },
          ],
          { codec: 'GZIP', compressors: { GZIP: (bytes: Uint8Array) => gzipSync(bytes) } },
        ),
      ),
  },
  {
    name: 'gzip: 1 GB of zeros under the name of a JSON Lines file',
    write: (file) => {
      const member = gzipSync(Buffer.alloc(64 * megabyte));
      writeFileSync(file, Buffer.concat(Array.from({ length: 16 }, () => member)));
    },
  },
  ...(['assay-jsonl', 'openai-chat-jsonl', 'label-studio-json', 'promptfoo-json', 'coqa-json'] as const).map(
    (format): Bomb => ({
      name: `JSON nested 200,000 deep, as ${format}`,
      format,
      write: (file) => writeFileSync(file, `${'['.repeat(200_000)}${']'.repeat(200_000)}\n`),
    }),
  ),
  {
    name: 'objects nested 200,000 deep inside an item',
    format: 'assay-jsonl',
    write: (file) =>
      writeFileSync(
        file,
        `{"id":"a","question":"b","meta":${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}}\n`,
      ),
  },
  {
    name: 'one line of 300 MB, as JSON Lines',
    format: 'assay-jsonl',
    write: (file) => repeated(file, '{"id":"a","question":"', 'x'.repeat(megabyte), 300, '"}\n'),
  },
  {
    name: 'one line of 300 MB, as CSV',
    format: 'csv',
    write: (file) => repeated(file, 'id,question\na,', 'x'.repeat(megabyte), 300, '\n'),
  },
  {
    name: 'a quote that never closes before 300 MB of lines',
    format: 'csv',
    write: (file) => repeated(file, 'id,question\n1,"', '2,what?\n'.repeat(megabyte / 8), 300, '\n'),
  },
  {
    name: 'a table of 500,000 columns',
    format: 'csv',
    write: (file) => writeFileSync(file, `${ids(500_000).join(',')}\n${ids(500_000).join(',')}\n`),
  },
  {
    name: 'a document of a million tasks in one list',
    format: 'label-studio-json',
    write: (file) => repeated(file, '[', `${'{"id":1},'.repeat(100_000)}`, 10, '{"id":2}]'),
  },
];

export const bombsAttack: Attack = {
  name: 'bombs',
  what: `files that become far more than they are (memory below ${mostMb.toLocaleString('en-US')} MB)`,
  tries: { all: bombs.length, quick: bombs.length, test: 1 },
  async prepare() {
    return async ({ number, folder }) => {
      const { name, format = 'found out', write } = bombs[number % bombs.length]!;
      const file = path.join(
        folder,
        format.includes('json') || name.startsWith('gzip') ? 'bomb.jsonl' : 'bomb',
      );
      write(file);
      const size = `${(statSync(file).size / megabyte).toFixed(1)} MB`;
      try {
        const { lines } = await runWatched(child, [folder, file, format], { patienceMs, mostMb });
        must(lines.length === 3, `it says only: ${lines.join(', ')}`);
      } catch (error) {
        throw new Error(`${name} (${size}): ${(error as Error).message}`);
      }
    };
  },
};
