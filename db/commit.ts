import { closeSync, fdatasync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { walOf } from './file-state.ts';
import type { ReadableDb, WritableDb } from './types.ts';

/**
 * Writes in one transaction without waiting for the disk. From then on the death of this program costs none of it. That
 * of the machine costs none either once anything else is written to the project, which a run does twice a second, or
 * `onDisk` was waited for.
 *
 * Not inside another transaction.
 */
export function commitWithoutDisk(db: WritableDb, write: () => void): void {
  const together = db.transaction(write);
  db.pragma('synchronous = NORMAL');
  try {
    together.immediate();
  } finally {
    db.pragma('synchronous = FULL');
  }
}

interface Waits {
  /** Has begun, and may miss what is written now. */
  running: Promise<void>;
  /** Begins after it. */
  next: Promise<void> | undefined;
}
const waitsOf = new WeakMap<ReadableDb, Waits>();

/**
 * Settles once the disk has confirmed all that was written to the project before it was called. The program goes on meanwhile, and
 * those who ask while the disk is at work share the next wait: fifty people do not wait for one another's answers.
 *
 * @throws what the disk says
 */
export function onDisk(db: ReadableDb): Promise<void> {
  const waits = waitsOf.get(db);
  if (!waits) {
    const running = syncLog(db);
    begin(db, running);
    return running;
  }
  waits.next ??= waits.running.catch(() => {}).then(() => syncLog(db));
  return waits.next;
}

/** What is waited for now; undefined while nothing is. */
export const waitForDisk = (db: ReadableDb): Promise<void> | undefined => {
  const waits = waitsOf.get(db);
  return waits?.next ?? waits?.running;
};

function begin(db: ReadableDb, running: Promise<void>): void {
  const waits: Waits = { running, next: undefined };
  waitsOf.set(db, waits);
  const goOn = () => (waits.next ? begin(db, waits.next) : waitsOf.delete(db));
  running.then(goOn, goOn);
}

const confirm = promisify(fdatasync);

/** Writes wait in the `-wal` until SQLite moves them into the file, which confirms both. Nothing locks the `-wal` itself. */
async function syncLog(db: ReadableDb): Promise<void> {
  let log: number | undefined;
  try {
    log = openSync(walOf(db.name), 'r+');
    await confirm(log);
  } catch (error) {
    // A project that was closed meanwhile has all of it in its file.
    if (db.open) throw error;
  } finally {
    if (log !== undefined) closeSync(log);
  }
}
