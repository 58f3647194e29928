import { roomForTemporary } from '../../../platform/files/temporary.ts';
import { refuseFile } from '../problems.ts';

const megabyte = 1024 * 1024;
/**
 * What a file of each kind may become however small it is, and how many times its size: texts are packed tenfold, and those that say
 * much the same in each line some hundredfold. Of an archive every sign is looked at, so that it may become less than plain text.
 */
export const allowances = {
  gzip: { always: 1024 * megabyte, times: 100 },
  archive: { always: 256 * megabyte, times: 50 },
  document: { always: 64 * megabyte, times: 100 },
} as const;

interface Allowance {
  /** Bytes that it may become however small it is, and how many times its size. */
  readonly always: number;
  readonly times: number;
  /** Hears of bytes as they come. */
  tell?(bytes: number): void;
}

/**
 * Counts what a packed file becomes. It may be of any size, but not become any number of times what it is, nor fill more than half of
 * what is free on the disk for temporary files.
 */
export class Growth {
  readonly #file: string;
  readonly #most: number;
  readonly #limit: string;
  readonly #remedy: string;
  readonly #tell: ((bytes: number) => void) | undefined;
  #bytes = 0;

  constructor(file: string, sizeBytes: number, remedy: string, { always, times, tell }: Allowance) {
    const byGrowth = Math.max(always, sizeBytes * times);
    const byRoom = roomForTemporary();
    this.#file = file;
    this.#remedy = remedy;
    this.#tell = tell;
    this.#most = Math.min(byGrowth, byRoom);
    this.#limit =
      byRoom < byGrowth
        ? 'half of what is free on the disk for temporary files'
        : `the most for a file of ${inMegabytes(sizeBytes)}`;
  }

  /** @throws AppError IMPORT_REFUSED when it becomes too much */
  add(bytes: number): void {
    this.#bytes += bytes;
    this.#tell?.(bytes);
    if (this.#bytes <= this.#most) return;
    const words = `Unpacked it becomes more than ${inMegabytes(this.#most)}, ${this.#limit}.`;
    throw refuseFile(this.#file, words, this.#remedy);
  }
}

const inMegabytes = (bytes: number) =>
  bytes < megabyte ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${Math.round(bytes / megabyte)} MB`;
