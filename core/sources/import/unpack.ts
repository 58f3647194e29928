import { closeSync, fsyncSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { CORE_SCHEMA, load } from 'js-yaml';
import { refuseFile } from './problems.ts';
import { isSplitTable, recordsOfSplit } from './split-table.ts';
import { readWorkbook } from './workbook/read-workbook.ts';
import { readZip, type ZipEntry } from './zip.ts';

/** Bytes that a packed file may become; more is for the person to unpack, and read part by part. */
const mostUnpacked = 512 * 1024 * 1024;

/** A file that was packed, as plain text in a file that nobody else sees. */
export interface Unpacked {
  readonly handle: number;
  readonly sizeBytes: number;
  /** The name that the text has inside, by whose ending its format is told. */
  readonly name: string;
  /** What a person should know of how it was unpacked. */
  readonly note?: string;
}

/** Whether a file that is called and begins so is packed, or written, in a way that can be undone here. */
export const isPacked = (file: string, head: Buffer): boolean =>
  isGzip(head) || isEvalLog(head) || isOffice(head) || isYaml(file) || isSplitTable(head.toString('latin1'));

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

/**
 * Unpacks a gzip file, a log of Inspect (.eval), a sheet of a workbook (.xlsx, as CSV) a YAML document (as JSON) or a table of columns and rows (as JSON lines) into a file of its own, which is gone when it is closed.
 *
 * @returns null for a JSON object that only begins as such a table, and is read as it is
 * @throws AppError IMPORT_REFUSED when it is damaged or becomes more than 512 MB
 */
export function unpack(file: string, head: Buffer): Unpacked | null {
  const bytes = readFileSync(file);
  if (isOffice(head)) return workbookTable(file, bytes);
  if (isYaml(file)) return yamlDocument(file, bytes);
  if (isSplitTable(head.toString('latin1'))) return splitTable(file, bytes);
  return isGzip(head)
    ? intoFile([gunzipped(file, bytes)], path.basename(file).replace(/\.gz$/i, ''))
    : intoFile(evalLog(file, bytes), 'log.json');
}

function gunzipped(file: string, bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: mostUnpacked });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      throw refuseFile(
        file,
        'Unpacked it is more than 512 MB.',
        'Unpack it first, then import the file inside.',
      );
    }
    throw refuseFile(file, 'The gzip file is damaged.', 'Copy or download it again.');
  }
}

/** YAML is understood as a whole, so what may be long is JSON. */
const mostYaml = 64 * 1024 * 1024;

function yamlDocument(file: string, bytes: Buffer): Unpacked {
  const mend = 'Export it as JSON and import that.';
  if (bytes.length > mostYaml) throw refuseFile(file, 'YAML of more than 64 MB is not read.', mend);
  try {
    const json = jsonOfYaml(bytes.toString('utf8'));
    return intoFile([Buffer.from(json)], `${path.basename(file).replace(/\.ya?ml$/i, '')}.json`);
  } catch (error) {
    const [cause] = (error as Error).message.split('\n');
    throw refuseFile(file, `The file is no YAML that can be read: ${cause!.slice(0, 160)}.`, mend);
  }
}

function splitTable(file: string, bytes: Buffer): Unpacked | null {
  const mend = 'Write it with orient="records", lines=True, and import that.';
  if (bytes.length > mostUnpacked)
    throw refuseFile(file, 'Such a table of more than 512 MB is not read.', mend);
  try {
    const found = recordsOfSplit(bytes.toString('utf8'));
    if (found === null) return null;
    const { lines, note } = found;
    return { ...intoFile([Buffer.from(lines)], `${path.parse(file).name}.jsonl`), note };
  } catch (error) {
    throw refuseFile(
      file,
      `The table of columns and rows cannot be read: ${(error as Error).message.slice(0, 200)}.`,
      mend,
    );
  }
}

function workbookTable(file: string, bytes: Buffer): Unpacked {
  const fault = (message: string) =>
    refuseFile(
      file,
      `The Excel workbook cannot be read. ${message}`,
      'Save the sheet as CSV UTF-8 and import that.',
    );
  const { csv, sheet, others } = readWorkbook(bytes, { most: mostUnpacked, fault });
  const name = `${path.basename(file).replace(/\.xlsx$/i, '')}.csv`;
  const left = others.map((one) => `"${one}"`).join(', ');
  const note = `Read from the sheet "${sheet}"${others.length > 0 ? `; left behind: the sheets ${left}` : ''}.`;
  return { ...intoFile(csv, name), note };
}

/** The parts of the one JSON document that `inspect log dump` would write. */
function* evalLog(file: string, bytes: Buffer): Generator<Buffer> {
  const damaged = (message: string) =>
    refuseFile(file, message, 'Copy it again, or import what "inspect log dump" writes.');
  const entries = readZip(bytes, { most: mostUnpacked, fault: damaged });
  const header = entries.get('header.json') ?? entries.get('_journal/start.json');
  if (!header) throw damaged('The log of Inspect has no header.json.');
  const { samples: _, ...rest } = objectOf(header, damaged);
  const text = JSON.stringify(rest);
  yield Buffer.from(`${text.slice(0, -1)}${text === '{}' ? '' : ','}"samples":[\n`);
  let count = 0;
  for (const [name, entry] of entries) {
    if (!/^samples\/[^/]+\.json$/.test(name)) continue;
    yield Buffer.concat([Buffer.from(count === 0 ? '' : ',\n'), entry.read()]);
    count += 1;
  }
  yield Buffer.from('\n]}\n');
}

function objectOf(entry: ZipEntry, damaged: (message: string) => Error): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(entry.read().toString('utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw damaged('The header of the log is no JSON object.');
}

/** Writes parts into a new file whose name is taken away at once: it lasts while it is open. */
function intoFile(parts: Iterable<Buffer>, name: string): Unpacked {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'assay-unpacked-'));
  const file = path.join(folder, 'text');
  const handle = openSync(file, 'wx+', 0o600);
  try {
    let sizeBytes = 0;
    for (const part of parts) {
      for (let done = 0; done < part.length; ) done += writeSync(handle, part, done);
      sizeBytes += part.length;
    }
    fsyncSync(handle);
    return { handle, sizeBytes, name };
  } catch (error) {
    closeSync(handle);
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Aliases let a short text say more than anybody could read: values that a document may have with all of them followed. */
const mostValues = 5_000_000;

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
  const count = (value: unknown): void => {
    values += 1;
    if (values > mostValues) throw new Error('its aliases say more than 5 million values');
    if (typeof value !== 'object' || value === null) return;
    for (const one of Object.values(value)) count(one);
  };
  count(document);
}
