import { randomBytes } from 'node:crypto';
import { accessSync, constants, copyFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { AppError } from '../shared/errors.ts';
import { copyDatabase } from './copy.ts';
import { damagedError, toAppError } from './errors.ts';
import {
  applicationId,
  type FileIdentity,
  isSameFile,
  makeOwn,
  readHeader,
  realFile,
  statOf,
} from './file-identity.ts';
import {
  firstState,
  giveNextState,
  keptWalName,
  readState,
  setAsideStrangeWal,
  setAsideWal,
  walOf,
  walSize,
} from './file-state.ts';
import { guardWrites } from './guard.ts';
import { lockProject, type ProjectLock } from './lock.ts';
import { migrate } from './migrations-list.ts';
import { misplacedError } from './misplaced.ts';
import { openPlaces, type PlaceFacts } from './open-places.ts';
import { assertOneName, misplacedNow, ProjectPlace } from './place.ts';
import { setProjectValue } from './project.ts';
import { assertSchema, emptyImage } from './schema.ts';
import { keyNames } from './secret-keys.ts';
import type { ReadableDb, WritableDb } from './types.ts';

export { applicationId };

export interface OpenProject {
  readonly db: WritableDb;
  /** Of the file itself: symbolic links are followed. */
  readonly path: string;
  readonly place: ProjectPlace;
  /** The last session ended without closing this project. */
  readonly recovered: boolean;
  readonly backupPath: string | null;
  /** Whether it is a copy that goes when it is closed, of a project that is open elsewhere or cannot be written. */
  readonly isSnapshot?: boolean;
  /** Of such a copy: the path of what it is a copy of. */
  readonly origin?: string;
  readonly isOpenElsewhere?: boolean;
  /** Where changes lie that were found beside the file but belong to another one; they were not applied. */
  readonly strangeChanges: string | null;
  /** Writes a compact copy, taken at one instant, to a path that does not exist yet; also of a misplaced project. */
  copyTo(target: string): void;
  /** Of a misplaced project: moves what was written into the file that is open, wherever it lies by now. */
  settle(): void;
  /** Moves what was written into the file itself once it is more than a few MB; never waits for other writers. */
  tidy(): void;
  close(): void;
}

/** Makes a new, empty project file at `file`. @throws AppError FILE_EXISTS, PROJECT_READ_ONLY, FILE_NOT_FOUND */
export function createProject(file: string, name: string, now: string): OpenProject {
  const full = realFile(file);
  assertFree(full);
  assertFolder(full);
  return guarded(full, () => {
    const lock = lockProject(full);
    let made: (FileIdentity & { strangers: string[] }) | undefined;
    let db: ReadableDb | undefined;
    try {
      // Of a project that was deleted: SQLite would drop them with what they hold.
      const strange = walSize(full) > 0 ? setAsideWal(full, now) : null;
      const strangers = ['-wal', '-shm'].filter((ending) => statOf(full + ending));
      made = { ...makeEmpty(full), strangers };
      const place = new ProjectPlace(full);
      try {
        // Into the file that is there, which no other process can have made meanwhile.
        writeFileSync(full, emptyImage(), { flag: 'r+', flush: true });
        db = connectPlain(full);
        beginProject(db as WritableDb, name, now);
        return opened(db, place, lock, { backupPath: null, strangeChanges: strange, recovered: false });
      } catch (error) {
        db?.close();
        place.close();
        throw error;
      }
    } catch (error) {
      if (made) removeOwn(full, made);
      lock.release();
      throw error;
    }
  });
}

/** What each project has as its own from the start: its name, its age and its secret keys. */
function beginProject(db: WritableDb, name: string, now: string): void {
  db.transaction(() => {
    db.prepare(`INSERT INTO project (key, value) VALUES ('name', ?), ('created_at', ?)`).run(name, now);
    for (const key of keyNames) setProjectValue(db, key, randomBytes(32).toString('hex'));
  }).immediate();
}

/** Opens an existing project, migrating it if it is older. @throws AppError, each case its own code */
export function openProject(file: string, now: string): OpenProject {
  const full = realFile(file);
  assertPresent(full);
  return guarded(full, () => {
    const lock = lockProject(full);
    let place: ProjectPlace | undefined;
    let db: ReadableDb | undefined;
    try {
      assertOneName(full);
      assertProjectFile(full);
      const strangeChanges = setAsideStrangeWal(full, now);
      place = new ProjectPlace(full);
      db = connectPlain(full);
      // What a crash left belongs into the file before a migration writes more.
      db.pragma('wal_checkpoint(TRUNCATE)');
      const backupPath = migrate(db as WritableDb, full, now);
      assertSchema(db, full);
      return opened(db, place, lock, { backupPath, strangeChanges, recovered: lock.leftBehind });
    } catch (error) {
      db?.close();
      place?.close();
      lock.release();
      const known = toAppError(error, full);
      throw known instanceof Database.SqliteError ? damagedError(known.message, full) : known;
    }
  });
}

/** Removes a project with what lies beside it. @throws AppError PROJECT_IN_USE while anybody has it open */
export function removeProject(file: string): void {
  const full = realFile(file);
  const lock = lockProject(full);
  try {
    for (const ending of ['', '-wal', '-shm']) rmSync(full + ending, { force: true });
  } finally {
    lock.release();
  }
}

/**
 * A further connection to the project that this process has open, for a worker thread; where it was opened, its path
 * will do. Writers wait up to `timeoutMs` for each other.
 *
 * @throws AppError PROJECT_NOT_IN_PLACE when another file lies there by now
 */
export function connect(project: PlaceFacts | string, timeoutMs = patienceMs): WritableDb {
  const place =
    typeof project === 'string' ? [...openPlaces].find(({ file }) => file === realFile(project)) : project;
  if (!place) throw new AppError('NO_PROJECT', 'This project is not open.');
  const { file, session } = place;
  const look = () => misplacedNow(place);
  const why = look();
  if (why) throw misplacedError(why, file);
  return guardWrites(connectPlain(file, timeoutMs), { file, session, look });
}

/**
 * A further connection that only reads, for a thread: nobody takes its work for a change of the file.
 *
 * @throws AppError PROJECT_NOT_IN_PLACE when another file lies there by now
 */
export function connectToRead(place: PlaceFacts): ReadableDb {
  const why = misplacedNow(place);
  if (why) throw misplacedError(why, place.file);
  return new Database(place.file, { readonly: true, timeout: patienceMs });
}

/** How long the engine waits for another writer before it turns to something else and tries again. */
const patienceMs = 10;

/** A `-wal` up to this size waits for the end of the session. */
const largeWal = 8 * 2 ** 20;

/** What a long write left in the `-wal` goes into the file, unless somebody is reading it. */
export function moveIntoFile(db: ReadableDb, file: string): void {
  if (walSize(file) < largeWal) return;
  db.pragma(`busy_timeout = ${patienceMs}`);
  db.pragma('wal_checkpoint(TRUNCATE)');
}

function connectPlain(file: string, timeoutMs = patienceMs): ReadableDb {
  const db = new Database(file, { timeout: timeoutMs, fileMustExist: true });
  try {
    if (db.pragma('journal_mode = WAL', { simple: true }) !== 'wal') {
      throw new AppError(
        'PROJECT_READ_ONLY',
        'The folder does not allow the files SQLite needs beside the project.',
        { file, remedy: 'Move the project to a local disk folder you may write to.' },
      );
    }
    db.pragma('synchronous = FULL');
    db.pragma('foreign_keys = ON');
    db.pragma('cache_size = -65536');
    // Each round of the `-wal` begins with the state it builds on, so none may begin unseen.
    db.pragma('wal_autocheckpoint = 0');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function opened(
  plain: ReadableDb,
  place: ProjectPlace,
  lock: ProjectLock,
  facts: Pick<OpenProject, 'backupPath' | 'strangeChanges' | 'recovered'>,
): OpenProject {
  const { file } = place;
  const copy = copyDatabase(plain);
  if ((readState(plain)?.state ?? firstState) === firstState) giveNextState(plain, place.session);
  plain.pragma('wal_checkpoint(TRUNCATE)');
  place.follow(plain);
  const db = guardWrites(plain, place);
  return {
    db,
    path: file,
    place,
    ...facts,
    copyTo: copy,
    settle() {
      const { misplaced } = place;
      if (misplaced === 'gone' || misplaced === 'replaced') db.pragma('wal_checkpoint(TRUNCATE)');
    },
    tidy() {
      if (place.look() === null) moveIntoFile(db, file);
    },
    close() {
      if (!db.open) return;
      try {
        if (place.look() === null) db.close();
        else closeMisplaced(db, place);
      } finally {
        lock.release();
        place.close();
      }
    },
  };
}

/**
 * Closes a project whose file is no longer, or not alone, at its path: what was written goes into that file, wherever
 * it is, and no `-wal` stays behind that could be taken for the one of another file.
 */
function closeMisplaced(db: WritableDb, place: ProjectPlace): void {
  const { file, misplaced } = place;
  const now = new Date().toISOString();
  if (misplaced === 'overwritten') {
    // SQLite would move it into the foreign content as it closes. An emptied one has nothing to move.
    if (place.walSize > 0) {
      copyFileSync(walOf(file), keptWalName(file, now));
      truncateSync(walOf(file), 0);
    }
    db.close();
    return;
  }
  const own = statOf(walOf(file));
  const [moved] = db.pragma('wal_checkpoint(TRUNCATE)') as [{ busy: number }];
  db.close();
  const there = statOf(walOf(file));
  if (!own || !there || !isSameFile(own, there)) return;
  if (moved.busy !== 0 && there.size > 0n && misplaced !== 'second-name') setAsideWal(file, now);
  else if (misplaced === 'gone')
    for (const ending of ['-wal', '-shm']) rmSync(file + ending, { force: true });
}

function guarded<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw toAppError(error, file);
  }
}

/** Makes the file for us alone: one that somebody else makes at the same instant is not taken for ours. */
function makeEmpty(file: string): FileIdentity {
  try {
    makeOwn(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw fileExists(file);
    throw error;
  }
  const { dev, ino } = statSync(file, { bigint: true });
  return { dev, ino };
}

/** Takes away what a project that could not be made left behind, and nothing that was there before. */
function removeOwn(file: string, made: FileIdentity & { strangers: string[] }): void {
  const there = statOf(file);
  if (!there || !isSameFile(there, made)) return;
  const endings = ['', '-wal', '-shm'].filter((ending) => !made.strangers.includes(ending));
  for (const ending of endings) rmSync(file + ending, { force: true });
}

function assertFree(file: string): void {
  if (statOf(file)) throw fileExists(file);
}

const fileExists = (file: string) =>
  new AppError('FILE_EXISTS', `There is already a file named ${path.basename(file)}.`, {
    file,
    remedy: 'Choose another name, or open the file that is there.',
  });

function assertFolder(file: string): void {
  const folder = path.dirname(file);
  if (!statOf(folder)?.isDirectory()) {
    throw new AppError('FILE_NOT_FOUND', `There is no folder ${folder}.`, {
      file,
      remedy: 'Choose a folder that exists.',
    });
  }
  assertWritable(folder, file, 'The folder cannot be written.');
}

function assertWritable(target: string, file: string, message: string): void {
  try {
    accessSync(target, constants.W_OK);
  } catch (error) {
    throw new AppError(
      'PROJECT_READ_ONLY',
      message,
      { file, remedy: 'Copy the project to a folder you may write to and open the copy.' },
      { cause: error },
    );
  }
}

function assertPresent(file: string): void {
  const there = statOf(file);
  if (!there) {
    throw new AppError('FILE_NOT_FOUND', `There is no file ${file}.`, {
      file,
      remedy: `It may have been moved or renamed; open it from there. At a command line this makes a new one: assay init ${JSON.stringify(file)}`,
    });
  }
  if (!there.isFile()) throw notAProject(file);
  assertWritable(path.dirname(file), file, 'The folder of this project cannot be written.');
  assertWritable(file, file, 'This project file is write-protected.');
}

function assertProjectFile(file: string): void {
  if (readHeader(file).applicationId !== applicationId) throw notAProject(file);
}

const notAProject = (file: string) =>
  new AppError('NOT_A_PROJECT', `${path.basename(file)} is not an Assay project. It was not changed.`, {
    file,
    remedy: 'Choose a file that Assay made (.assay). To load data, open a project and import the file there.',
  });
