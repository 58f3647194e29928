import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { ColumnMapping } from '../../shared/contract/index.ts';
import { askWhose, rowsSeen, saysReasoningAlone, wholeMapping } from './evidence/complete-mapping.ts';
import { reportUnused } from './evidence/unused-columns.ts';
import { ownTableOf } from './formats/files-without-items.ts';
import type { FileToRead, Format, TableFile } from './formats/format.ts';
import { formatOfRows } from './formats/registry.ts';
import { candidateField, placedRows, unfolded } from './formats/tables/candidate-lists.ts';
import { refuseMessageRows } from './formats/tables/refused-records.ts';
import { TableRecords } from './formats/tables/table-record.ts';
import type { SourceFile } from './readers/file-head.ts';
import type { JsonObject } from './readers/json/json-lines.ts';
import { recordCells, recordColumns } from './readers/json/record-columns.ts';
import { type Problems, refuseFile } from './readers/problems.ts';
import type { TableValue } from './readers/tables/table-value.ts';
import { cellText } from './readers/tables/table-value.ts';
import { readTextBlocks } from './readers/text-blocks.ts';
import type { ItemSink } from './sink/item-sink.ts';
import { reasoningGate } from './sink/reasoning-apart.ts';

/** Told how far the reading is; may be awaited, and may throw to stop it. */
interface ReadWatch {
  readonly onBytes?: (bytes: Buffer) => void;
  afterBlock(bytesRead: number): Promise<void>;
}

/** Reads all items of a file into a sink; faults go to `problems`. */
export async function readItems(
  source: SourceFile,
  format: Format,
  file: FileToRead,
  problems: Problems,
  sink: ItemSink,
  { onBytes, afterBlock }: ReadWatch,
): Promise<void> {
  if (format.open) {
    await readTableFile(source, format, file, problems, sink, { afterBlock });
    return;
  }
  if (!format.read) throw new Error(`files of the format ${format.id} hold no items`);
  const said = () => saidOf(format, file);
  const gate = reasoningGate(sink, {
    problems,
    choice: file.mapping?.reasoning,
    said,
    folder: path.dirname(source.path),
  });
  const reader = format.read({ problems, line: 0 }, gate.sink, file);
  const wholeLines = !reader.cutsAnywhere;
  for (const block of readTextBlocks(source.handle, { problems, wholeLines, ...(onBytes && { onBytes }) })) {
    reader.read(block);
    await afterBlock(block.bytesRead);
  }
  reader.end();
  gate.end();
}

/** What a person said of a file's columns; undefined where its mapping is the one that is guessed. */
function saidOf({ columns }: Format, { head, mapping, systems }: FileToRead): ColumnMapping | undefined {
  if (columns && isDeepStrictEqual(columns.mapping(head, undefined, systems), mapping)) return undefined;
  return mapping;
}

const rowsPerCheckpoint = 200;

interface TableWatch {
  /** Rows wanted; all of them by default. */
  readonly most?: number;
  see?(row: readonly TableValue[], columns: readonly string[]): void;
  afterBlock?(bytesRead: number): Promise<void>;
}

