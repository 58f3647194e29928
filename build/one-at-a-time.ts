import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { root } from './run-command.ts';

const lookMs = 50;

/** The file by which it is known whether a process does what has this name. */
export const lockOf = (name: string): string =>
  path.join(root, 'node_modules', '.cache', 'assay-locks', name);

/** Waits until no process does what has this name, and does it; the system lets go of it, however a process ends. */
export async function oneAtATime(name: string, work: () => Promise<void>): Promise<void> {
  const file = lockOf(name);
  mkdirSync(path.dirname(file), { recursive: true });
  const lock = new Database(file, { timeout: 0 });
  try {
    while (!isTaken(lock)) await sleep(lookMs);
    await work();
  } finally {
    lock.close();
  }
}

function isTaken(lock: Database.Database): boolean {
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === 'SQLITE_BUSY') return false;
    throw error;
  }
}
