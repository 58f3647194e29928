import { statfsSync } from 'node:fs';
import os from 'node:os';
import { refuseFile } from './problems.ts';

const megabyte = 1024 * 1024;
/** A small file may always become so much; of larger ones texts are packed tenfold, and seldom a hundredfold. */
const alwaysAllowed = 64 * megabyte;
const mostGrowth = 100;

/**
 * Counts what a packed file becomes. It may be of any size, but not become any number of times what it is, nor fill more than half of
 * what is free on the disk for temporary files.
 */
export class Growth {
  readonly #file: string;
  readonly #most: number;
  readonly #limit: string;
  readonly #mend: string;
  #bytes = 0;

  constructor(file: string, sizeBytes: number, mend: string) {
    const byGrowth = Math.max(alwaysAllowed, sizeBytes * mostGrowth);
    const byRoom = roomFor();
    this.#file = file;
    this.#mend = mend;
    this.#most = Math.min(byGrowth, byRoom);
    this.#limit =
      byRoom < byGrowth
        ? 'half of what is free on the disk for temporary files'
        : `the most for a file of ${inMegabytes(sizeBytes)}`;
  }

  /** @throws AppError IMPORT_REFUSED when it becomes too much */
  add(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes <= this.#most) return;
    const words = `Unpacked it becomes more than ${inMegabytes(this.#most)}, ${this.#limit}.`;
    throw refuseFile(this.#file, words, this.#mend);
  }
}

function roomFor(): number {
  try {
    const { bavail, bsize } = statfsSync(os.tmpdir());
    return (bavail * bsize) / 2;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

const inMegabytes = (bytes: number) =>
  bytes < megabyte ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${Math.round(bytes / megabyte)} MB`;
