import type { JobScope } from '../../platform/jobs/job-work.ts';
import { detectDelimiter } from './delimiter.ts';
import { documentFormatFor, documentReader } from './document-formats.ts';
import { readFileHead } from './file-head.ts';
import type { ImportParams } from './import-params.ts';
import { JsonLines } from './json-lines.ts';
import { type LabelEntry, readLabelEntry } from './label-entry.ts';
import { isLabelHeader } from './label-record.ts';
import { LabelTable } from './label-table.ts';
import type { Problems } from './problems.ts';
import type { ReaderOptions, RecordReader } from './record-reader.ts';
import type { SourceFile } from './source-file.ts';
import { TableRows, type VisitRow } from './table-rows.ts';
import { readTextBlocks } from './text-blocks.ts';

/** Every label of a file; faults go to `problems`. */
export async function readLabels(
  scope: JobScope,
  params: ImportParams,
  source: SourceFile,
  problems: Problems,
): Promise<LabelEntry[]> {
  const entries: LabelEntry[] = [];
  const take = (entry: LabelEntry | null) => {
    if (entry) entries.push(entry);
  };
  const reader = labelReaderFor({ ...params, head: readFileHead(source) }, problems, take);
  for (const block of readTextBlocks(source.handle, { problems, wholeLines: !reader.cutsAnywhere })) {
    reader.read(block);
    scope.progress(block.bytesRead, source.sizeBytes, 'bytes', `${entries.length} labels`);
    await scope.checkpoint();
  }
  reader.end();
  if (entries.length === 0 && problems.count === 0) {
    problems.add(0, '', 'The file has no labels.', 'Choose a file with one label a line.');
  }
  return entries;
}

type TakeEntry = (entry: LabelEntry | null) => void;

export function labelReaderFor(options: ReaderOptions, problems: Problems, take: TakeEntry): RecordReader {
  if (options.format === 'labels-csv') return tableReader(options, problems, take);
  const document = documentFormatFor(options.format, options.head);
  if (!document?.readLabels) return lineReader(problems, take);
  return documentReader(document, document.readLabels({ problems, line: 0 }, take), problems);
}

function lineReader(problems: Problems, take: TakeEntry): RecordReader {
  const at = { problems, line: 0 };
  const lines = new JsonLines(problems, (record, line) => {
    at.line = line;
    if (line > 1 || !isLabelHeader(record)) take(readLabelEntry(record, at));
  });
  return { read: (block) => lines.read(block), end() {} };
}

function tableReader({ mapping }: ReaderOptions, problems: Problems, take: TakeEntry): RecordReader {
  const at = { problems, line: 0 };
  let rows: TableRows | undefined;
  let table: LabelTable | undefined;
  const visit: VisitRow = (cells, line, loose) => {
    at.line = line;
    if (!table) {
      table = new LabelTable(cells, mapping?.label, at);
      return;
    }
    const record = table.toRecord(cells, at, loose);
    if (record) take(readLabelEntry(record, at));
  };
  return {
    read(block) {
      rows ??= new TableRows(detectDelimiter(block.text), problems, visit);
      return rows.read(block);
    },
    end: () => rows?.end(),
  };
}
