import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, read, readFileSync, readSync } from 'node:fs';
import { promisify } from 'node:util';
import { AppError } from '../shared/errors.ts';
import { integer } from './columns.ts';
import { isSameFile, statOf } from './file-identity.ts';
import { countOf, newSession, readState, sessionOf, stateOfPage, walSize } from './file-state.ts';
import type { Misplaced } from './misplaced.ts';
import { openPlaces, type PlaceFacts } from './open-places.ts';
import { selectValues } from './query.ts';
import type { ReadableDb } from './types.ts';

/** Whether the file at the path is still the one that was opened. One look at the folder, no file is opened. */
export function misplacedNow({ file, dev, ino }: PlaceFacts): Misplaced | null {
  const there = statOf(file);
  if (!there) return 'gone';
  if (!isSameFile(there, { dev, ino })) return 'replaced';
  return there.nlink > 1n ? 'second-name' : null;
}

/** @throws AppError PROJECT_NOT_IN_PLACE when the file has more than one name, or a mount makes it appear here */
export function assertOneName(file: string): void {
  const there = statOf(file);
  if (there && there.nlink > 1n) {
    throw new AppError(
      'PROJECT_NOT_IN_PLACE',
      'This project file has a second name (a hard link), under which another Assay could change it unseen.',
      { file, remedy: 'Copy the file (not as a link) and open the copy, or remove the other name.' },
    );
  }
  if (isMountedAlone(file)) {
    throw new AppError(
      'PROJECT_NOT_IN_PLACE',
      'This project file is mounted here by itself, so another Assay could change it unseen where it lies.',
      { file, remedy: 'Mount the folder of the project instead, or copy the file and open the copy.' },
    );
  }
}

function isMountedAlone(file: string): boolean {
  if (process.platform !== 'linux') return false;
  try {
    return isMountPoint(file, readFileSync('/proc/self/mountinfo', 'utf8'));
  } catch {
    return false;
  }
}

/** Whether a list of mounts, as Linux has it, names the file; it writes the signs that part its lines in octal figures. */
export function isMountPoint(file: string, mounts: string): boolean {
  const escaped = file.replaceAll(/[ \t\n\\]/g, (c) => `\\${c.charCodeAt(0).toString(8).padStart(3, '0')}`);
  return mounts.split('\n').some((line) => line.split(' ')[4] === escaped);
}

const rootPage = selectValues(integer, `SELECT rootpage FROM sqlite_schema WHERE name = 'file_state'`);

const readPart = promisify(read);
const hashedAtOnce = 2 ** 20;

/**
 * Where the open project lies, and whether it still does. A descriptor of its own tells a file that was written over
 * from one that only checkpoints changed; it is closed last, for closing it drops the locks of SQLite.
 */
export class ProjectPlace implements PlaceFacts {
  readonly file: string;
  readonly dev: bigint;
  readonly ino: bigint;
  readonly session = newSession();
  /** What was found when it was last looked at. */
  misplaced: Misplaced | null = null;
  onChange: () => void = () => {};
  readonly #fd: number;
  #page: { at: number; size: number } | undefined;
  #state = '';
  #times = '';

  constructor(file: string) {
    this.file = file;
    this.#fd = openSync(file, 'r');
    const { dev, ino } = fstatSync(this.#fd, { bigint: true });
    this.dev = dev;
    this.ino = ino;
    openPlaces.add(this);
  }

  /** From here on every change of the file itself is looked at. The `-wal` must be empty. */
  follow(db: ReadableDb): void {
    const size = db.pragma('page_size', { simple: true }) as number;
    this.#page = { at: (rootPage.one(db) - 1) * size, size };
    this.#state = readState(db)?.state ?? '';
    this.#times = this.#timesNow();
  }

  /** What a thread is told. */
  get facts(): PlaceFacts {
    const { file, dev, ino, session } = this;
    return { file, dev, ino, session };
  }

  /** No name leads to the file any more. */
  get isDeleted(): boolean {
    return fstatSync(this.#fd).nlink === 0;
  }

  get walSize(): number {
    return walSize(this.file);
  }

  /**
   * SHA-256 of the file, read beside other work; undefined where some of what was written still waits in the `-wal`. The place must stay
   * open until it is there.
   *
   * @throws the reason of the signal once that is aborted
   */
  async hashOfFile(signal: AbortSignal): Promise<string | undefined> {
    if (this.walSize > 0) return undefined;
    const hash = createHash('sha256');
    const chunk = Buffer.allocUnsafe(hashedAtOnce);
    for (let at = 0; ; ) {
      const { bytesRead } = await readPart(this.#fd, chunk, 0, chunk.length, at);
      signal.throwIfAborted();
      if (bytesRead === 0) break;
      hash.update(chunk.subarray(0, bytesRead));
      at += bytesRead;
    }
    return this.walSize > 0 ? undefined : hash.digest('hex');
  }

  look(): Misplaced | null {
    const found =
      this.misplaced === 'overwritten' ? 'overwritten' : (misplacedNow(this) ?? this.#overwritten());
    if (found !== this.misplaced) {
      this.misplaced = found;
      this.onChange();
    }
    return found;
  }

  close(): void {
    if (openPlaces.delete(this)) closeSync(this.#fd);
  }

  #timesNow(): string {
    const { size, mtimeNs, ctimeNs } = fstatSync(this.#fd, { bigint: true });
    return `${size} ${mtimeNs} ${ctimeNs}`;
  }

  /** States only go forward, and this session alone gives them: any other one came with other content. */
  #overwritten(): 'overwritten' | null {
    const times = this.#timesNow();
    if (this.#page === undefined || times === this.#times) return null;
    const state = this.#stateOnDisk();
    if (state === null) return 'overwritten';
    const isStrange = state !== this.#state && sessionOf(state) !== this.session;
    const isBack = sessionOf(this.#state) === this.session && countOf(state) < countOf(this.#state);
    if (isStrange || isBack) return 'overwritten';
    this.#state = state;
    this.#times = times;
    return null;
  }

  #stateOnDisk(): string | null {
    const { at, size } = this.#page!;
    // What lies beyond the end of the file stays 0, and that is no state.
    const page = Buffer.alloc(size);
    readSync(this.#fd, page, 0, size, at);
    return stateOfPage(page)?.state ?? null;
  }
}
