import { randomUUID } from 'node:crypto';
import {
  appendFileSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { ownerOnly, statOf } from '../../../db/file-identity.ts';
import { AppError } from '../../../shared/errors.ts';
import { assertReplaceable } from './replaceable.ts';

interface Target {
  readonly path: string;
  readonly overwrite: boolean;
  /** Rights of the file: the person's alone unless told otherwise. */
  readonly mode?: number;
}

/** Rights of what is made to be shown: a report, a figure, the result of a gate, a public key. The umask narrows them. */
export const forOthers = 0o666;

/**
 * Writes a file whole or not at all: a draft beside it, on disk before it takes the name.
 *
 * @throws AppError FILE_EXISTS, CONFLICT when a project stands there, FILE_UNREADABLE, DISK_FULL
 */
export function writeWhole(content: string | Uint8Array, to: Target): { path: string; sizeBytes: number } {
  return replaceWhole(to, (draft) =>
    writeFileSync(draft, content, { flag: 'wx', mode: to.mode ?? ownerOnly, flush: true }),
  );
}

/** As `writeWhole`; `write` makes the draft, at a path where nothing is yet, and has it on disk when it returns. */
export function replaceWhole(
  to: Target,
  write: (draft: string) => void,
): { path: string; sizeBytes: number } {
  const target = assertFree(to);
  const draft = draftBeside(target);
  try {
    write(draft);
    giveName(draft, target, to.overwrite);
    syncFolder(path.dirname(target));
  } catch (error) {
    throw asAppError(error, target);
  } finally {
    for (const ending of ['', '-journal']) rmSync(draft + ending, { force: true });
  }
  return { path: target, sizeBytes: statSync(target).size };
}

const draftBeside = (target: string): string => path.join(path.dirname(target), `.assay-${randomUUID()}.tmp`);

/**
 * The path that a file would be written to, links followed.
 *
 * @throws AppError FILE_EXISTS when it may not be replaced, CONFLICT when a project stands there
 */
export function assertFree({ path: given, overwrite }: Target): string {
  const target = assertReplaceable(given);
  if (!overwrite && statOf(target)) throw taken(target);
  return target;
}

/** As `writeWhole`, for what comes bit by bit: a draft until `finish` gives it its name; `drop` leaves nothing. */
export class WholeFile {
  readonly #to: Target;
  readonly #target: string;
  readonly #draft: string;
  readonly #handle: number;
  #waiting: string[] = [];
  #waitingLength = 0;
  sizeBytes = 0;

  /** @throws AppError FILE_EXISTS, CONFLICT when a project stands there, FILE_UNREADABLE */
  constructor(to: Target) {
    this.#to = to;
    this.#target = assertFree(to);
    this.#draft = draftBeside(this.#target);
    this.#handle = this.#tried(() => openSync(this.#draft, 'wx', to.mode ?? ownerOnly));
  }

  /** @throws AppError DISK_FULL */
  append(text: string): void {
    this.#waiting.push(text);
    this.#waitingLength += text.length;
    if (this.#waitingLength >= appendedAtOnce) this.#flush();
  }

  /** @throws AppError FILE_EXISTS, DISK_FULL */
  finish(): string {
    this.#tried(() => {
      this.#flush();
      fsyncSync(this.#handle);
      closeSync(this.#handle);
      giveName(this.#draft, this.#target, this.#to.overwrite);
      syncFolder(path.dirname(this.#target));
      rmSync(this.#draft, { force: true });
    });
    return this.#target;
  }

  /** Takes the draft away; no use after `finish`. */
  drop(): void {
    closeSync(this.#handle);
    rmSync(this.#draft, { force: true });
  }

  #flush(): void {
    const bytes = Buffer.from(this.#waiting.join(''));
    [this.#waiting, this.#waitingLength] = [[], 0];
    this.#tried(() => writeFileSync(this.#handle, bytes));
    this.sizeBytes += bytes.length;
  }

  #tried<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw asAppError(error, this.#target);
    }
  }
}

/** Characters that are gathered before they are written. */
const appendedAtOnce = 1_000_000;

/**
 * Makes a folder whole or not at all: a draft beside it, on disk before it takes the name. `fill` adds texts to its files, by their names.
 *
 * @throws AppError FILE_EXISTS, FILE_UNREADABLE, DISK_FULL
 */
export function makeFolderWhole(
  folder: string,
  fill: (add: (file: string, text: string) => void) => void,
): void {
  const target = path.resolve(folder);
  if (statOf(target)) throw taken(target);
  const draft = path.join(path.dirname(target), `.assay-${randomUUID()}.tmp`);
  try {
    mkdirSync(draft, { mode: 0o700 });
    fill((file, text) => appendFileSync(path.join(draft, file), text, { flush: true, mode: ownerOnly }));
    if (statOf(target)) throw taken(target);
    renameSync(draft, target);
    syncFolder(path.dirname(target));
  } catch (error) {
    throw asAppError(error, target);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** A free name is taken by a link, which fails where somebody else took it meanwhile; where there are no links, by a rename. */
function giveName(draft: string, target: string, overwrite: boolean): void {
  if (!overwrite || !statOf(target)) {
    try {
      linkSync(draft, target);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST' && !overwrite) throw taken(target);
    }
  }
  assertReplaceable(target);
  renameSync(draft, target);
}

/** So that the name, too, outlives a power cut. Windows has no such call. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  try {
    const fd = openSync(folder, 'r');
    try {
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  } catch {
    // Some file systems keep names without being asked, and some folders cannot be opened.
  }
}

const taken = (file: string) =>
  new AppError('FILE_EXISTS', `There is already a file named ${path.basename(file)}.`, {
    file,
    mend: 'Choose another name, or allow it to be replaced.',
  });

function asAppError(error: unknown, file: string): unknown {
  if (error instanceof AppError) return error;
  const code = String((error as { code?: string }).code);
  const isFull = code === 'ENOSPC' || code === 'EDQUOT' || code.startsWith('SQLITE_FULL');
  return new AppError(
    isFull ? 'DISK_FULL' : 'FILE_UNREADABLE',
    isFull ? `There is no room to write ${file}.` : `${file} cannot be written.`,
    { file, mend: isFull ? 'Free some disk space, or choose another disk.' : 'Choose another folder.' },
    { cause: error },
  );
}
