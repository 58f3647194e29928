import { statSync } from 'node:fs';
import path from 'node:path';
import type { ColumnMapping, ImportFormat, ImportPreview } from '../../shared/contract/index.ts';
import { formatName, isLabelFormat } from '../../shared/import-formats.ts';
import type { TextEncoding } from '../../shared/text-encodings.ts';
import { shortened } from '../data/shortened.ts';
import { optionsOf } from '../design/study-options.ts';
import { askWhose, rowsSeen } from './evidence/complete-mapping.ts';
import { columnReadings } from './evidence/typed-columns.ts';
import type { FileToRead, Format, TableFile } from './formats/format.ts';
import { detectFormat, formatOf, hasItems } from './formats/registry.ts';
import { readTableFile } from './read-items.ts';
import type { FileHead, SourceFile } from './readers/file-head.ts';
import { isFoundNotice, Problems, refuseTextless } from './readers/problems.ts';
import { beginningBytes, openSourceFile } from './readers/source-file.ts';
import { cellText, type TableValue } from './readers/tables/table-value.ts';
import { readTextBlocks, type TextBlock } from './readers/text-blocks.ts';
import { mappingFor } from './resolve-import.ts';
import { PreviewSink } from './sink/preview-sink.ts';
import { reasoningGate } from './sink/reasoning-apart.ts';

const mostBytes = 2 * 1024 * 1024;
const mostItems = 200;
const rowsShown = 20;
/** Rows that are looked at for how values are written. */
const rowsLooked = 50;
const cellShown = 200;

export interface PreviewRequest {
  path: string;
  format?: ImportFormat | undefined;
  mapping?: ColumnMapping | undefined;
  /** How the file is opened, where that was chosen. */
  encoding?: TextEncoding | undefined;
  sheet?: string | undefined;
  /** The systems of the data set that the file is to be added to. */
  systems?: readonly string[] | undefined;
  /** Whether pictures of the first items are wanted, too. */
  pictures?: boolean | undefined;
}

/** Reads the beginning of a file as the import would, and stores nothing. @throws AppError as the import does */
export async function previewImport(request: PreviewRequest): Promise<ImportPreview> {
  const { encoding, sheet } = request;
  const source = openSourceFile(request.path, { wanted: beginningBytes, encoding, sheet });
  try {
    const { head } = source;
    const { systems, pictures } = request;
    const detected = detectFormat(head, systems === undefined ? undefined : hasItems, systems);
    const format = request.format === undefined ? detected.format : formatOf(request.format);
    const mapping = mappingFor(format, head, request.mapping, systems);
    return {
      path: source.path,
      fileName: path.basename(source.path),
      sizeBytes: statSync(source.path).size,
      sheets: [...(source.sheets ?? [])],
      format: format.id,
      formatReason: [source.note, request.format ? 'Chosen by you.' : !source.sheets && detected.reason]
        .filter(Boolean)
        .join(' '),
      rivals: request.format ? [] : detected.rivals.map(({ id }) => id),
      ...tableOf(format, head, mapping),
      mapping: mapping ?? null,
      ...(format.open
        ? await readTableBeginning(source, format, { mapping, systems }, pictures)
        : await readBeginning(source, format, { mapping, head, systems }, request)),
    };
  } finally {
    source.close();
  }
}

type Beginning = Pick<
  ImportPreview,
  | 'items'
  | 'systems'
  | 'scales'
  | 'linesRead'
  | 'wholeFileRead'
  | 'problems'
  | 'problemCount'
  | 'causes'
  | 'looks'
  | 'pictures'
  | 'leftBehind'
  | 'remarks'
  | 'itemCount'
  | 'options'
  | 'found'
>;

