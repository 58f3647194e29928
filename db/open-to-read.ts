import { closeSync, openSync, readSync } from 'node:fs';
import Database from 'better-sqlite3';
import { AppError } from '../shared/errors.ts';
import { integer, text } from './columns.ts';
import { toAppError } from './errors.ts';
import { schemaVersion } from './migrate.ts';
import { latestVersion } from './migrations-list.ts';
import { applicationId } from './open.ts';
import { selectValues } from './query.ts';
import type { ReadableDb, WritableDb } from './types.ts';
import { allChainedParts, isOfLabel } from './word-chain.ts';

const magic = 'SQLite format 3\0';

/** Whether a file begins like a database. @throws whatever the file system says */
export function isDatabase(file: string): boolean {
  const handle = openSync(file, 'r');
  try {
    const start = Buffer.alloc(magic.length);
    readSync(handle, start, 0, start.length, 0);
    return start.toString('latin1') === magic;
  } finally {
    closeSync(handle);
  }
}

/**
 * Reads a project without taking it: nothing in it is changed, and it may be open elsewhere.
 *
 * @throws AppError NOT_A_PROJECT, PROJECT_DAMAGED; CONFLICT when it has the format of another version
 */
export function readProject<T>(file: string, work: (db: ReadableDb) => T): T {
  try {
    const db = new Database(file, { readonly: true, fileMustExist: true });
    try {
      assertReadable(db as WritableDb, file);
      return work(db);
    } finally {
      db.close();
    }
  } catch (error) {
    throw toAppError(error, file);
  }
}

const lastLinked = selectValues(
  integer,
  'SELECT COALESCE(MAX(row_id), 0) FROM main.word_chain WHERE part = ? AND id <= ?',
);
const viewsOf = selectValues(text, "SELECT sql FROM main.sqlite_schema WHERE type = 'view' ORDER BY rowid");

/** What people said and did, each with a number of its own. */
const counted = allChainedParts.filter((part) => !isOfLabel(part) && part !== 'audit');

/**
 * Reads a project as it was when its chain had so many links: what people said later is not there. Settings are those of today.
 *
 * @throws AppError as `readProject`
 */
export const readProjectAsOf = <T>(file: string, links: number, work: (db: ReadableDb) => T): T =>
  readProject(file, (db) => {
    // Views of the connection alone, which stand before the tables of the file.
    for (const part of counted) {
      const last = lastLinked.one(db, part, links);
      db.exec(`CREATE TEMP VIEW ${part} AS SELECT * FROM main.${part} WHERE id <= ${last}`);
    }
    for (const sql of viewsOf.all(db)) db.exec(sql.replace(/^CREATE VIEW/, 'CREATE TEMP VIEW'));
    return work(db);
  });

function assertReadable(db: WritableDb, file: string): void {
  if (db.pragma('application_id', { simple: true }) !== applicationId) {
    throw new AppError('NOT_A_PROJECT', 'The file is a database, but not an Assay project.', {
      file,
      remedy: 'Name a project, a report or a label file.',
    });
  }
  const version = schemaVersion(db);
  if (version !== latestVersion) {
    throw new AppError(
      'CONFLICT',
      `The project has format ${version}; this version of Assay checks format ${latestVersion}.`,
      {
        file,
        remedy:
          version < latestVersion
            ? 'Open it with this version once: that brings it up to date, with a copy of before beside it.'
            : 'Update Assay, then check it again.',
      },
    );
  }
  const damage = db.pragma('quick_check(1)', { simple: true });
  if (damage !== 'ok') {
    throw new AppError('PROJECT_DAMAGED', `The project file is damaged: ${String(damage)}.`, {
      file,
      remedy: 'Open the copy that was made last.',
    });
  }
}
