import { randomUUID } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { AppError } from '../shared/errors.ts';
import { integer } from './columns.ts';
import { makeOwn, ownerOnly, statOf } from './file-identity.ts';
import { giveNextState, newSession, walOf } from './file-state.ts';
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

const canWrite = (target: string): boolean => {
  try {
    accessSync(target, constants.W_OK);
    return true;
  } catch {
    return false;
  }
};

/** Whether SQLite could work on a project file where it lies: it writes beside it, even to read. */
export const canBeWritten = (file: string): boolean => canWrite(path.dirname(file)) && canWrite(file);

/** How often a file that somebody writes elsewhere is copied again. */
const mostTries = 5;

/**
 * Copies the bytes of a project that cannot be written here, with the changes that wait beside it.
 *
 * @throws AppError BUSY where it is written all the time, by somebody who may
 */
export function copyBytes(from: string, to: string): void {
  const lookOf = () => {
    const { mtimeNs, size } = statOf(from) ?? {};
    return `${mtimeNs} ${size}`;
  };
  for (let tries = 0; tries < mostTries; tries++) {
    const before = lookOf();
    copyFileSync(from, to);
    rmSync(walOf(to), { force: true });
    if (statOf(walOf(from))) copyFileSync(walOf(from), walOf(to));
    if (lookOf() !== before) continue;
    for (const file of [to, walOf(to)]) if (statOf(file)) chmodSync(file, ownerOnly);
    return;
  }
  throw new AppError('BUSY', 'Somebody writes this project while it is read.', {
    file: from,
    remedy: 'Try again in a moment.',
  });
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
