import type { WritableDb } from '../../../db/types.ts';
import { whenWritable } from '../../when-writable.ts';

interface Waiting {
  write(): void;
  done(): void;
  failed(error: unknown): void;
}

/**
 * Short writes of a run. Those that come in together share one transaction, and so one wait for the disk; each settles
 * once it is safe there, in the order in which it was asked for.
 */
export class WriteQueue {
  readonly #db: WritableDb;
  #waiting: Waiting[] = [];
  #isWriting = false;

  constructor(db: WritableDb) {
    this.#db = db;
  }

  /** Settles once the write is stored. @throws what any write of the same transaction threw */
  write(write: () => void): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiting.push({ write, done: resolve, failed: reject });
    if (!this.#isWriting) {
      this.#isWriting = true;
      setImmediate(() => void this.#writeAll());
    }
    return promise;
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      const together = this.#db.transaction(() => {
        for (const { write } of batch) write();
      });
      try {
        await whenWritable(() => together.immediate(), Number.POSITIVE_INFINITY);
        for (const { done } of batch) done();
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
    this.#isWriting = false;
  }
}