/** Reads the rows of a table file; records of a format that is known by its columns are read as that. */
export async function readTableFile(
  source: SourceFile,
  { open }: Pick<TableFile, 'open'>,
  { mapping: given, systems }: Pick<FileToRead, 'mapping' | 'systems'>,
  problems: Problems,
  sink: ItemSink,
  { most = Number.POSITIVE_INFINITY, see, afterBlock }: TableWatch,
) {
  let done = 0;
  const table = await open(source, async () => afterBlock?.(done));
  try {
    const { columns, rowCount } = table;
    const own = given === undefined ? ownTableOf(columns) : undefined;
    if (own) throw refuseFile(source.path, own.message, own.remedy);
    const known = given === undefined || saysReasoningAlone(given) ? formatOfRows(columns) : undefined;
    const beside = { systems, name: source.head.name };
    const at = { problems, line: 0 };
    const gate = reasoningGate(sink, {
      problems,
      choice: given?.reasoning,
      said: () => given,
      folder: path.dirname(source.path),
    });
    const rows = rowCount > 0 ? table.rows()[Symbol.asyncIterator]() : undefined;
    const first = rows ? await firstOf(rows) : [];
    const shape = shapeOf(
      columns,
      first.map(({ row }) => row),
    );
    const mapping = known ? undefined : wholeMapping(given, shape.columns, shape.cells, beside);
    if (mapping) askWhose(problems, given, shape.columns, shape.cells, beside);
    if (mapping) refuseMessageRows(shape.columns, shape.cells, mapping, at);
    if (mapping) reportUnused(mapping, shape.columns, shape.cells, at);
    const records =
      mapping && new TableRecords(shape.columns, mapping, at, { ...shape, hasLists: true, systems });
    const ofKnown = known?.open(at, gate.sink, given);
    let rowsRead = 0;
    for await (const { row, number, bytesRead } of both(first, rows)) {
      at.line = number;
      rowsRead = number;
      for (const one of shape.isOfRecords && !known ? shape.recordsOf(row, `line-${number}`) : []) {
        see?.(recordCells(one.row, shape.columns), shape.columns);
        records?.readRecord(one.row, one.place, at, gate.sink);
      }
      if (known || !shape.isOfRecords) see?.(row, columns);
      if (known) ofKnown?.read(recordOf(columns, row), `row ${number}`);
      else if (!shape.isOfRecords) records?.read(row, at, gate.sink);
      done = bytesRead;
      if (number % rowsPerCheckpoint === 0) await afterBlock?.(done);
      if (number >= most) break;
    }
    records?.end(at, gate.sink);
    ofKnown?.end();
    gate.end();
    if (rowCount === 0) problems.add(0, '', 'The file has no records.', 'Choose a file that holds records.');
    return { columns: known ? columns : shape.columns, rowsRead, rowCount, mapping };
  } finally {
    await table.close();
  }
}

interface TableShape {
  /** The columns of the table; those of its records, by their paths, where values have parts. */
  readonly columns: readonly string[];
  /** The first rows as texts. */
  readonly cells: readonly (readonly string[])[];
  /** Whether values have parts of their own, as JSON records have. */
  readonly isOfRecords: boolean;
  readonly isUnfolded: boolean;
  recordsOf(row: readonly TableValue[], place: string): ReturnType<typeof placedRows>;
}

/** How a table is read, which its first rows tell: as it stands, or like JSON records where its values have fields. */
function shapeOf(columns: readonly string[], first: readonly (readonly TableValue[])[]): TableShape {
  const records = first.map((row) => recordOf(columns, row));
  const candidates = candidateField(records);
  const recordsOf = (row: readonly TableValue[], place: string) =>
    placedRows(recordOf(columns, row), candidates, place);
  if (!first.some((row) => row.some(hasFields))) {
    const cells = first.map((row) => columns.map((_, index) => cellText(row[index])));
    return { columns, cells, isOfRecords: false, isUnfolded: false, recordsOf };
  }
  const parts = records.flatMap((record, at) => unfolded(record, candidates, `line-${at + 1}`));
  const names = recordColumns(parts);
  const cells = parts.slice(0, rowsSeen).map((record) => recordCells(record, names));
  return { columns: names, cells, isOfRecords: true, isUnfolded: candidates !== undefined, recordsOf };
}

const recordOf = (columns: readonly string[], row: readonly TableValue[]): JsonObject =>
  Object.fromEntries(columns.map((column, index) => [column, row[index]]));

const isObject = (value: TableValue | undefined): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const hasFields = (value: TableValue): boolean =>
  Array.isArray(value) ? value.some(isObject) : isObject(value);

/** Characters of rows that are held to guess at: a row may be as long as a book. */
const heldMost = 4 * 1024 * 1024;

interface Row {
  readonly row: readonly TableValue[];
}

/** Takes the first rows off a stream, which goes on after them: as many as a guess needs, and no more than there is room for. */
async function firstOf<T extends Row>(rows: AsyncIterator<T>): Promise<T[]> {
  const first: T[] = [];
  let held = 0;
  while (first.length < rowsSeen && held < heldMost) {
    const { done, value } = await rows.next();
    if (done) break;
    first.push(value);
    held += lengthOf(value.row as TableValue[]);
  }
  return first;
}

function lengthOf(value: TableValue): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, one) => sum + lengthOf(one), 1);
}

async function* both<T>(first: readonly T[], rest: AsyncIterator<T> | undefined): AsyncGenerator<T> {
  yield* first;
  if (rest) yield* { [Symbol.asyncIterator]: () => rest };
}
