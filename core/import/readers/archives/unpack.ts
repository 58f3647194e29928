import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { crc32, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { Gunzip } from 'fflate/browser';
import { CORE_SCHEMA, load } from 'js-yaml';
import { ownerOnly } from '../../../../db/file-identity.ts';
import { AppError } from '../../../../shared/errors.ts';
import type { TextEncoding } from '../../../../shared/text-encodings.ts';
import { mostKeptBytes } from '../../../platform/files/kept-texts.ts';
import { deepestJson, NestedTooDeeply, parseJson } from '../../../platform/files/parse-json.ts';
import { temporaryFolder } from '../../../platform/files/temporary.ts';
import { asUtf8, encodingNote, encodingOf } from '../encodings/text-encoding.ts';
import { isSplitTable, ListsByName, recordsOfSplit } from '../json/pandas-json.ts';
import { refuseFile } from '../problems.ts';
import { readWorkbook } from '../workbook/read-workbook.ts';
import { PackedFile } from './packed-file.ts';
import { allowances, Growth } from './unpacked-size.ts';
import { readZip } from './zip.ts';

/** A file that was packed, as plain text in a file that nobody else sees. */
export interface Unpacked {
  readonly handle: number;
  /** Where only the beginning was unpacked, about what all of it would be. */
  readonly sizeBytes: number;
  readonly isCut: boolean;
  /** The name that the text has inside, by whose ending its format is told. */
  readonly name: string;
  /** What a person should know of how it was unpacked. */
  readonly note?: string;
  /** The sheets of a workbook that have anything in them, the one that was read first. */
  readonly sheets?: readonly string[];
}

/** Whether a file that is called and begins so is packed, or written, in a way that can be undone here. */
export const isPacked = (file: string, head: Buffer, encoding?: TextEncoding): boolean =>
  isGzip(head) ||
  isZstandard(head) ||
  isZip(head) ||
  isYaml(file) ||
  isSplitTable(head.toString('latin1')) ||
  (encoding ?? encodingOf(head) ?? 'utf-8') !== 'utf-8';

const isZstandard = (head: Buffer): boolean =>
  head.subarray(0, 4).equals(Buffer.from([0x28, 0xb5, 0x2f, 0xfd]));

const isYaml = (file: string): boolean => /\.ya?ml$/i.test(file);

const isGzip = (head: Buffer): boolean => head[0] === 0x1f && head[1] === 0x8b;

const isZip = (head: Buffer): boolean => head.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'));

/** Whether the file is a ZIP whose first names are those of a workbook or a document of Office. */
const isOffice = (head: Buffer): boolean => {
  const names = isZip(head) ? head.toString('latin1') : '';
  return names.includes('[Content_Types].xml') || names.includes('xl/w');
};

/** Whether the file is a ZIP whose first names are those of a log of Inspect. */
const isEvalLog = (head: Buffer): boolean =>
  isZip(head) && /_journal\/|samples\/|header\.json|summaries\.json/.test(head.toString('latin1'));

/** How much is wanted, and who hears how far it is. */
export interface Unpacking {
  /** The encoding that was chosen for a file of text; guessed by default. */
  readonly encoding?: TextEncoding | undefined;
  /** The sheet of a workbook that is wanted; the first that has anything in it by default. */
  readonly sheet?: string | undefined;
  /** Bytes of the beginning that are enough; all of it by default. */
  readonly wanted?: number;
  /** Hears how many bytes were unpacked by now. */
  tell?(bytes: number): void;
  /** Sees the first of them, and throws where they are no text: of what is none not much is unpacked. */
  look?(first: Uint8Array): void;
}

/**
 * Unpacks a gzip or Zstandard file, a ZIP of one file, a text of another encoding (as UTF-8), a log of Inspect (.eval), a sheet of a workbook (.xlsx, as CSV), a YAML document (as JSON) or a table of columns and rows (as JSON lines) into a file of its own, which is gone when it is closed.
 *
 * @returns null for a JSON object that only begins as such a table, and is read as it is
 * @throws AppError IMPORT_REFUSED when it is damaged or becomes far more than it is; DISK_FULL
 */
export function unpack(
  { path: full, handle, sizeBytes }: { path: string; handle: number; sizeBytes: number },
  head: Buffer,
  unpacking: Unpacking = {},
): Unpacked | null {
  const file = new PackedFile(full, handle, sizeBytes);
  let done = 0;
  const tell = (bytes: number) => {
    done += bytes;
    unpacking.tell?.(done);
  };
  const isBinary = isGzip(head) || isZstandard(head) || isZip(head);
  const encoding = isBinary ? null : (unpacking.encoding ?? encodingOf(head) ?? 'utf-8');
  const isOther = encoding !== null && encoding !== 'utf-8';
  const isStream = isGzip(head) || isZstandard(head);
  const allowance = allowances[!isBinary ? 'document' : isStream ? 'gzip' : 'archive'];
  const growth = new Growth(full, sizeBytes, 'Unpack it first, then import the file inside.', {
    ...allowance,
    tell,
  });
  const into = (parts: Iterable<Uint8Array>, name: string) =>
    intoFile(parts, { name, file, growth, ...unpacking });
  if (isOther) {
    const note = encodingNote(encoding, unpacking.encoding !== undefined);
    return { ...into(asUtf8(file, encoding), path.basename(full)), note };
  }
  if (isOffice(head)) return workbookTable(file, into, tell, unpacking.sheet);
  if (isYaml(full)) return yamlDocument(file, into);
  if (!isBinary) return splitTable(file, into);
  if (isZstandard(head)) return into(ofZstandard(file), path.basename(full).replace(/\.(zst|zstd)$/i, ''));
  if (isZip(head) && !isEvalLog(head)) return onlyFile(file, into);
  return isGzip(head)
    ? into(gunzipped(file), path.basename(full).replace(/\.gz$/i, ''))
    : into(evalLog(file), 'log.json');
}

/** Zstandard is unpacked as a whole, and becomes at most so much. */
const mostZstandard = 256 * 1024 * 1024;

function* ofZstandard(file: PackedFile): Generator<Uint8Array> {
  const unpackFirst = 'Unpack it first, then import the file inside.';
  const tooLarge = () =>
    refuseFile(file.path, 'A Zstandard file of more than 256 MB is not unpacked.', unpackFirst);
  if (file.sizeBytes > mostZstandard) throw tooLarge();
  try {
    yield zstdDecompressSync(file.at(0, file.sizeBytes), { maxOutputLength: mostZstandard });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    throw refuseFile(file.path, 'The Zstandard file is damaged.', 'Copy or download it again.');
  }
}

/** The one file of a ZIP that is no program's own: folders, and what systems put beside files, are passed over. */
function onlyFile(file: PackedFile, into: Into): Unpacked {
  const unpackFirst = 'Unpack it first, then import the file inside.';
  const fault = (message: string) =>
    refuseFile(file.path, `The zip archive cannot be read. ${message}`, unpackFirst);
  const entries = [...readZip(file, fault)].filter(
    ([name]) => !name.endsWith('/') && !/(?:^|\/)(?:__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$)/.test(name),
  );
  const [only, another] = entries;
  if (only === undefined) throw fault('The ZIP holds no file.');
  if (another !== undefined) {
    const names = entries.slice(0, 8).map(([name]) => name);
    throw fault(
      `The ZIP holds ${entries.length} files: ${names.join(', ')}${entries.length > 8 ? ' and more' : ''}.`,
    );
  }
  const [name, entry] = only;
  return {
    ...into(entry.pieces(), path.basename(name)),
    note: `Read from ${path.basename(name)} in the ZIP.`,
  };
}

type Into = (parts: Iterable<Uint8Array>, name: string) => Unpacked;

/** What is not larger, packed or not, is unpacked as a whole, three times as fast as piece by piece. */
const quickBytes = 64 * 1024 * 1024;

function* gunzipped(file: PackedFile): Generator<Uint8Array> {
  const bytes = file.sizeBytes <= quickBytes ? gunzippedAtOnce(file) : null;
  if (bytes) yield bytes;
  else yield* gunzippedByPieces(file);
}

/** Null where it becomes too large for that. */
function gunzippedAtOnce(file: PackedFile): Uint8Array | null {
  try {
    return gunzipSync(file.at(0, file.sizeBytes), { maxOutputLength: quickBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') throw damagedGzip(file);
    // Piece by piece it is read once more, from its beginning.
    file.bytesRead = 0;
    return null;
  }
}

const damagedGzip = ({ path: file }: PackedFile) =>
  refuseFile(file, 'The gzip file is damaged.', 'Copy or download it again.');

const gzipPiece = 16 * 1024;
/** CRC-32 and size of a member stand at its end (RFC 1952). */
const trailerBytes = 8;

/** The texts of all members of a gzip file, each compared with its checksum. */
function* gunzippedByPieces(file: PackedFile): Generator<Uint8Array> {
  let out: Uint8Array[] = [];
  let member = { crc: 0, bytes: 0 };
  const assertWhole = (end: number) => {
    const trailer = file.at(end - trailerBytes, trailerBytes);
    const isWhole =
      trailer.length === trailerBytes &&
      trailer.readUInt32LE(0) === member.crc &&
      trailer.readUInt32LE(4) === member.bytes % 2 ** 32;
    if (!isWhole) throw damagedGzip(file);
    member = { crc: 0, bytes: 0 };
  };
  const stream = new Gunzip((piece) => {
    member = { crc: crc32(piece, member.crc), bytes: member.bytes + piece.length };
    if (piece.length > 0) out.push(piece);
  });
  stream.onmember = assertWhole;
  for (let at = 0; at < file.sizeBytes; at += gzipPiece) {
    out = [];
    try {
      stream.push(file.at(at, gzipPiece), false);
    } catch {
      throw damagedGzip(file);
    }
    yield* out;
  }
  assertWhole(file.sizeBytes);
}

/** YAML is understood as a whole, so what may be long is JSON. */
const mostYaml = 64 * 1024 * 1024;

function yamlDocument(file: PackedFile, into: Into): Unpacked {
  const remedy = 'Export it as JSON and import that.';
  if (file.sizeBytes > mostYaml) throw refuseFile(file.path, 'YAML of more than 64 MB is not read.', remedy);
  let json: string;
  try {
    json = jsonOfYaml(file.at(0, file.sizeBytes).toString('utf8'));
  } catch (error) {
    const cause = error instanceof RangeError ? tooDeep : (error as Error).message.split('\n')[0]!;
    throw refuseFile(file.path, `The file is not readable YAML: ${cause.slice(0, 160)}.`, remedy);
  }
  return into([Buffer.from(json)], `${path.basename(file.path).replace(/\.ya?ml$/i, '')}.json`);
}

/** A table as a whole: it is understood when all of it is there. */
const mostSplit = 256 * 1024 * 1024;

const listsRemedy =
  'If each name is an item, write one a line with its texts: {"id": "...", "question": "...", "response": "..."}. ' +
  'If each is a column, give all lists as many values and name them "question" and "response".';

function splitTable(file: PackedFile, into: Into): Unpacked | null {
  const remedy = 'Write it with orient="records", lines=True, and import that.';
  if (file.sizeBytes > mostSplit)
    throw refuseFile(file.path, 'Such a table of more than 256 MB is not read.', remedy);
  const text = file.at(0, file.sizeBytes).toString('utf8');
  let found: ReturnType<typeof recordsOfSplit>;
  try {
    found = recordsOfSplit(text);
  } catch (error) {
    if (error instanceof ListsByName) throw refuseFile(file.path, error.message, listsRemedy);
    if (breaksOff(error, text))
      throw refuseFile(file.path, 'The document breaks off in the middle.', 'Export or copy it again.');
    throw refuseFile(
      file.path,
      `The table of columns and rows cannot be read: ${(error as Error).message.slice(0, 200)}.`,
      remedy,
    );
  }
  if (found === null) return null;
  return { ...into(found.lines, `${path.parse(file.path).name}.jsonl`), note: found.note };
}

/** Whether JSON is wrong at its very end. */
function breaksOff(error: unknown, text: string): boolean {
  if (!(error instanceof SyntaxError)) return false;
  const at = /at position (\d+)/.exec(error.message)?.[1];
  return /end of JSON|Unterminated/.test(error.message) || Number(at) >= text.trimEnd().length;
}

function workbookTable(
  file: PackedFile,
  into: Into,
  tell: (bytes: number) => void,
  wanted: string | undefined,
): Unpacked {
  const remedy = 'Save the sheet as CSV UTF-8 and import that.';
  const fault = (message: string) =>
    refuseFile(file.path, `The Excel workbook cannot be read. ${message}`, remedy);
  const growth = new Growth(file.path, file.sizeBytes, remedy, { ...allowances.archive, tell });
  const { csv, sheet, others, notes } = readWorkbook(file, { growth, fault }, wanted);
  const left = others.slice(0, mostNamed).map((one) => `"${one}"`);
  const more = others.length > mostNamed ? ` and ${others.length - mostNamed} more` : '';
  const note = [
    `Read from the sheet "${sheet}"${others.length > 0 ? `; left behind: the sheets ${left.join(', ')}${more} (--sheet, once for each to read them together)` : ''}.`,
    ...notes,
  ].join(' ');
  const sheets = [sheet, ...others];
  return { ...into(csv, `${path.basename(file.path).replace(/\.xlsx$/i, '')}.csv`), note, sheets };
}

const mostNamed = 20;
const mostHeader = 16 * 1024 * 1024;

/** The parts of the one JSON document that `inspect log dump` would write. */
function* evalLog(file: PackedFile): Generator<Uint8Array> {
  const damaged = (message: string) =>
    refuseFile(file.path, message, 'Copy it again, or import what "inspect log dump" writes.');
  const entries = readZip(file, damaged);
  const header = entries.get('header.json') ?? entries.get('_journal/start.json');
  if (!header) throw damaged('The log of Inspect has no header.json.');
  const { samples: _, ...rest } = objectOf(header.read(mostHeader), damaged);
  const text = JSON.stringify(rest);
  yield Buffer.from(`${text.slice(0, -1)}${text === '{}' ? '' : ','}"samples":[\n`);
  let count = 0;
  for (const [name, entry] of entries) {
    if (!/^samples\/[^/]+\.json$/.test(name)) continue;
    if (count > 0) yield Buffer.from(',\n');
    yield* entry.pieces();
    count += 1;
  }
  yield Buffer.from('\n]}\n');
}

function objectOf(bytes: Buffer, damaged: (message: string) => Error): Record<string, unknown> {
  try {
    const value = parseJson(bytes.toString('utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch (error) {
    if (error instanceof NestedTooDeeply)
      throw damaged(`The header of the log is not read: ${error.message}.`);
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw damaged('The header of the log is not a JSON object.');
}

interface Writing extends Unpacking {
  readonly name: string;
  readonly file: PackedFile;
  readonly growth: Growth;
}

/** Writes parts into a new file whose name is taken away at once: it lasts while it is open, and no longer than its process. */
function intoFile(
  parts: Iterable<Uint8Array>,
  { name, file, growth, wanted = Number.POSITIVE_INFINITY, look }: Writing,
): Unpacked {
  const handle = openUnnamed();
  try {
    let written = 0;
    let isCut = false;
    for (const part of parts) {
      if (written === 0) look?.(part);
      growth.add(part.length);
      for (let done = 0; done < part.length; ) done += writeSync(handle, part, done);
      written += part.length;
      // What may be kept for the import is unpacked as a whole, also for a look at its beginning.
      const whole = Math.round((written * file.sizeBytes) / file.bytesRead);
      isCut = written >= wanted && Math.max(written, whole) > mostKeptBytes;
      if (isCut) return { handle, sizeBytes: Math.max(written + 1, whole), isCut, name };
    }
    return { handle, sizeBytes: written, isCut, name };
  } catch (error) {
    closeSync(handle);
    throw (error as NodeJS.ErrnoException).code === 'ENOSPC' ? noRoom(file.path, error) : error;
  }
}

const noRoom = (file: string, cause: unknown) =>
  new AppError(
    'DISK_FULL',
    `There is no room to unpack ${path.basename(file)}. Nothing was imported.`,
    {
      file,
      remedy: 'Free some disk space where temporary files lie, or unpack it elsewhere and import that.',
    },
    { cause },
  );

function openUnnamed(): number {
  const folder = temporaryFolder('unpacked');
  try {
    return openSync(path.join(folder, 'text'), 'wx+', ownerOnly);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const tooDeep = 'it is nested too deeply';

/** Aliases let a short text say more than anybody could read: values, and signs, that a document may have with all of them followed. */
const mostValues = 5_000_000;
const mostSigns = 256 * 1024 * 1024;

/**
 * A YAML document as JSON (YAML 1.2, core schema): tags of programs mean nothing here.
 *
 * @throws Error when it is no YAML, is nested too deeply, or says too much
 */
function jsonOfYaml(text: string): string {
  const value = load(text, { schema: CORE_SCHEMA });
  assertReadable(value);
  return JSON.stringify(value ?? null);
}

function assertReadable(document: unknown): void {
  let values = 0;
  let signs = 0;
  const count = (value: unknown, depth: number): void => {
    values += 1;
    if (typeof value === 'string') signs += value.length;
    if (values > mostValues) throw new Error('its aliases say more than 5 million values');
    if (signs > mostSigns) throw new Error('its aliases say more than 256 million characters');
    if (depth > deepestJson) throw new Error(tooDeep);
    if (typeof value !== 'object' || value === null) return;
    for (const [name, one] of Object.entries(value)) {
      signs += name.length;
      count(one, depth + 1);
    }
  };
  count(document, 0);
}
