import { setTimeout as sleep } from 'node:timers/promises';
import { commitWithoutDisk } from '../../db/commit.ts';
import type { WritableDb } from '../../db/types.ts';
import { AppError } from '../../shared/errors.ts';
import { wait } from './endpoints/wait.ts';
import { whenWritable } from './when-writable.ts';

interface Waiting {
  write(): void;
  /** Not stored once a write before it was lost. */
  readonly isInOrder: boolean;
  /** Its transaction waits for the disk. */
  readonly isConfirmed: boolean;
  stored(): void;
  failed(error: unknown): void;
}

interface QueueOptions {
  /** Ends the patience with a full disk. */
  readonly halt?: AbortSignal | undefined;
  /** How long writes wait in memory for room on a full disk. */
  readonly diskPatienceMs?: number | undefined;
}

/** How long the first write waits for others to share its transaction: one that somebody waits for, and one that nobody does. */
const gatherMs = 8;
const idleGatherMs = 50;
/** With so many waiting, the next one waits for its transaction, so that a fast model cannot run ahead of the disk. */
const mostWaiting = 256;
const usualDiskPatienceMs = 60_000;
const diskPauseMs = 500;

/**
 * Short writes of a run, in the order in which they were asked for. Those that come in together share one short
 * transaction, so that labels never wait for a run. While the disk is full, what is paid for waits in memory for room.
 */
export class WriteQueue {
  readonly #db: WritableDb;
  readonly #halt: AbortSignal | undefined;
  readonly #diskPatienceMs: number;
  #waiting: Waiting[] = [];
  #isWriting = false;
  #gathering: NodeJS.Timeout | undefined;
  #lost: { error: unknown } | undefined;

  constructor(db: WritableDb, { halt, diskPatienceMs = usualDiskPatienceMs }: QueueOptions = {}) {
    this.#db = db;
    this.#halt = halt;
    this.#diskPatienceMs = diskPatienceMs;
  }

  /**
   * Settles once the write is stored; it is tried whatever became of those before it.
   *
   * @throws what it threw; AppError DISK_FULL when no room came in time
   */
  write(write: () => void): Promise<void> {
    return this.#enter(write, { isInOrder: false, isConfirmed: false });
  }

  /**
   * Takes a write that nobody has to wait for: what it stores can be made again. Settles at once, unless many writes wait.
   *
   * @throws what a write before it threw that was put
   */
  async put(write: () => void): Promise<void> {
    if (this.#lost) throw this.#lost.error;
    if (this.#waiting.length >= mostWaiting) {
      return this.#enter(write, { isInOrder: true, isConfirmed: false });
    }
    this.#waiting.push({ write, isInOrder: true, isConfirmed: false, stored() {}, failed() {} });
    this.#gathering ??= setTimeout(() => this.#start(), idleGatherMs);
  }

  /** Settles once the disk has confirmed all that was put. @throws what any of it threw */
  stored(): Promise<void> {
    return this.#enter(() => {}, { isInOrder: true, isConfirmed: true });
  }

  #enter(write: () => void, how: Pick<Waiting, 'isInOrder' | 'isConfirmed'>): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiting.push({ write, ...how, stored: resolve, failed: reject });
    this.#start();
    return promise;
  }

  #start(): void {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    if (this.#isWriting) return;
    this.#isWriting = true;
    void this.#storeAll();
  }

  async #storeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      await sleep(gatherMs);
      const batch = this.#waiting;
      this.#waiting = [];
      await this.#store(batch);
    }
    this.#isWriting = false;
  }

  /** Where one write of a transaction fails, each of them is tried by itself: none takes a paid reply with it. */
  async #store(batch: readonly Waiting[]): Promise<void> {
    const lost = this.#lost;
    const rest = lost ? batch.filter(({ isInOrder }) => !isInOrder) : batch;
    if (lost) for (const { isInOrder, failed } of batch) if (isInOrder) failed(lost.error);
    if (rest.length === 0) return;
    try {
      await this.#commit(rest);
      for (const { stored } of rest) stored();
    } catch (error) {
      if (rest.length > 1 && !isDiskFull(error)) for (const one of rest) await this.#store([one]);
      else for (const one of rest) this.#fail(one, error);
    }
  }

  #fail({ isInOrder, failed }: Waiting, error: unknown): void {
    if (isInOrder) this.#lost ??= { error };
    failed(error);
  }

  async #commit(batch: readonly Waiting[]): Promise<void> {
    const writeAll = () => {
      for (const { write } of batch) write();
    };
    const commit = batch.some(({ isConfirmed }) => isConfirmed)
      ? () => this.#db.transaction(writeAll).immediate()
      : () => commitWithoutDisk(this.#db, writeAll);
    const end = performance.now() + this.#diskPatienceMs;
    for (;;) {
      try {
        return await whenWritable(commit, Number.POSITIVE_INFINITY);
      } catch (error) {
        if (!isDiskFull(error) || performance.now() > end || this.#halt?.aborted) throw error;
        await (this.#halt ? wait(diskPauseMs, this.#halt).catch(() => {}) : sleep(diskPauseMs));
      }
    }
  }
}

const isDiskFull = (error: unknown): boolean => error instanceof AppError && error.code === 'DISK_FULL';
