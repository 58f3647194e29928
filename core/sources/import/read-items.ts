import type { FileToRead, Format, TableFile } from './format.ts';
import { formatOfRows } from './formats.ts';
import type { ItemSink } from './item-sink.ts';
import type { Problems } from './problems.ts';
import type { SourceFile } from './source-file.ts';
import { suggestMapping } from './suggest-mapping.ts';
import { TableRecords } from './table-record.ts';
import type { TableValue } from './table-value.ts';
import { readTextBlocks } from './text-blocks.ts';

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
  const reader = format.read({ problems, line: 0 }, sink, file);
  const wholeLines = !reader.cutsAnywhere;
  for (const block of readTextBlocks(source.handle, { problems, wholeLines, ...(onBytes && { onBytes }) })) {
    reader.read(block);
    await afterBlock(block.bytesRead);
  }
  reader.end();
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
  { mapping: given }: Pick<FileToRead, 'mapping'>,
  problems: Problems,
  sink: ItemSink,
  { most = Number.POSITIVE_INFINITY, see, afterBlock }: TableWatch,
) {
  let done = 0;
  const table = await open(source, async () => afterBlock?.(done));
  try {
    const { columns, rowCount } = table;
    const known = given === undefined ? formatOfRows(columns) : undefined;
    const mapping = known ? undefined : (given ?? suggestMapping(columns));
    const at = { problems, line: 0 };
    const records = mapping && new TableRecords(columns, mapping, at);
    const rows = known?.open(at, sink);
    let rowsRead = 0;
    for await (const { row, number, bytesRead } of rowCount > 0 ? table.rows() : []) {
      at.line = number;
      rowsRead = number;
      see?.(row, columns);
      if (records) records.read(row, at, sink);
      else {
        const record = Object.fromEntries(columns.map((column, index) => [column, row[index]]));
        rows?.read(record, `row ${number}`);
      }
      done = bytesRead;
      if (number % rowsPerCheckpoint === 0) await afterBlock?.(done);
      if (number >= most) break;
    }
    records?.end(at, sink);
    rows?.end();
    if (rowCount === 0) problems.add(0, '', 'The file has no records.', 'Choose a file that holds records.');
    return { columns, rowsRead, rowCount, mapping };
  } finally {
    await table.close();
  }
}
