import { closeSync, openSync, statSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '../../../shared/errors.ts';
import { textOnce } from '../../platform/files/kept-texts.ts';
import { detectFormat, formatOf, isTableFile } from '../formats/registry.ts';
import { isPacked, type Unpacked, type Unpacking, unpack } from './archives/unpack.ts';
import type { SourceFile } from './file-head.ts';
import { FileHead } from './file-head.ts';
import { mayHoldNamedRecords } from './json/named-records.ts';
import { isOfLists } from './json/pandas-json.ts';
import { refuseFile } from './problems.ts';
import { refuseTooWide } from './table-width.ts';

/** Of a packed file so much is unpacked for a look at its beginning, which reads less than that. */
export const beginningBytes = 8 * 1024 * 1024;
/** Text files may have any bytes further on; a look at these tells what they are. */
const lookedAtBytes = 4096;

/**
 * Opens a file of text, or of a table that can be read. A packed file is unpacked once, as far as is wanted.
 *
 * @throws AppError FILE_NOT_FOUND, FILE_UNREADABLE, or IMPORT_REFUSED when it is empty or not text.
 */
export function openSourceFile(file: string, unpacking: Unpacking = {}): SourceFile {
  const full = path.resolve(file);
  const handle = openOrExplain(full);
  try {
    const { size: sizeBytes } = statSync(full);
    const head = FileHead.of(full, handle, sizeBytes);
    const look = (first: Uint8Array) =>
      assertText(full, new FileHead('', Buffer.from(first.subarray(0, lookedAtBytes))));
    const isPackedHere =
      sizeBytes > 0 &&
      (isPacked(full, head.bytes, unpacking.encoding) ? !isRead(head) : isOfNames(head, sizeBytes));
    const unpacked = isPackedHere
      ? textOnce({ path: full, handle }, [unpacking.encoding, unpacking.sheet], () =>
          unpack({ path: full, handle, sizeBytes }, head.bytes, { ...unpacking, look }),
        )
      : null;
    if (unpacked) return openPacked(full, handle, unpacked);
    assertReadable(full, head);
    if (!isTableFile(head)) refuseTooWide(full, handle, sizeBytes, head);
    return { path: full, handle, sizeBytes, head, close: () => closeSync(handle) };
  } catch (error) {
    closeSync(handle);
    throw error;
  }
}

/** Whether a document of lists is one of Argilla, whose format reads them by itself. */
const isRead = (head: FileHead): boolean =>
  isOfLists(head.text) && formatOf('argilla-json').recognize(head) !== null;

/** Such a document is read in memory as a whole. */
const mostOfNames = 64 * 1024 * 1024;

/** Whether a document of which no format knows more may hold its records under names. */
const isOfNames = (head: FileHead, sizeBytes: number): boolean =>
  head.isOneObject &&
  sizeBytes <= mostOfNames &&
  mayHoldNamedRecords(head.text, head.paths) &&
  detectFormat(head).format.isGeneral === true;

/** The text of a packed file, in place of the file. */
function openPacked(file: string, packed: number, unpacked: Unpacked): SourceFile {
  const { handle, sizeBytes, name, note, sheets } = unpacked;
  try {
    const head = FileHead.of(name, handle, sizeBytes, file);
    assertReadable(file, head);
    // Tables that are no text are read from the file itself, here and there.
    if (isTableFile(head)) throw refuseFile(file, 'A table is packed in it.', unpackFirst);
    refuseTooWide(file, handle, sizeBytes, head);
    closeSync(packed);
    return { path: file, handle, sizeBytes, head, note, sheets, close: () => closeSync(handle) };
  } catch (error) {
    closeSync(handle);
    throw error;
  }
}

function openOrExplain(file: string): number {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) {
    throw new AppError('FILE_NOT_FOUND', `There is no file ${file}.`, {
      file,
      remedy: 'It may have been moved or renamed; choose it again.',
    });
  }
  if (!stats.isFile()) {
    const what = stats.isDirectory() ? 'a folder' : 'not a plain file';
    throw new AppError('FILE_UNREADABLE', `${path.basename(file)} is ${what}.`, {
      file,
      remedy: 'Choose one file with one record a line.',
    });
  }
  try {
    return openSync(file, 'r');
  } catch (error) {
    throw new AppError(
      'FILE_UNREADABLE',
      `${path.basename(file)} cannot be opened: ${(error as Error).message}`,
      { file, remedy: 'Check that you may read the file.' },
      { cause: error },
    );
  }
}

function assertReadable(file: string, head: FileHead): void {
  if (head.bytes.length === 0) {
    throw refuseFile(file, 'The file is empty.', 'Choose a file that holds records.');
  }
  assertText(file, head);
}

function assertText(file: string, head: FileHead): void {
  const binary = describeBinary(head.bytes.subarray(0, lookedAtBytes));
  if (!binary || isTableFile(head)) return;
  throw refuseFile(file, `This is ${binary.what}, not a text file.`, binary.remedy);
}

/** How a kind of file that is no text begins. */
interface Magic {
  readonly start: readonly number[] | string;
  readonly what: string;
  readonly remedy: string;
}

const unpackFirst = 'Unpack it first, then import the file inside.';
const asUtf8 = 'Save it again as UTF-8 text.';
const exportText = 'Export it as JSON Lines or CSV and import that.';

const withTexts = 'Choose a file with texts: a table (CSV, Excel, Parquet) or JSON.';

const magics: readonly Magic[] = [
  { start: [0x89, 0x50, 0x4e, 0x47], what: 'a picture (PNG)', remedy: withTexts },
  { start: [0xff, 0xd8, 0xff], what: 'a picture (JPEG)', remedy: withTexts },
  { start: 'GIF8', what: 'a picture (GIF)', remedy: withTexts },
  { start: [0x28, 0xb5, 0x2f, 0xfd], what: 'a Zstandard archive', remedy: unpackFirst },
  { start: 'BZh', what: 'a bzip2 archive', remedy: unpackFirst },
  { start: [0xfd, 0x37, 0x7a, 0x58, 0x5a], what: 'an xz archive', remedy: unpackFirst },
  { start: [0x37, 0x7a, 0xbc, 0xaf], what: 'a 7-Zip archive', remedy: unpackFirst },
  { start: 'SQLite format 3', what: 'an SQLite database', remedy: exportText },
  { start: 'PARE', what: 'an encrypted Parquet file', remedy: exportText },
  { start: '%PDF-', what: 'a PDF document', remedy: exportText },
  {
    start: [0xd0, 0xcf, 0x11, 0xe0],
    what: 'an old Excel or Word file',
    remedy: 'Save the sheet as CSV UTF-8.',
  },
  { start: [0xff, 0xfe], what: 'UTF-16 text', remedy: asUtf8 },
  { start: [0xfe, 0xff], what: 'UTF-16 text', remedy: asUtf8 },
];

/** Says what a file is when its first bytes are not those of UTF-8 text. */
function describeBinary(head: Buffer): { what: string; remedy: string } | null {
  if (head.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1')))
    return { what: 'a zip archive', remedy: unpackFirst };
  for (const { start, what, remedy } of magics) {
    const bytes = typeof start === 'string' ? Buffer.from(start, 'latin1') : Buffer.from(start);
    if (head.subarray(0, bytes.length).equals(bytes)) return { what, remedy };
  }
  if (head.subarray(257, 262).equals(Buffer.from('ustar', 'latin1')))
    return { what: 'a tar archive, which may hold several files', remedy: unpackFirst };
  if (head.includes(0)) return { what: 'a binary file (it holds zero bytes)', remedy: exportText };
  return null;
}
