import path from 'node:path';
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { importWork } from '../../core/import/import-work.ts';
import { ParquetTable } from '../../core/import/readers/parquet/parquet-table.ts';
import { openSourceFile } from '../../core/import/readers/source-file.ts';
import type { TableValue } from '../../core/import/readers/tables/table-value.ts';
import { listItemHeads } from '../../db/item-windows.ts';
import { findItem, listResponses } from '../../db/items.ts';
import { countRows, importFile, openTestProject, refusalOf, type TestProject, testScope } from './scope.ts';

/** Each file starts a thread, which takes its time on a machine that has much to do. */
const patienceMs = 120_000;

let t: TestProject;
beforeEach(() => {
  t = openTestProject();
});
afterEach(() => t.close());

type Options = Omit<Parameters<typeof parquetWriteBuffer>[0], 'columnData'>;
type Columns = Parameters<typeof parquetWriteBuffer>[0]['columnData'];

const write = (columnData: Columns, options: Options = {}) =>
  t.file('table.parquet', Buffer.from(parquetWriteBuffer({ columnData, ...options })));

const texts = (name: string, count: number, make: (index: number) => string) => ({
  name,
  data: Array.from({ length: count }, (_, index) => make(index)),
  type: 'STRING' as const,
});

const table = (count: number): Columns => [
  texts('id', count, (index) => `i${index}`),
  texts('question', count, (index) => `Is ${index} even, \u{1f600}?`),
  texts('response_a', count, (index) => (index % 2 === 0 ? 'yes' : 'no')),
  {
    name: 'context',
    data: Array.from({ length: count }, (_, i) => (i % 3 ? `c${i}` : null)),
    type: 'STRING',
  },
];

const importTable = (file: string) => importFile(t, file, { format: 'parquet' });

function expectTable(count: number): void {
  expect(countRows(t.db, 'item')).toBe(count);
  for (const [index, head] of listItemHeads(t.db, 1, count).entries()) {
    expect(head).toMatchObject({
      externalId: `i${index}`,
      conversation: [{ role: 'user', content: `Is ${index} even, \u{1f600}?` }],
      hasContext: index % 3 !== 0,
    });
    expect(listResponses(t.db, head.id)[0]?.text).toBe(index % 2 === 0 ? 'yes' : 'no');
  }
}

/** Reads a file without a project. */
async function readThrough(
  file: string,
  see: (row: readonly TableValue[]) => void = () => {},
): Promise<void> {
  const source = openSourceFile(file);
  let found: ParquetTable | undefined;
  try {
    found = await ParquetTable.open(source);
    for await (const { row } of found.rows()) see(row);
  } finally {
    await found?.close();
    source.close();
  }
}

async function rowsOf(file: string): Promise<TableValue[][]> {
  const rows: TableValue[][] = [];
  await readThrough(file, (row) => rows.push([...row]));
  return rows;
}

describe('row groups', () => {
  test.each([1, 2, 3, 40])('every row of %s row groups is imported, in order', async (groups) => {
    const count = 400;
    const file = write(table(count), { rowGroupSize: Math.ceil(count / groups) });
    expect(await importTable(file)).toMatchObject({ items: count, responses: count });
    expectTable(count);
  });

  test('90,000 rows in 150 row groups come one by one', async () => {
    const count = 90_000;
    const file = write([texts('id', count, (index) => `i${index}`), texts('q', count, (i) => `${i % 97}`)], {
      rowGroupSize: 600,
    });
    const source = openSourceFile(file);
    const found = await ParquetTable.open(source);
    let wrong = 0;
    let rows = 0;
    for await (const { row, number } of found.rows()) {
      if (row[0] !== `i${rows}` || row[1] !== `${rows % 97}` || number !== rows + 1) wrong += 1;
      rows += 1;
    }
    expect({ rows, wrong }).toEqual({ rows: count, wrong: 0 });
    await found.close();
    source.close();
  });

  test('lists and objects that run over pages and row groups', async () => {
    const data = Array.from({ length: 300 }, (_, row) => ({
      names: Array.from({ length: row % 5 }, (_, i) => `n${row}-${i}`),
      deep: row % 4 === 0 ? null : [[row], [], [row, null]],
    }));
    const file = write([texts('id', 300, String), { name: 'more', data, type: 'JSON' }], {
      rowGroupSize: 90,
      pageSize: 200,
    });
    expect((await rowsOf(file)).map((row) => row[1])).toEqual(data);
  });
});

