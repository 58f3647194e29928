import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { integer } from './columns.ts';
import { makeOwn } from './file-identity.ts';
import { giveNextState, newSession } from './file-state.ts';
import { selectValues } from './query.ts';
import type { ReadableDb } from './types.ts';

/**
 * Makes the function that writes a compact copy of `db`, taken at one instant, to a path that does not exist yet: whole
 * and safely on disk before it takes the name. The copy gets a state of its own: its pages lie elsewhere, so no `-wal` of the original fits it.
 */
export function copyDatabase(db: ReadableDb): (target: string) => void {
  const vacuum = db.prepare('VACUUM INTO ?');
  return (target) => {
    const draft = path.join(path.dirname(target), `.assay-${randomUUID()}.tmp`);
    try {
      makeOwn(draft);
      vacuum.run(draft);
      giveState(draft);
      syncFile(draft);
      renameSync(draft, target);
    } finally {
      for (const ending of ['', '-journal', '-wal', '-shm']) rmSync(draft + ending, { force: true });
    }
  };
}

const stateTable = selectValues(integer, `SELECT 1 FROM sqlite_schema WHERE name = 'file_state'`);

function giveState(file: string): void {
  const copy = new Database(file);
  try {
    if (stateTable.get(copy) !== undefined) giveNextState(copy, newSession());
  } finally {
    copy.close();
  }
}

function syncFile(file: string): void {
  const fd = openSync(file, 'r+');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** Whether SQLite finds nothing wrong in a whole file, indexes included. */
export const isSound = (db: ReadableDb): boolean =>
  db.pragma('integrity_check(1)', { simple: true }) === 'ok';
