import { createHash } from 'node:crypto';
import { closeSync, lstatSync, openSync, readSync } from 'node:fs';
import path from 'node:path';
import {
  brokenReference,
  knowsVersion,
  makeFromRows,
  type PlainTable,
  plainTables,
} from '../../../db/plain-rows.ts';
import { AppError } from '../../../shared/errors.ts';
import { parseJson } from '../../platform/files/parse-json.ts';
import { readText } from '../../platform/files/read-text.ts';
import { replaceWhole } from '../../platform/files/write-whole.ts';
import { type FolderFacts, FolderFactsSchema, factsName } from './folder-facts.ts';
import { rowOf } from './plain-line.ts';

const remedy = 'Export the project again; a folder is taken as it was written, or not at all.';
const refused = (file: string, message: string, line?: number, field?: string) =>
  new AppError('IMPORT_REFUSED', `${message} Nothing was made.`, {
    ...{ file, remedy },
    ...(line !== undefined && { line }),
    ...(field !== undefined && { field }),
  });

/**
 * Makes a project file of a folder of plain files: all of it or nothing.
 *
 * @throws AppError IMPORT_REFUSED with file and line where the folder is not as it was written; FILE_EXISTS; PROJECT_TOO_NEW
 */
export function projectFromFolder(folder: string, target: string): FolderFacts {
  const facts = readFacts(folder);
  replaceWhole({ path: target, overwrite: false }, (draft) =>
    makeFromRows(draft, facts.schema, (db, put) => {
      const known = new Map(plainTables(db).map((table) => [table.name, table]));
      for (const given of facts.tables) {
        const table = known.get(given.table);
        const file = path.join(folder, given.file);
        if (!table) throw refused(file, `No project has a table ${given.table}.`);
        known.delete(given.table);
        readTable(file, table, given, (row, line) => {
          try {
            put(table, row);
          } catch (error) {
            throw refused(file, `The row does not fit: ${(error as Error).message}.`, line);
          }
        });
      }
      const [missing] = known.keys();
      if (missing !== undefined)
        throw refused(path.join(folder, factsName), `The table ${missing} is missing.`, undefined, 'tables');
      const broken = brokenReference(db);
      if (broken)
        throw refused(path.join(folder, `${broken}.jsonl`), 'A row names another one that is not there.');
    }),
  );
  return facts;
}

/** The same for a thread. */
export const folderRead = ({ folder, file }: { folder: string; file: string }): FolderFacts =>
  projectFromFolder(folder, file);

function readFacts(folder: string): FolderFacts {
  const file = path.join(folder, factsName);
  const parsed = FolderFactsSchema.safeParse(jsonOf(file));
  if (!parsed.success) {
    const at = parsed.error.issues[0]?.path.join('.') ?? '';
    throw refused(file, 'The folder holds no project that Assay wrote.', undefined, at);
  }
  if (!knowsVersion(parsed.data.schema)) {
    throw new AppError(
      'PROJECT_TOO_NEW',
      `The folder is of format ${parsed.data.schema}, which this version does not know.`,
      {
        ...{ file, remedy: 'Update Assay, then import the folder again.' },
      },
    );
  }
  return parsed.data;
}

function jsonOf(file: string): unknown {
  try {
    return parseJson(readText(file));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

const chunkBytes = 2 ** 20;
/** A row is one line; SQLite holds no longer text. */
const mostLineBytes = 2 ** 28;

function readTable(
  file: string,
  table: PlainTable,
  { rows, sha256 }: FolderFacts['tables'][number],
  put: (row: Exclude<ReturnType<typeof rowOf>, string>, line: number) => void,
): void {
  const hash = createHash('sha256');
  let line = 0;
  for (const text of linesOf(file, (bytes) => hash.update(bytes))) {
    line += 1;
    const row = rowOf(table, text);
    if (typeof row === 'string') throw refused(file, row, line);
    put(row, line);
  }
  if (line !== rows) throw refused(file, `The file has ${line} rows, and should have ${rows}.`);
  if (hash.digest('hex') !== sha256)
    throw refused(file, 'The file was changed since it was written (SHA-256).');
}

/** The lines of a file, one chunk of it in memory. */
function* linesOf(file: string, see: (bytes: Buffer) => void): Generator<string> {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (!found) throw refused(file, 'The file is missing.');
  // A link or a pipe may lead anywhere, and never end.
  if (!found.isFile()) throw refused(file, 'This is a link to another place, not a file.');
  const handle = openSync(file, 'r');
  try {
    const chunk = Buffer.allocUnsafe(chunkBytes);
    let rest: Buffer[] = [];
    let held = 0;
    for (let count = readSync(handle, chunk); count > 0; count = readSync(handle, chunk)) {
      let bytes = chunk.subarray(0, count);
      see(bytes);
      for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10)) {
        yield Buffer.concat([...rest, bytes.subarray(0, end)]).toString('utf8');
        rest = [];
        held = 0;
        bytes = bytes.subarray(end + 1);
      }
      if (bytes.length > 0) rest.push(Buffer.from(bytes));
      held += bytes.length;
      if (held > mostLineBytes) throw refused(file, 'A line is longer than 256 MB.');
    }
    if (rest.length > 0) yield Buffer.concat(rest).toString('utf8');
  } finally {
    closeSync(handle);
  }
}