async function readBeginning(
  source: SourceFile,
  format: Format,
  file: FileToRead,
  { mapping: given, pictures }: Pick<PreviewRequest, 'mapping' | 'pictures'>,
): Promise<Beginning> {
  const problems = new Problems();
  if (format.columns && !isLabelFormat(format.id)) {
    const { columns, rows } = format.columns.table(file.head, rowsSeen, given);
    askWhose(problems, given, columns, rows, { systems: file.systems, name: file.head.name });
  }
  const sink = new PreviewSink(problems, pictures);
  let labels = 0;
  const countLabel = () => {
    labels += 1;
  };
  const at = { problems, line: 0 };
  const gate = reasoningGate(sink, {
    problems,
    choice: file.mapping?.reasoning,
    said: () => given,
    folder: path.dirname(source.path),
  });
  const reader = format.read?.(at, gate.sink, file) ?? format.readLabels!(at, countLabel, file);
  let linesRead = 0;
  let bytesRead = 0;
  let wholeFileRead = false;
  const wholeLines = !reader.cutsAnywhere;
  for (const block of readTextBlocks(source.handle, { problems, mostBytes, wholeLines })) {
    reader.read(block);
    linesRead = block.firstLine + linesIn(block) - 1;
    wholeFileRead = block.last;
    bytesRead = block.bytesRead;
    if (sink.count + labels >= mostItems) break;
  }
  if (wholeFileRead) reader.end();
  else reader.breakOff?.();
  gate.end();
  if (format.read && (wholeFileRead || sink.count > 0)) {
    refuseTextless(
      { items: sink.count, hasText: sink.hasText || file.systems !== undefined },
      formatName(format.id),
      problems,
    );
  }
  const share = wholeFileRead ? 1 : source.sizeBytes / Math.max(1, bytesRead);
  return {
    ...shownOf(sink, problems, format.read ? share : null),
    found: foundOf(problems, given),
    linesRead,
    wholeFileRead,
  };
}

async function readTableBeginning(
  source: SourceFile,
  format: TableFile & Pick<Format, 'id'>,
  file: Pick<FileToRead, 'mapping' | 'systems'>,
  pictures: boolean | undefined,
): Promise<Beginning & Pick<ImportPreview, 'columns' | 'rows' | 'mapping' | 'readings'>> {
  const problems = new Problems();
  const sink = new PreviewSink(problems, pictures);
  const rows: string[][] = [];
  const see = (row: readonly TableValue[], columns: readonly string[]) => {
    if (rows.length >= rowsShown) return;
    rows.push(columns.map((_, index) => shortened(cellText(row[index]), cellShown)));
  };
  const read = await readTableFile(source, format, file, problems, sink, { most: mostItems, see });
  refuseTextless(
    { items: sink.count, hasText: sink.hasText || file.systems !== undefined },
    formatName(format.id),
    problems,
  );
  return {
    ...shownOf(sink, problems, read.rowCount / Math.max(1, read.rowsRead)),
    found: foundOf(problems, file.mapping),
    linesRead: read.rowsRead,
    wholeFileRead: read.rowsRead === read.rowCount,
    columns: [...read.columns],
    rows,
    mapping: read.mapping ?? null,
    readings: read.mapping ? columnReadings(read.columns, rows, read.mapping) : [],
  };
}

/** @param share items of the file for each one read; null for a file of labels */
const shownOf = (sink: PreviewSink, problems: Problems, share: number | null) => ({
  items: sink.items,
  systems: sink.systems,
  scales: sink.scales,
  problems: problems.first,
  problemCount: problems.count,
  causes: problems.causes,
  looks: sink.looks,
  pictures: sink.pictures,
  leftBehind: counted(sink.left),
  remarks: [
    ...counted(sink.remarks),
    ...counted(problems.notices).filter(({ what }) => !isFoundNotice(what)),
  ],
  itemCount: Math.round(sink.count * (share ?? 1)),
  options: share === null ? null : optionsOf(sink.material(share)),
});

/** What may have been found earlier, and what was taken for that. */
const foundOf = (problems: Problems, given: ColumnMapping | undefined): ImportPreview['found'] => [
  ...(given?.found ?? []).map((one) => ({ ...one, isTaken: true })),
  ...[...problems.found].map(([column, kind]) => ({ column, kind, isTaken: false })),
];

const counted = (counts: ReadonlyMap<string, number>) =>
  [...counts].map(([what, count]) => ({ what, count }));

function linesIn({ text }: TextBlock): number {
  if (text === '') return 0;
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

/** The first rows of a table, cut for display. */
function tableOf(
  { columns: mapped }: Format,
  head: FileHead,
  mapping: ColumnMapping | undefined,
): Pick<ImportPreview, 'columns' | 'rows' | 'readings'> {
  if (!mapped) return { columns: [], rows: [], readings: [] };
  const { columns, rows } = mapped.table(head, rowsLooked, mapping);
  return {
    columns,
    rows: rows.slice(0, rowsShown).map((cells) => cells.map((cell) => shortened(cell, cellShown))),
    readings: mapping ? columnReadings(columns, rows, mapping) : [],
  };
}
