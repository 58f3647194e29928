import type { WritableDb } from './types.ts';

/**
 * Writes in one transaction without waiting for the disk. From then on the death of this program costs none of it. That
 * of the machine costs none either once anything else is written to the project, which a run does twice a second: only
 * that waits until the disk has confirmed all before it.
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
