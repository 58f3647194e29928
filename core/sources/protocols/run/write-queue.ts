import type { WritableDb } from '../../../../db/types.ts';
import { whenWritable } from '../../../platform/when-writable.ts';

interface Waiting {
  write(): void;
  done(): void;
  failed(error: unknown): void;
}

/** Writes that nobody waits for gather for so long, so that the wait for the disk is paid once for all of them. */
const gatherMs = 50;
/** With so many writes waiting, the next one waits for the disk, so that a fast model cannot run ahead of it. */
const mostWaiting = 256;

/**
 * Short writes of a run, stored in the order in which they were asked for. Those that come in together share one
 * transaction, and so one wait for the disk. Once a transaction has failed, all further writes fail.
 */
export class WriteQueue {
  readonly #db: WritableDb;
  #waiting: Waiting[] = [];
  #writing: Promise<void> | undefined;
  #gathering: NodeJS.Timeout | undefined;
  #failure: { error: unknown } | undefined;

  constructor(db: WritableDb) {
    this.#db = db;
  }

  /** Stores a write soon and settles once it is stored. @throws what it, or a write before it, threw */
  write(write: () => void): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiting.push({ write, done: resolve, failed: reject });
    this.#start();
    return promise;
  }

  /**
   * Takes a write that nobody has to wait for: a crash of the machine within 50 ms may lose it, and nothing is lost but
   * work that can be done again. Settles at once, unless many writes wait. @throws what a write before it threw
   */
  async put(write: () => void): Promise<void> {
    if (this.#failure) throw this.#failure.error;
    if (this.#waiting.length >= mostWaiting) return this.write(write);
    this.#waiting.push({ write, done() {}, failed() {} });
    this.#gathering ??= setTimeout(() => this.#start(), gatherMs);
  }

  /** Settles once everything is stored that was asked for. @throws what any of it threw */
  stored(): Promise<void> {
    return this.write(() => {});
  }

  #start(): void {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    this.#writing ??= new Promise((resolve) => {
      setImmediate(() => resolve(this.#writeAll()));
    });
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      await this.#store(batch);
    }
    this.#writing = undefined;
  }

  async #store(batch: readonly Waiting[]): Promise<void> {
    const together = this.#db.transaction(() => {
      for (const { write } of batch) write();
    });
    try {
      if (this.#failure) throw this.#failure.error;
      await whenWritable(() => together.immediate(), Number.POSITIVE_INFINITY);
      for (const { done } of batch) done();
    } catch (error) {
      this.#failure ??= { error };
      for (const { failed } of batch) failed(error);
    }
  }
}