describe('compressions', () => {
  const packers = {
    GZIP: (bytes: Uint8Array) => gzipSync(bytes),
    ZSTD: (bytes: Uint8Array) => zstdCompressSync(bytes),
    BROTLI: (bytes: Uint8Array) => brotliCompressSync(bytes),
    LZ4_RAW: literalBlock,
    LZ4: (bytes: Uint8Array) =>
      Buffer.concat([sizes(bytes.length, literalBlock(bytes).length), literalBlock(bytes)]),
  };

  test.each(['UNCOMPRESSED', 'SNAPPY', 'GZIP', 'ZSTD', 'BROTLI', 'LZ4_RAW', 'LZ4'] as const)(
    '%s',
    async (codec) => {
      const file = write(table(500), { codec, compressors: packers, rowGroupSize: 200 });
      await importTable(file);
      expectTable(500);
    },
  );

  test('LZ4 with copies, lists and objects, as DuckDB writes it', async () => {
    const file = path.join(import.meta.dirname, '../fixtures/import/lz4.parquet');
    expect(await importTable(file)).toMatchObject({ items: 60, responses: 60 });
    expect(findItem(t.db, 60)).toMatchObject({
      externalId: 'i59',
      conversation: [{ content: 'What of herons and herons and herons number 59?' }],
      references: [['trees', 'reeds 2']],
      meta: '{"note":{"season":"spring","seen":[59,null]}}',
    });
  });

  test('one that is not read is named, with the mend', async () => {
    const file = write(table(3), { codec: 'LZO', compressors: { LZO: (bytes: Uint8Array) => bytes } });
    const { message, details } = await refusalOf(importTable(file));
    expect(message).toContain('compressed with LZO');
    expect(details).toMatchObject({ file, remedy: expect.stringContaining('JSON Lines') });
  });
});

describe('bombs', () => {
  test('one value of a megabyte in 20,000 rows is refused before it is unpacked for all', async () => {
    const long = 'x'.repeat(1024 * 1024);
    const file = write([texts('id', 20_000, (index) => `i${index}`), texts('question', 20_000, () => long)]);
    // Without a project: what is imported before the refusal takes ten times as long.
    const { message, details } = await refusalOf(readThrough(file));
    expect(message).toContain('times what the file holds');
    expect(details).toMatchObject({ file, remedy: expect.any(String) });
  });

  test('a long text that stands in many rows of a file of some size is imported', async () => {
    const long = 'y'.repeat(20_000);
    const file = write([texts('id', 2000, (index) => `i${index}`), texts('question', 2000, () => long)]);
    expect(await importTable(file)).toMatchObject({ items: 2000 });
  });

  test('values that each repeat the one before', async () => {
    // Forty values of 8 MB that differ in their last signs, DELTA_BYTE_ARRAY: writing them takes ten seconds.
    const file = path.join(import.meta.dirname, '../fixtures/import/repeats.parquet');
    expect((await refusalOf(importTable(file))).message).toContain('256 MB are the most');
  });

  test('a run of more values than the page has', async () => {
    const count = 1_100_000;
    const bytes = Buffer.from(
      parquetWriteBuffer({
        columnData: [{ name: 'id', data: new Array(count).fill(null), type: 'STRING', nullable: true }],
        codec: 'UNCOMPRESSED',
        rowGroupSize: count,
        pageSize: 1e9,
      }),
    );
    // The run of the definition levels stands behind their length, of four bytes.
    const run = Buffer.from([0, 0, 0, 0xc0, 0xa3, 0x86, 0x01]);
    const at = bytes.indexOf(run);
    expect(at).toBeGreaterThan(0);
    Buffer.from([0xfe, 0xff, 0xff, 0x7f]).copy(bytes, at + 3);
    expect((await refusalOf(importTable(t.file('run.parquet', bytes)))).message).toContain('has a run of');
  });

  test('a page of one text of 300 MB', async () => {
    // Two texts, BROTLI: writing them takes six seconds.
    const file = path.join(import.meta.dirname, '../fixtures/import/one-text.parquet');
    expect((await refusalOf(importTable(file))).message).toContain('256 MB are the most');
  });

  test('values nested thousands of levels deep', async () => {
    const value: unknown = JSON.parse(`${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`);
    const file = write([...table(1), { name: 'more', data: [value as object], type: 'JSON' }]);
    // JSON too deep to be walked stays the text that it is.
    expect(await importTable(file)).toMatchObject({ items: 1 });
  });
});

