import { AppError } from '../../../shared/errors.ts';
import type { WorkerMessage } from './job-work.ts';

/** How work that reads a foreign file is refused when it takes too long or too much. */
export type RefuseReading = (why: string) => AppError;

const millisecondsBetweenLooks = 250;
/** So long may nothing more be read of the file. On a slow and busy machine a block of it takes less than a second. */
const mostSilentSeconds = 120;
/** No honest file is read as slowly as this, from its beginning on. */
const fewestBytesPerSecond = 4096;
const gigabyte = 2 ** 30;
/** What the process may take more than before, in bytes: systems that count little memory as free lend more than that. */
const mostGrowth = () => Math.max(gigabyte, Math.min(3 * gigabyte, 0.8 * process.availableMemory()));
/** A cancel waits so long for the work to stop by itself. */
const graceMs = 500;

/**
 * Watches work that reads a foreign file from outside of its thread, which such a file may keep busy for good: by how many bytes of
 * it were read, so that a file of any size has its time. Time in which the computer sleeps does not count.
 */
export class ReadingWatch {
  readonly #stop = new AbortController();
  readonly #refuse: RefuseReading;
  readonly #looks: NodeJS.Timeout;
  readonly #mostBytes = process.memoryUsage.rss() + mostGrowth();
  #grace: NodeJS.Timeout | undefined;
  /** Work begins with the file, and may wait for other work after that. */
  #isReading = true;
  #done = 0;
  #looked = 0;
  #silent = 0;

  constructor(refuse: RefuseReading) {
    this.#refuse = refuse;
    this.#looks = setInterval(() => this.#look(), millisecondsBetweenLooks);
    this.#looks.unref();
  }

  /** Aborts when the thread is to end, wherever it is; its reason says why. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  heard({ done, total, unit }: Extract<WorkerMessage, { type: 'progress' }>): void {
    this.#isReading = unit === 'bytes' && (total === null || done < total);
    // The same bytes may be gone through again, as when what was unpacked is read.
    if (done < this.#done) this.#looked = 0;
    if (done !== this.#done) this.#silent = 0;
    this.#done = done;
  }

  cancel(): void {
    this.#grace ??= setTimeout(
      () => this.#stop.abort(new AppError('CANCELED', 'Canceled. Nothing was changed.')),
      graceMs,
    );
  }

  close(): void {
    clearInterval(this.#looks);
    clearTimeout(this.#grace);
  }

  #look(): void {
    if (process.memoryUsage.rss() > this.#mostBytes) {
      this.#stop.abort(this.#refuse('Reading it takes too much memory.'));
    }
    if (!this.#isReading) return;
    this.#looked += 1;
    this.#silent += 1;
    const seconds = (looks: number) => (looks * millisecondsBetweenLooks) / 1000;
    const allowed = mostSilentSeconds + this.#done / fewestBytesPerSecond;
    if (seconds(this.#silent) > mostSilentSeconds || seconds(this.#looked) > allowed) {
      const words = `${this.#done} bytes of the file were read in ${Math.round(seconds(this.#looked))} seconds, and then nothing more.`;
      this.#stop.abort(this.#refuse(words));
    }
  }
}
