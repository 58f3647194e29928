import { setTimeout as sleep } from 'node:timers/promises';
import { type CallRow, findCall, insertCalls } from '../../../db/llm-calls.ts';
import type { WritableDb } from '../../../db/types.ts';
import { AppError } from '../../../shared/errors.ts';
import { wait } from '../../platform/endpoints/wait.ts';
import { whenWritable } from '../../platform/when-writable.ts';

interface Waiting {
  readonly row: CallRow;
  stored(): void;
  failed(error: unknown): void;
}

/** How long replies that are paid for wait in memory for room on the disk. */
const diskPatienceMs = 60_000;
const diskPauseMs = 500;
/** How long the first reply waits for others to share its transaction. */
const gatherMs = 4;

/**
 * Stores replies as they come. Those that arrive within a moment share one short transaction, so that labels never wait
 * for a run, and a reply is used only once it is stored.
 */
export class ReplyStore {
  readonly #db: WritableDb;
  readonly #halt: AbortSignal;
  readonly #diskPatienceMs: number;
  #waiting: Waiting[] = [];
  #isWriting = false;

  /** While the disk is full, `halt` ends the patience with it. */
  constructor(db: WritableDb, halt: AbortSignal, patienceMs = diskPatienceMs) {
    this.#db = db;
    this.#halt = halt;
    this.#diskPatienceMs = patienceMs;
  }

  find(hash: string): CallRow | undefined {
    return findCall(this.#db, hash);
  }

  /** Settles once the reply is stored. @throws AppError DISK_FULL when no room came in time */
  save(row: CallRow): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiting.push({ row, stored: resolve, failed: reject });
    if (!this.#isWriting) {
      this.#isWriting = true;
      void this.#writeAll();
    }
    return promise;
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      await sleep(gatherMs);
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        await this.#write(batch.map(({ row }) => row));
        for (const { stored } of batch) stored();
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
    this.#isWriting = false;
  }

  async #write(rows: readonly CallRow[]): Promise<void> {
    const end = performance.now() + this.#diskPatienceMs;
    for (;;) {
      try {
        return await whenWritable(() => insertCalls(this.#db, rows), Number.POSITIVE_INFINITY);
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'DISK_FULL')) throw error;
        if (performance.now() > end || this.#halt.aborted) throw error;
        await wait(diskPauseMs, this.#halt).catch(() => {});
      }
    }
  }
}
