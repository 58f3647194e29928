import type { ColumnMapping, ImportFormat } from '../../../shared/contract/index.ts';
import { readAssayRecord } from './assay-record.ts';
import { readChatRecord } from './chat-record.ts';
import { ClariqRows } from './clariq-rows.ts';
import { detectDelimiter } from './delimiter.ts';
import { documentFormatFor, documentReader } from './document-formats.ts';
import type { ItemSink } from './item-sink.ts';
import { JsonLines } from './json-lines.ts';
import type { Problems } from './problems.ts';
import { suggestMapping } from './suggest-mapping.ts';
import { TableRecords } from './table-record.ts';
import { TableRows, type VisitRow } from './table-rows.ts';
import type { TextBlock } from './text-blocks.ts';

/** Turns blocks of a file's text into items. */
export interface RecordReader {
  /** Set when blocks need not end at the end of a line. */
  readonly cutsAnywhere?: boolean;
  read(block: TextBlock): void;
  /** Hands on what was held back, when the rest of the file is not wanted. */
  breakOff?(): void;
  /** Called once after the last block. */
  end(): void;
}

export interface ReaderOptions {
  readonly format: ImportFormat;
  readonly mapping?: ColumnMapping | undefined;
  /** The beginning of the file, which tells the shapes of one format apart. */
  readonly head: string;
}

export function recordReaderFor(options: ReaderOptions, problems: Problems, sink: ItemSink): RecordReader {
  const { format, head } = options;
  if (format === 'csv' || format === 'tsv') return tableReader(options, problems, sink);
  if (format === 'clariq-tsv') return clariqReader(problems, sink);
  const document = documentFormatFor(format, head);
  if (!document) return lineReader(options, problems, sink);
  const at = { problems, line: 0 };
  return documentReader(document, document.readItems(at, sink), problems);
}

function lineReader({ format }: ReaderOptions, problems: Problems, sink: ItemSink): RecordReader {
  const at = { problems, line: 0 };
  const readRecord = format === 'openai-chat-jsonl' ? readChatRecord : readAssayRecord;
  const lines = new JsonLines(problems, (record, line) => {
    at.line = line;
    readRecord(record, at, sink);
  });
  return {
    read: (block) => lines.read(block),
    end: () => refuseNothing(lines.records, problems),
  };
}

function tableReader({ format, mapping }: ReaderOptions, problems: Problems, sink: ItemSink): RecordReader {
  const at = { problems, line: 0 };
  let rows: TableRows | undefined;
  let records: TableRecords | undefined;
  const visit: VisitRow = (cells, line, loose) => {
    at.line = line;
    if (records) records.read(cells, at, sink, loose);
    else records = new TableRecords(cells, mapping ?? suggestMapping(cells), at);
  };
  return {
    read(block) {
      rows ??= new TableRows(format === 'tsv' ? '\t' : detectDelimiter(block.text), problems, visit);
      return rows.read(block);
    },
    end() {
      rows?.end();
      refuseNothing((rows?.rows ?? 0) - 1, problems);
    },
  };
}

function clariqReader(problems: Problems, sink: ItemSink): RecordReader {
  const at = { problems, line: 0 };
  let facets: ClariqRows | undefined;
  const rows = new TableRows('\t', problems, (cells, line, loose) => {
    at.line = line;
    if (facets) facets.read(cells, at, loose);
    else facets = new ClariqRows(cells, at);
  });
  return {
    read: (block) => rows.read(block),
    breakOff: () => facets?.end(at, sink),
    end() {
      rows.end();
      facets?.end(at, sink);
      refuseNothing(facets?.records ?? 0, problems);
    },
  };
}

function refuseNothing(records: number, problems: Problems): void {
  if (records > 0 || problems.count > 0) return;
  problems.add(0, '', 'The file has no records.', 'Choose a file that holds records.');
}
