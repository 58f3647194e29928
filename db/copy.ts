import { closeSync, fsyncSync, openSync } from 'node:fs';
import Database from 'better-sqlite3';
import { giveNextState, newSession } from './file-state.ts';
import type { ReadableDb } from './types.ts';

/**
 * Makes the function that writes a compact copy of `db`, taken at one instant and safely on disk, to a path that does
 * not exist yet. The copy gets a state of its own: its pages lie elsewhere, so no `-wal` of the original fits it.
 */
export function copyDatabase(db: ReadableDb): (target: string) => void {
  const vacuum = db.prepare('VACUUM INTO ?');
  return (target) => {
    vacuum.run(target);
    const copy = new Database(target);
    try {
      const hasState = copy.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'file_state'`).get();
      if (hasState) giveNextState(copy, newSession());
    } finally {
      copy.close();
    }
    const fd = openSync(target, 'r+');
    try {
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  };
}
