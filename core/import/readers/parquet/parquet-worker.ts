import { readSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import {
  type AsyncBuffer,
  type FileMetaData,
  parquetMetadata,
  parquetSchema,
  type RowGroup,
  type SchemaTree,
} from 'hyparquet';
import { assembleNested } from 'hyparquet/src/assemble.js';
import type { DecodedArray } from 'hyparquet/src/types.js';
import { mostColumns, narrower, widthWords } from '../table-width.ts';
import { PlainValues, type TableValue } from '../tables/table-value.ts';
import { assertReadable } from './parquet-codecs.ts';
import { ParquetColumn, parsers } from './parquet-column.ts';
import { exportAsLines, ParquetFault, writeAgain } from './parquet-fault.ts';
import { assertStated } from './thrift-check.ts';

/** Rows that are put together at once. */
const rowsPerStep = 256;

/** A column as the table shows it: one that is stored, or one made of several, such as a list. */
interface TopColumn {
  readonly schema: SchemaTree;
  readonly leaves: readonly SchemaTree[][];
}

/** The rows of a Parquet file in file order, each a list of the values of its columns. */
class ParquetRows {
  readonly columns: readonly string[];
  readonly rowCount: number;
  readonly #file: { handle: number; sizeBytes: number };
  readonly #metadata: FileMetaData;
  readonly #top: readonly TopColumn[];

  constructor(file: { handle: number; sizeBytes: number }, metadata: FileMetaData) {
    this.#file = file;
    this.#metadata = metadata;
    const root = parquetSchema(metadata);
    const width = root.children.length;
    if (width > mostColumns) throw new ParquetFault(widthWords(width), narrower);
    this.#top = root.children.map((schema) => ({ schema, leaves: leavesOf(schema, [root]) }));
    this.columns = root.children.map(({ element }) => element.name);
    this.rowCount = Number(metadata.num_rows);
    const grouped = metadata.row_groups.reduce((sum, group) => sum + Number(group.num_rows), 0);
    if (grouped !== this.rowCount) {
      throw new ParquetFault(`it states ${this.rowCount} rows, but its row groups have ${grouped}`);
    }
  }

  *rows(): Generator<unknown[]> {
    for (const group of this.#metadata.row_groups) yield* this.#rowsOf(group);
  }

  *#rowsOf(group: RowGroup): Generator<unknown[]> {
    const top = this.#open(group);
    for (let left = Number(group.num_rows); left > 0; left -= rowsPerStep) {
      const count = Math.min(rowsPerStep, left);
      const columns = top.map(({ schema, stored }) => valuesOf(schema, stored, count));
      for (let row = 0; row < count; row += 1) yield columns.map((values) => values[row]);
    }
    for (const { stored } of top) for (const column of stored) column.end();
  }

  #open({ columns }: RowGroup) {
    const { handle, sizeBytes } = this.#file;
    const stored = columns.map(({ meta_data: column }) => column!);
    const wanted = this.#top.reduce((sum, { leaves }) => sum + leaves.length, 0);
    if (stored.length !== wanted) {
      throw new ParquetFault(`a row group has ${stored.length} columns, and the table ${wanted}`);
    }
    let next = 0;
    return this.#top.map(({ schema, leaves }) => ({
      schema,
      stored: leaves.map((path) => {
        const column = stored[next++]!;
        const name = path.at(-1)!.path.join('.');
        if (column.path_in_schema.join('.') === name)
          return new ParquetColumn(handle, sizeBytes, column, path);
        throw new ParquetFault(`a row group lacks the column "${name}"`);
      }),
    }));
  }
}

/** The columns that are stored of a part of the schema, each with its path from the root. */
function leavesOf(schema: SchemaTree, above: readonly SchemaTree[]): SchemaTree[][] {
  const path = [...above, schema];
  return schema.children.length === 0 ? [path] : schema.children.flatMap((child) => leavesOf(child, path));
}

function valuesOf(schema: SchemaTree, stored: readonly ParquetColumn[], count: number): DecodedArray {
  const parts = stored.map((column) => [column.path, column.take(count) as DecodedArray] as const);
  if (schema.children.length === 0) return parts[0]![1];
  const assembled = new Map(parts);
  assembleNested(assembled, schema, parsers);
  const values = assembled.get(schema.path.join('.'));
  if (values?.length !== count) throw new ParquetFault(`the column "${schema.element.name}" is damaged`);
  return values;
}

