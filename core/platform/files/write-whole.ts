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
import {
  applicationId,
  isSameFile,
  ownerOnly,
  readHeader,
  realFile,
  statOf,
} from '../../../db/file-identity.ts';
import { openPlaces } from '../../../db/open-places.ts';
import { AppError } from '../../../shared/errors.ts';

const companion = /-(?:wal|shm|lock|journal)$/i;
const projectEnding = '.assay';

/**
 * The path that a file may be written to, with symbolic links followed, or a refusal: no flag lets any writer replace a
 * project, what SQLite and Assay keep beside one, or a project that is open. All writers of files ask here.
 *
 * @throws AppError CONFLICT, FILE_EXISTS
 */
function assertReplaceable(target: string): string {
  const file = realFile(target);
  const there = statOf(file);
  if (there && !there.isFile()) {
    throw new AppError('FILE_EXISTS', `${file} is a folder or a device, not a file.`, {
      file,
      remedy: 'Choose the name of a file.',
    });
  }
  // First, for reading the header of a project that is open here would drop its locks.
  if (isPartOfOpenProject(file)) throw refused(file, 'belongs to the project that is open');
  if (isBesideProject(file)) throw refused(file, 'belongs to a project: its unsaved changes or its lock');
  const kind = there ? kindOf(file) : 'other';
  if (kind === 'unreadable') throw refused(file, 'cannot be read, so it may be a project');
  if (kind === 'project') throw refused(file, 'is an Assay project');
  if (there && statOf(`${file}-lock`)) throw refused(file, 'is open in Assay');
  return file;
}

const refused = (file: string, why: string) =>
  new AppError('CONFLICT', `${path.basename(file)} ${why}. It was not replaced.`, {
    file,
    remedy: 'Choose another name.',
  });

function isPartOfOpenProject(file: string): boolean {
  const there = statOf(file);
  return [...openPlaces].some(({ file: project, dev, ino }) => {
    if (there && isSameFile(there, { dev, ino })) return true;
    return ['', '-wal', '-shm', '-lock', '-journal'].some((ending) => {
      if (file === project + ending) return true;
      const part = there && statOf(project + ending);
      return part !== undefined && isSameFile(part, there!);
    });
  });
}

function isBesideProject(file: string): boolean {
  const kept = file.lastIndexOf('.kept-');
  const names = kept > path.dirname(file).length ? [file, file.slice(0, kept)] : [file];
  return names.some((name) => {
    const owner = name.replace(companion, '');
    if (owner === name) return false;
    if (owner.toLowerCase().endsWith(projectEnding)) return true;
    return statOf(owner)?.isFile() === true && kindOf(owner) === 'project';
  });
}

function kindOf(file: string): 'project' | 'unreadable' | 'other' {
  try {
    const { isSqlite, applicationId: id } = readHeader(file);
    const isProject = id === applicationId || (isSqlite && file.toLowerCase().endsWith(projectEnding));
    return isProject ? 'project' : 'other';
  } catch {
    return 'unreadable';
  }
}

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
 * @param isReplaceable whether a folder that is there may go; what it throws is why not
 * @throws AppError FILE_EXISTS, FILE_UNREADABLE, DISK_FULL
 */
export function makeFolderWhole(
  folder: string,
  fill: (add: (file: string, text: string) => void) => void,
  isReplaceable: (there: string) => boolean = () => false,
): void {
  const target = path.resolve(folder);
  const isTaken = () => statOf(target) !== undefined && !isReplaceable(target);
  if (isTaken()) throw taken(target);
  const draft = path.join(path.dirname(target), `.assay-${randomUUID()}.tmp`);
  try {
    mkdirSync(draft, { mode: 0o700 });
    fill((file, text) => appendFileSync(path.join(draft, file), text, { flush: true, mode: ownerOnly }));
    if (isTaken()) throw taken(target);
    giveFolderName(draft, target);
    syncFolder(path.dirname(target));
  } catch (error) {
    throw asAppError(error, target);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** A folder that is there goes aside first, and comes back where the new one cannot take its name. */
function giveFolderName(draft: string, target: string): void {
  if (!statOf(target)) {
    renameSync(draft, target);
    return;
  }
  const aside = path.join(path.dirname(target), `.assay-${randomUUID()}.old`);
  renameSync(target, aside);
  try {
    renameSync(draft, target);
  } catch (error) {
    renameSync(aside, target);
    throw error;
  }
  rmSync(aside, { recursive: true, force: true });
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
    remedy: 'Choose another name, or have it replaced (--overwrite on the command line).',
  });

function asAppError(error: unknown, file: string): unknown {
  if (error instanceof AppError) return error;
  const code = String((error as { code?: string }).code);
  const isFull = code === 'ENOSPC' || code === 'EDQUOT' || code.startsWith('SQLITE_FULL');
  return new AppError(
    isFull ? 'DISK_FULL' : 'FILE_UNREADABLE',
    isFull ? `There is no room to write ${file}.` : `${file} cannot be written.`,
    { file, remedy: isFull ? 'Free some disk space, or choose another disk.' : 'Choose another folder.' },
    { cause: error },
  );
}
