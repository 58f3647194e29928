import { readSync } from 'node:fs';
import { formatCount } from '../../../shared/number-text.ts';
import type { FileHead } from './file-head.ts';
import { refuseFile } from './problems.ts';

/** Columns that a table may have: as many as a sheet of Excel. Each costs time and memory before the first row is read. */
export const mostColumns = 16_384;

/** What to do about a table that is too wide. */
export const narrower =
  'Keep the columns of questions, replies and scores. Replies of many systems go below each other, one a row.';

/** Why a table is refused, as the end of a sentence that names it. */
export const widthWords = (columns: number, isMore = false): string =>
  `it has ${isMore ? 'more than ' : ''}${formatCount(columns)} columns, and a table may have ${formatCount(mostColumns)}`;

/**
 * Counts the columns of a table or of lines of JSON without reading them, so that one that is far too wide is refused at once.
 *
 * @throws AppError IMPORT_REFUSED with how many columns there are
 */
export function refuseTooWide(file: string, handle: number, sizeBytes: number, head: FileHead): void {
  // A column takes a byte at least, and most files end their first line long before.
  if (sizeBytes <= mostColumns) return;
  const pieces = piecesOf(handle, Math.min(sizeBytes, mostLooked));
  const isList = head.isList;
  const { columns, isWhole } =
    isList || ['.jsonl', '.ndjson'].includes(head.ending)
      ? fieldsOfRecord(pieces, isList ? 1 : 0)
      : head.isJson
        ? { columns: 0, isWhole: true }
        : cellsOfLines(pieces);
  if (columns <= mostColumns) return;
  throw refuseFile(
    file,
    `The table is too wide: ${widthWords(columns, !isWhole && sizeBytes > mostLooked)}.`,
    narrower,
  );
}

const mostLooked = 16 * 1024 * 1024;
const pieceBytes = 64 * 1024;

function* piecesOf(handle: number, most: number): Generator<Buffer> {
  const piece = Buffer.alloc(pieceBytes);
  for (let from = 0; from < most; ) {
    const read = readSync(handle, piece, 0, Math.min(pieceBytes, most - from), from);
    if (read === 0) return;
    yield piece.subarray(0, read);
    from += read;
  }
}

interface Width {
  readonly columns: number;
  /** Whether the line or record ended. */
  readonly isWhole: boolean;
}

const quote = 0x22;
const lineEnd = 0x0a;
/** A line that tells the separator, a title or blank lines may stand above the names. */
const linesLooked = 5;
/** Which separator a byte is; 255 for others. */
const separatorOf = new Uint8Array(256).fill(255);
for (const [at, sign] of [',', ';', '\t', '|'].entries()) separatorOf[sign.charCodeAt(0)] = at;

/** The most cells of a first line of a table, by the separator that it has most of; signs inside quotes count nowhere. */
function cellsOfLines(pieces: Iterable<Buffer>): Width {
  const counts = [0, 0, 0, 0];
  let most = 0;
  let isQuoted = false;
  let lines = 0;
  for (const piece of pieces) {
    for (const byte of piece) {
      if (byte === quote) isQuoted = !isQuoted;
      else if (isQuoted) continue;
      else if (byte === lineEnd) {
        most = Math.max(most, ...counts);
        counts.fill(0);
        if (++lines === linesLooked) return { columns: most + 1, isWhole: true };
      } else if (separatorOf[byte]! < 4) counts[separatorOf[byte]!]! += 1;
    }
  }
  return { columns: Math.max(most, ...counts) + 1, isWhole: false };
}

/** The fields of the first record, which stands so deep. */
function fieldsOfRecord(pieces: Iterable<Buffer>, recordDepth: number): Width {
  let depth = 0;
  let fields = 0;
  let isText = false;
  let isEscaped = false;
  for (const piece of pieces) {
    for (const byte of piece) {
      if (isText) {
        if (isEscaped) isEscaped = false;
        else if (byte === 0x5c) isEscaped = true;
        else if (byte === quote) isText = false;
      } else if (byte === quote) isText = true;
      else if (byte === 0x7b || byte === 0x5b) depth += 1;
      else if (byte === 0x7d || byte === 0x5d) {
        depth -= 1;
        if (depth <= recordDepth) return { columns: fields, isWhole: true };
      } else if (byte === 0x3a && depth === recordDepth + 1) fields += 1;
    }
  }
  return { columns: fields, isWhole: false };
}
