import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { giveNextState, newSession } from './file-state.ts';
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
      vacuum.run(draft);
      giveState(draft);
      syncFile(draft);
      renameSync(draft, target);
    } finally {
      for (const ending of ['', '-journal', '-wal', '-shm']) rmSync(draft + ending, { force: true });
    }
  };
}

function giveState(file: string): void {
  const copy = new Database(file);
  try {
    const hasState = copy.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'file_state'`).get();
    if (hasState) giveNextState(copy, newSession());
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