test(
  'a file whose numbers lie gives all its rows or is refused',
  async () => {
    const columns = [texts('id', 100, (index) => `i${index}`), texts('q', 100, (i) => `${i % 7}`)];
    const whole = Buffer.from(parquetWriteBuffer({ columnData: columns, rowGroupSize: 50 }));
    const lies = [
      [
        [0xc8, 0x01],
        [0xca, 0x01],
      ],
      [[0x64], [0x62]],
    ].map(([said, lie]) => ({ said: Buffer.from(said!), lie: Buffer.from(lie!) }));
    let refused = 0;
    for (const { said, lie } of lies) {
      for (let at = whole.indexOf(said); at >= 0; at = whole.indexOf(said, at + 1)) {
        const bytes = Buffer.from(whole);
        lie.copy(bytes, at);
        const outcome = await rowsOf(t.file('lie.parquet', bytes)).catch((error: unknown) => error);
        if (Array.isArray(outcome)) expect(outcome).toHaveLength(100);
        else expect(outcome).toMatchObject({ code: 'IMPORT_REFUSED' });
        refused += Number(!Array.isArray(outcome));
      }
    }
    expect(refused).toBeGreaterThan(3);
  },
  patienceMs,
);

test(
  'a cancel is heeded while rows are unpacked, and leaves nothing',
  async () => {
    const file = write(table(5000), { rowGroupSize: 1000 });
    const params = { path: file, sourceName: 'x', format: 'parquet' as const, scales: [] };
    for (const cancelAt of [1, 2, 5, 20]) {
      await expect(importWork(testScope(t, cancelAt), params)).rejects.toMatchObject({ code: 'CANCELED' });
      expect(countRows(t.db, 'item')).toBe(0);
    }
    expect(await importTable(file)).toMatchObject({ items: 5000 });
  },
  patienceMs,
);

test('a reader that stops is an error, not a wait', async () => {
  const source = openSourceFile(write(table(50)));
  const found = await ParquetTable.open(source);
  await found.close();
  await expect(found.rows().next()).rejects.toMatchObject({ code: 'IMPORT_REFUSED' });
  source.close();
});

test('patience ends', async () => {
  const source = openSourceFile(write(table(50)));
  await expect(ParquetTable.open(source, { patienceMs: -1 })).rejects.toThrow(/too long/);
  source.close();
});

/** A block of LZ4 without a copy. */
function literalBlock(bytes: Uint8Array): Buffer {
  if (bytes.length < 15) return Buffer.from([bytes.length << 4, ...bytes]);
  const rest = bytes.length - 15;
  const length = [...Array.from({ length: Math.floor(rest / 255) }, () => 255), rest % 255];
  return Buffer.concat([Buffer.from([0xf0, ...length]), bytes]);
}

function sizes(...numbers: number[]): Buffer {
  const bytes = Buffer.alloc(4 * numbers.length);
  for (const [index, number] of numbers.entries()) bytes.writeUInt32BE(number, 4 * index);
  return bytes;
}

test('bytes that are no text are pictures of the question; those of early writers, which call no text so, are texts', async () => {
  const png = (at: number) => {
    const bytes = Buffer.alloc(120, at);
    Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAQAAAAE', 'base64').copy(bytes);
    return bytes;
  };
  const raw = (name: string, data: Uint8Array[]) => ({ name, data, type: 'BYTE_ARRAY' as const });
  await importTable(
    write([
      texts('id', 3, (index) => `i${index}`),
      raw(
        'question',
        [0, 1, 2].map((at) => Buffer.from(`Was ist die ${at}, schön?`)),
      ),
      raw('image', [0, 1, 2].map(png)),
      texts('response', 3, (index) => `It is a ${index} on it.`),
    ]),
  );
  const [head] = listItemHeads(t.db, 1, 1);
  const { content } = head!.conversation[0]!;
  expect(content).toMatch(/^!\[image\]\(assay:picture\/[0-9a-f]{64}\)\nWas ist die 0, schön\?$/);
  expect(countRows(t.db, 'picture')).toBe(3);
});
