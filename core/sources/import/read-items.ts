import { readArgillaItem } from './formats/argilla.ts';
import type { ItemSink } from './item-sink.ts';
import { type ParquetRow, ParquetTable } from './parquet-table.ts';
import { parquetCell } from './parquet-value.ts';
import type { Problems } from './problems.ts';
import { type ReaderOptions, recordReaderFor } from './record-reader.ts';
import type { SourceFile } from './source-file.ts';
import { suggestMapping } from './suggest-mapping.ts';
import { TableRecords } from './table-record.ts';
import { readTextBlocks } from './text-blocks.ts';

/** Told how far the reading is; may be awaited, and may throw to stop it. */
interface ReadWatch {
  readonly onBytes?: (bytes: Buffer) => void;
  afterBlock(bytesRead: number): Promise<void>;
}

/** Reads all items of a file into a sink; faults go to `problems`. */
export async function readItems(
  source: SourceFile,
  options: ReaderOptions,
  problems: Problems,
  sink: ItemSink,
  { onBytes, afterBlock }: ReadWatch,
): Promise<void> {
  if (options.format === 'parquet') {
    await readParquet(source, options, problems, sink, { afterBlock });
    return;
  }
  const reader = recordReaderFor(options, problems, sink);
  const wholeLines = !reader.cutsAnywhere;
  for (const block of readTextBlocks(source.handle, { problems, wholeLines, ...(onBytes && { onBytes }) })) {
    reader.read(block);
    await afterBlock(block.bytesRead);
  }
  reader.end();
}

const rowsPerCheckpoint = 200;

interface ParquetWatch {
  /** Rows wanted; all of them by default. */
  readonly most?: number;
  see?(row: ParquetRow, columns: readonly string[]): void;
  afterBlock?(bytesRead: number): Promise<void>;
}

/** Reads the rows of a Parquet file as those of a table; exports of Argilla are known by their columns. */
export async function readParquet(
  source: SourceFile,
  options: ReaderOptions,
  problems: Problems,
  sink: ItemSink,
  { most = Number.POSITIVE_INFINITY, see, afterBlock }: ParquetWatch,
) {
  let done = 0;
  const table = await ParquetTable.open(source, { checkpoint: async () => afterBlock?.(done) });
  try {
    const { columns, rowCount } = table;
    const isArgilla =
      options.mapping === undefined && columns.some((column) => column.endsWith('.responses'));
    const mapping = isArgilla ? undefined : (options.mapping ?? suggestMapping(columns));
    const at = { problems, line: 0 };
    const records = mapping && new TableRecords(columns, mapping, at);
    let rowsRead = 0;
    for await (const { row, number, bytesRead } of rowCount > 0 ? table.rows() : []) {
      at.line = number;
      rowsRead = number;
      see?.(row, columns);
      if (records) records.read(row.map(parquetCell), at, sink);
      else {
        const record = Object.fromEntries(columns.map((column, index) => [column, row[index]]));
        readArgillaItem(record, `row ${number}`, at, sink);
      }
      done = bytesRead;
      if (number % rowsPerCheckpoint === 0) await afterBlock?.(done);
      if (number >= most) break;
    }
    if (rowCount === 0) problems.add(0, '', 'The file has no records.', 'Choose a file that holds records.');
    return { columns, rowsRead, rowCount, mapping };
  } finally {
    await table.close();
  }
}
