import type { ColumnMapping } from '../../../shared/contract/index.ts';
import { type FormatFacts, type ImportFormat, importFormats } from '../../../shared/import-formats.ts';
import type { FileHead, SourceFile } from '../readers/file-head.ts';
import type { JsonObject } from '../readers/json/json-lines.ts';
import type { FilePlace } from '../readers/record-fields.ts';
import type { TableValue } from '../readers/tables/table-value.ts';
import type { BlockReader } from '../readers/text-blocks.ts';
import type { ItemSink } from '../sink/item-sink.ts';
import type { LabelEntry } from './labels/label-entry.ts';

/** A reader that holds something back until its records are read: `handOn` hands it on, at the end or when the rest is not wanted. */
export const thenHandOn = (reader: BlockReader, handOn: () => void): BlockReader => ({
  cutsAnywhere: reader.cutsAnywhere ?? false,
  read: (block) => reader.read(block),
  breakOff: handOn,
  end() {
    reader.end();
    handOn();
  },
});

/** What a reader knows of its file beforehand. */
export interface FileToRead {
  readonly head: FileHead;
  readonly mapping?: ColumnMapping | undefined;
  /** The systems of the data set that the file is added to. */
  readonly systems?: readonly string[] | undefined;
  /** Whether other files or a data set may have the rest of its items: what was asked, or the replies. */
  readonly isPart?: boolean;
}

/** The columns of a file that is text, which a person may map. */
interface MappedColumns {
  /** The names of the columns, and the first rows as far as the beginning of the file shows them. */
  table(head: FileHead, most: number, given?: ColumnMapping): { columns: string[]; rows: string[][] };
  /** The mapping that holds: the one given, else the one that names and first rows suggest. */
  mapping(
    head: FileHead,
    given: ColumnMapping | undefined,
    systems: readonly string[] | undefined,
  ): ColumnMapping;
}

/** Takes records one after another; `end` comes once after the last that is wanted. */
interface RecordReader {
  read(record: JsonObject, place: string): void;
  end(): void;
}

/** Rows of table files that are records of a format, known by their columns. */
export interface RecordRows {
  recognize(columns: readonly string[]): boolean;
  open(at: FilePlace, sink: ItemSink, mapping?: ColumnMapping): RecordReader;
}

/** A table in a file that is no text, open for reading. */
interface OpenTable {
  readonly columns: readonly string[];
  readonly rowCount: number;
  /** The rows in file order, numbered from 1, with how many bytes of the file were passed. */
  rows(): AsyncIterable<{
    readonly row: readonly TableValue[];
    readonly number: number;
    readonly bytesRead: number;
  }>;
  close(): Promise<void>;
}

interface Described {
  /** What writes such files, and what they become here: two cells of docs/formats.md, as Markdown. */
  readonly from: string;
  readonly becomes: string;
  /**
   * Why a file that begins so is of this format, for the person who may know better; null when it is not.
   *
   * @param systems those whose replies other files or a data set have
   */
  recognize(head: FileHead, systems?: readonly string[]): string | null;
  /** Whether it takes what no other format knows: then another that knows the file is no rival. */
  readonly isGeneral?: boolean;
  /** Whether a file that it knows by one key, and whose records it cannot read, may be of the general reader. */
  mayBeGeneral?(head: FileHead): boolean;
}

type ReadLabels = (at: FilePlace, take: (entry: LabelEntry) => void, file: FileToRead) => BlockReader;

/** Text with items; with the people's labels of them, if their words can be told apart by item id. */
export interface TextFormat extends Described {
  read(at: FilePlace, sink: ItemSink, file: FileToRead): BlockReader;
  readonly readLabels?: ReadLabels | undefined;
  readonly columns?: MappedColumns;
  readonly rows?: RecordRows | undefined;
  readonly open?: undefined;
}

/** Text with labels by item id and nothing to judge. */
interface LabelFormat extends Described {
  readonly readLabels: ReadLabels;
  readonly columns?: MappedColumns;
  readonly read?: undefined;
  readonly rows?: undefined;
  readonly open?: undefined;
}

/** A table in a file that is no text. */
export interface TableFile extends Described {
  /** `checkpoint` is called while rows are awaited, and throws to stop. */
  open(source: SourceFile, checkpoint: () => Promise<void>): Promise<OpenTable>;
  readonly read?: undefined;
  readonly readLabels?: undefined;
  readonly columns?: undefined;
  readonly rows?: undefined;
}

/** How one kind of file is told and read. */
export type Format<Id extends ImportFormat = ImportFormat> = FormatFacts & { readonly id: Id } & (
    | TextFormat
    | LabelFormat
    | TableFile
  );

/** A format: its facts of `shared/import-formats.ts`, with how it is told and read. */
export const format = <Id extends ImportFormat>(
  id: Id,
  reading: TextFormat | LabelFormat | TableFile,
): Format<Id> => ({ id, ...importFormats[id], ...reading });