/** What is handed over at once, unless a single row is longer. */
const pieceRows = 500;
const pieceBytes = 4 * 1024 * 1024;
const mostRowBytes = 256 * 1024 * 1024;

/** A file becomes more than it is, but not any number of times; a small one may always become so much. */
const mostGrowth = 1000;
const alwaysAllowed = 256 * 1024 * 1024;

export type ParquetReply =
  | { readonly columns: readonly string[]; readonly rowCount: number }
  | { readonly rows: readonly TableValue[][]; readonly last: boolean }
  | { readonly fault: string; readonly remedy: string };

const file = workerData as { handle: number; sizeBytes: number };
let rows: Iterator<unknown[]>;
let totalBytes = 0;

/** The first message opens the file, each one after it asks for the next rows. */
async function answer(): Promise<ParquetReply> {
  if (rows) return nextPiece();
  const metadata = parquetMetadata(await footerOf(bufferOf(file)));
  assertReadable(metadata);
  const table = new ParquetRows(file, metadata);
  rows = table.rows();
  return { columns: table.columns, rowCount: table.rowCount };
}

/** Its length and four letters come after the description of what is in the file. */
const endBytes = 8;
const mostFooter = 64 * 1024 * 1024;

/** What describes the file, with its end: it stands last. @throws ParquetFault where it cannot be as it states */
async function footerOf(whole: AsyncBuffer): Promise<ArrayBuffer> {
  const end = new DataView(await whole.slice(whole.byteLength - endBytes));
  if (end.byteLength < endBytes || end.getUint32(4, true) !== 0x31524150)
    throw new ParquetFault('its end is missing');
  const bytes = end.getUint32(0, true);
  if (bytes > whole.byteLength - endBytes) throw new ParquetFault('its description goes beyond the file');
  if (bytes > mostFooter) throw new ParquetFault('its description is longer than 64 MB', largerGroups);
  const footer = await whole.slice(whole.byteLength - endBytes - bytes);
  assertStated(new DataView(footer, 0, bytes));
  return footer;
}

const largerGroups = 'Write it again with larger row groups, or export it as JSON Lines.';

function nextPiece(): ParquetReply {
  const piece: TableValue[][] = [];
  for (let bytes = 0; piece.length < pieceRows && bytes < pieceBytes; ) {
    const next = rows.next();
    if (next.done) return { rows: piece, last: true };
    const plain = new PlainValues();
    piece.push(next.value.map((value) => plain.of(value)));
    bytes += plain.bytes;
    totalBytes += plain.bytes;
    if (plain.bytes > mostRowBytes) throw new ParquetFault('a row is longer than 256 MB', exportAsLines);
    if (totalBytes > Math.max(alwaysAllowed, file.sizeBytes * mostGrowth)) throw tooMuch();
  }
  return { rows: piece, last: false };
}

const tooMuch = () =>
  new ParquetFault(
    `its rows become more than ${Math.round(totalBytes / 1024 / 1024)} MB, over ${mostGrowth} times what the file holds`,
    'If it is meant to be so, export it as JSON Lines.',
  );

/** An open file as the reader of Parquet wants it; parts beyond the end are left out. */
function bufferOf({ handle, sizeBytes }: { handle: number; sizeBytes: number }): AsyncBuffer {
  return {
    byteLength: sizeBytes,
    async slice(start, end = sizeBytes) {
      const from = start < 0 ? Math.max(0, sizeBytes + start) : start;
      const bytes = new Uint8Array(Math.max(0, Math.min(end, sizeBytes) - from));
      for (let done = 0; done < bytes.length; ) {
        const count = readSync(handle, bytes, done, bytes.length - done, from + done);
        if (count === 0) break;
        done += count;
      }
      return bytes.buffer;
    },
  };
}

parentPort!.on('message', async () => {
  let reply: ParquetReply;
  try {
    reply = await answer();
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error);
    reply = { fault, remedy: error instanceof ParquetFault ? error.remedy : writeAgain };
  }
  parentPort!.postMessage(reply);
});
