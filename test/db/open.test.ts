import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { realFile } from '../../db/file-identity.ts';
import { readState, sessionOf, walOf, walSize } from '../../db/file-state.ts';
import {
  applicationId,
  connect,
  connectToRead,
  createProject,
  moveIntoFile,
  type OpenProject,
  openProject,
  removeProject,
} from '../../db/open.ts';
import { openPlaces } from '../../db/open-places.ts';
import { getProjectValue, setProjectValue } from '../../db/project.ts';
import type { ReadableDb } from '../../db/types.ts';
import { openIn, tellsWhatIsHeld } from './support/held.ts';

const now = '2026-01-02T03:04:05.678Z';
const newFolder = () => realFile(mkdtempSync(path.join(os.tmpdir(), 'assay-open-')));
const refused = (code: string, message = '') =>
  expect.objectContaining({ code, message: expect.stringContaining(message) as string }) as Error;

/** Two projects as they lie closed, made once. */
let template: string;
let otherTemplate: string;
let folder: string;
let file: string;
const open: OpenProject[] = [];
const opened = (at = file): OpenProject => {
  const project = openProject(at, now);
  open.push(project);
  return project;
};
/** What the file itself holds under a name, read by somebody else. */
const valueIn = (at: string, key: string) => {
  const db = new Database(at, { readonly: true });
  const value = getProjectValue(db as unknown as ReadableDb, key);
  db.close();
  return value;
};
const names = () => readdirSync(folder).sort();
const pragma = (db: ReadableDb, name: string) => db.pragma(name, { simple: true });

beforeAll(() => {
  template = path.join(newFolder(), 'template.assay');
  otherTemplate = path.join(newFolder(), 'other.assay');
  createProject(template, 'Template', now).close();
  createProject(otherTemplate, 'Other', now).close();
});
beforeEach(() => {
  folder = newFolder();
  file = path.join(folder, 'p.assay');
  copyFileSync(template, file);
});
afterEach(() => {
  for (const project of open.splice(0)) project.close();
  // What is closed holds no file open, in whatever way it ended.
  if (tellsWhatIsHeld) expect(openIn(folder)).toEqual([]);
});

describe('a new project', () => {
  test('has its name, the instant it was made, a state of its own, and takes the path for itself', () => {
    const at = path.join(folder, 'new.assay');
    const project = createProject(at, 'New', now);
    open.push(project);
    expect(['name', 'created_at'].map((key) => getProjectValue(project.db, key))).toEqual(['New', now]);
    expect(pragma(project.db, 'application_id')).toBe(applicationId);
    expect([project.path, project.recovered, project.backupPath, project.strangeChanges]).toEqual([
      ...[at, false, null, null],
    ]);
    expect(sessionOf(readState(project.db)!.state)).toBe(project.place.session);
    expect(walSize(at)).toBe(0);
    expect(() => createProject(at, 'New', now)).toThrow(refused('FILE_EXISTS', 'new.assay'));
    expect(() => openProject(at, now)).toThrow(refused('PROJECT_IN_USE'));
  });

  test('is not made where there is no folder, and nothing is left there', () => {
    for (const at of ['none/p.assay', 'p.assay/p.assay'])
      expect(() => createProject(path.join(folder, at), 'New', now)).toThrow(
        refused('FILE_NOT_FOUND', 'folder'),
      );
    expect(names()).toEqual(['p.assay']);
  });

  test('puts aside what was written beside a project that was deleted, unless that is nothing', () => {
    const at = path.join(folder, 'new.assay');
    writeFileSync(walOf(at), 'what was said');
    const project = createProject(at, 'New', now);
    expect(readFileSync(project.strangeChanges!, 'utf8')).toBe('what was said');
    project.close();
    rmSync(at);
    writeFileSync(walOf(at), '');
    const second = createProject(at, 'New', now);
    open.push(second);
    expect(second.strangeChanges).toBeNull();
  });

  test('that cannot be made leaves what was there before, and the path free', () => {
    const at = path.join(folder, 'new.assay');
    writeFileSync(walOf(at), 'what was said');
    expect(() => createProject(at, {} as string, now)).toThrow();
    expect(names().filter((name) => !name.includes('.kept-'))).toEqual(['p.assay']);
    expect(names()).toHaveLength(2);
    createProject(at, 'New', now).close();
    expect(openPlaces.size).toBe(0);
    rmSync(at);
    mkdirSync(`${at}-shm`);
    expect(() => createProject(at, 'New', now)).toThrow(refused('PROJECT_READ_ONLY'));
    expect(names().filter((name) => !name.includes('.kept-'))).toEqual(['new.assay-shm', 'p.assay']);
  });
});

describe('opening', () => {
  test('reads and writes as it must, and leaves the state it found', () => {
    const before = new Database(file, { readonly: true });
    const state = readState(before as unknown as ReadableDb);
    before.close();
    const { db } = opened();
    expect(readState(db)).toEqual(state);
    expect(
      ['foreign_keys', 'synchronous', 'journal_mode', 'wal_autocheckpoint', 'cache_size', 'busy_timeout'].map(
        (name) => pragma(db, name),
      ),
    ).toEqual([1, 2, 'wal', 0, -65_536, 10]);
    expect(openPlaces.size).toBe(1);
  });

  test('says whether the last session ended without closing', () => {
    writeFileSync(`${file}-lock`, '');
    expect(opened().recovered).toBe(true);
  });

  test('moves what a crash left beside the file into it', () => {
    const project = opened();
    setProjectValue(project.db, 'said', 'a');
    const at = path.join(folder, 'left.assay');
    copyFileSync(file, at);
    copyFileSync(walOf(file), walOf(at));
    expect([valueIn(template, 'said'), walSize(at) > 0]).toEqual([undefined, true]);
    const left = opened(at);
    expect([getProjectValue(left.db, 'said'), walSize(at), left.strangeChanges]).toEqual(['a', 0, null]);
  });

  test('puts aside what belongs to another file, and says where it lies', () => {
    const project = opened();
    setProjectValue(project.db, 'said', 'a');
    const at = path.join(folder, 'other.assay');
    copyFileSync(otherTemplate, at);
    copyFileSync(walOf(file), walOf(at));
    const bytes = readFileSync(walOf(at));
    const other = opened(at);
    expect(getProjectValue(other.db, 'said')).toBeUndefined();
    expect(readFileSync(other.strangeChanges!).equals(bytes)).toBe(true);
  });

  test.each<[string, () => void, string, string]>([
    ['no file', () => rmSync(file), 'FILE_NOT_FOUND', 'no file'],
    ['a folder', () => [rmSync(file), mkdirSync(file)], 'NOT_A_PROJECT', 'p.assay'],
    ['text', () => writeFileSync(file, 'id,question\n'.repeat(20)), 'NOT_A_PROJECT', 'not changed'],
    ['a second name', () => linkSync(file, `${file}.link`), 'PROJECT_NOT_IN_PLACE', 'second name'],
    [
      'a project without tables',
      () => writeFileSync(file, emptyOfVersion(10)),
      'PROJECT_DAMAGED',
      'no such table',
    ],
  ])('refuses %s and gives the path free', (_, change, code, message) => {
    change();
    const before = existsSync(file) && code !== 'NOT_A_PROJECT' ? readFileSync(file).toString('base64') : '';
    for (const _again of [1, 2]) expect(() => openProject(file, now)).toThrow(refused(code, message));
    if (code === 'PROJECT_NOT_IN_PLACE') expect(readFileSync(file).toString('base64')).toBe(before);
    expect(names().filter((name) => /-(lock|wal|shm)$/.test(name))).toEqual([]);
    expect(openPlaces.size).toBe(0);
  });

  /** A database of ours by its number, in which nothing is. */
  function emptyOfVersion(version: number): Buffer {
    const at = path.join(newFolder(), 'empty.db');
    const db = new Database(at);
    db.pragma(`application_id = ${applicationId}`);
    db.pragma(`user_version = ${version}`);
    db.close();
    return readFileSync(at);
  }

  test('closed once, it can be opened again; closed twice, nothing happens', () => {
    const project = opened();
    project.close();
    project.close();
    expect([names(), openPlaces.size]).toEqual([['p.assay'], 0]);
    const again = opened();
    project.close();
    expect(getProjectValue(again.db, 'name')).toBe('Template');
    expect(() => openProject(file, now)).toThrow(refused('PROJECT_IN_USE'));
  });

  test('removed with all that lies beside it, unless somebody has it open', () => {
    const project = opened();
    expect(() => removeProject(file)).toThrow(refused('PROJECT_IN_USE'));
    expect(existsSync(file)).toBe(true);
    project.close();
    for (const ending of ['-wal', '-shm', '-other']) writeFileSync(file + ending, '');
    removeProject(file);
    removeProject(file);
    expect(names()).toEqual(['p.assay-other']);
  });
});

describe('a further connection', () => {
  test('writes to the project that is open, by its path or by what is known of its place', () => {
    const project = opened();
    for (const way of [file, project.place.facts]) {
      const db = connect(way, 77);
      setProjectValue(db, 'said', typeof way);
      expect([
        getProjectValue(project.db, 'said'),
        pragma(db, 'busy_timeout'),
        pragma(db, 'foreign_keys'),
      ]).toEqual([...[typeof way, 77, 1]]);
      expect(sessionOf(readState(project.db)!.state)).toBe(project.place.session);
      db.close();
    }
    const db = connect(file);
    expect(pragma(db, 'busy_timeout')).toBe(10);
    db.close();
    expect(() => connect(template)).toThrow(refused('NO_PROJECT'));
  });

  test('only reads where it is told to', () => {
    const project = opened();
    const db = connectToRead(project.place.facts);
    expect([getProjectValue(db, 'name'), pragma(db, 'busy_timeout')]).toEqual(['Template', 10]);
    expect(() => db.exec('DELETE FROM project')).toThrow(/readonly/);
    db.close();
  });

  test('is not made to another file', () => {
    const { facts } = opened().place;
    renameSync(file, `${file}.moved`);
    for (const join of [() => connect(facts), () => connect(file), () => connectToRead(facts)])
      expect(join).toThrow(refused('PROJECT_NOT_IN_PLACE'));
  });

  test('to a file that is gone fails and makes none', () => {
    const { place } = opened();
    const gone = { ...place.facts, file: path.join(folder, 'none.assay') };
    for (const join of [() => connect(gone), () => connectToRead(gone)]) expect(join).toThrow();
    expect(existsSync(gone.file)).toBe(false);
  });
});

describe('what was written', () => {
  const mega = 2 ** 20;
  const large = 'x'.repeat(9 * mega);

  test('moves into the file once it is 8 MB, and waits for nobody long', () => {
    const { db } = opened();
    const beside = path.join(folder, 'beside');
    setProjectValue(db, 'said', 'a');
    const sizes = [8 * mega - 1, 8 * mega].map((size) => {
      writeFileSync(walOf(beside), '');
      truncateSync(walOf(beside), size);
      db.pragma('busy_timeout = 5000');
      moveIntoFile(db, beside);
      return [walSize(file) > 0, pragma(db, 'busy_timeout')];
    });
    expect(sizes).toEqual([
      [true, 5000],
      [false, 10],
    ]);
  });

  test('is tidied away in the project that lies in its place, and in no other', () => {
    const project = opened();
    setProjectValue(project.db, 'said', 'a');
    project.tidy();
    expect(walSize(file)).toBeGreaterThan(0);
    setProjectValue(project.db, 'said', large);
    linkSync(file, `${file}.link`);
    project.tidy();
    expect(walSize(file)).toBeGreaterThan(8 * mega);
    rmSync(`${file}.link`);
    project.tidy();
    expect(walSize(file)).toBe(0);
  });

  test.each<[string, (at: string) => void, boolean]>([
    ['gone', (at) => renameSync(file, at), true],
    ['replaced', (at) => [renameSync(file, at), copyFileSync(template, file)], true],
    ['with a second name', (at) => linkSync(file, at), false],
    ['in its place', (at) => copyFileSync(file, at), false],
  ])('goes into the file that is %s when it is settled', (_, move, isSettled) => {
    const project = opened();
    setProjectValue(project.db, 'said', 'a');
    const at = path.join(folder, 'moved.assay');
    move(at);
    project.place.look();
    project.settle();
    expect(walSize(file) === 0).toBe(isSettled);
  });

  test('goes with a file that was moved, and nothing stays at its path', () => {
    const project = opened();
    setProjectValue(project.db, 'said', 'a');
    renameSync(file, path.join(folder, 'moved.assay'));
    // Somebody may have tidied up already.
    rmSync(`${file}-shm`);
    project.close();
    expect(names()).toEqual(['moved.assay']);
    expect(valueIn(path.join(folder, 'moved.assay'), 'said')).toBe('a');
    expect(openPlaces.size).toBe(0);
  });

  test('goes with a file in whose place another one lies, which stays as it is', () => {
    const project = opened();
    setProjectValue(project.db, 'said', 'a');
    const moved = path.join(folder, 'moved.assay');
    renameSync(file, moved);
    copyFileSync(template, file);
    project.close();
    expect(valueIn(moved, 'said')).toBe('a');
    expect([readFileSync(file).equals(readFileSync(template)), walSize(file)]).toEqual([true, 0]);
    expect(getProjectValue(opened().db, 'said')).toBeUndefined();
  });

  test('is put aside where somebody still reads it, lest it be taken for that of the other file', () => {
    const project = opened();
    setProjectValue(project.db, 'said', 'a');
    const reader = new Database(file, { readonly: true });
    const reading = reader.prepare('SELECT key FROM project').iterate();
    reading.next();
    renameSync(file, path.join(folder, 'moved.assay'));
    copyFileSync(template, file);
    project.close();
    const kept = names().filter((name) => name.includes('-wal.kept-20'));
    expect([kept.length, existsSync(walOf(file))]).toEqual([1, false]);
    reading.return?.();
    reader.close();
  });

  test('is kept beside a file that was written over, whose new content stays', () => {
    const project = opened();
    setProjectValue(project.db, 'said', 'a');
    const written = readFileSync(walOf(file));
    const other = path.join(folder, 'other.assay');
    copyFileSync(otherTemplate, other);
    writeFileSync(file, readFileSync(other));
    utimesSync(file, 1, 1);
    expect(project.place.look()).toBe('overwritten');
    project.settle();
    expect(walSize(file)).toBe(written.length);
    project.close();
    const [kept] = names().filter((name) => name.includes('-wal.kept-20'));
    expect(readFileSync(path.join(folder, kept!)).equals(written)).toBe(true);
    expect([readFileSync(file).equals(readFileSync(other)), walSize(file)]).toEqual([true, 0]);
  });

  test('is kept nowhere where nothing was written before the file was written over', () => {
    const project = opened();
    writeFileSync(file, Buffer.alloc(readFileSync(file).length));
    utimesSync(file, 1, 1);
    project.close();
    expect(names()).not.toContainEqual(expect.stringContaining('kept'));
  });

  test('stays with a file that has a second name', () => {
    const project = opened();
    setProjectValue(project.db, 'said', 'a');
    linkSync(file, `${file}.link`);
    project.close();
    expect(names()).not.toContainEqual(expect.stringContaining('kept'));
    rmSync(`${file}.link`);
    expect(getProjectValue(opened().db, 'said')).toBe('a');
  });

  test('is copied whole, under a state of its own, and no draft stays', () => {
    const project = opened();
    setProjectValue(project.db, 'said', 'a');
    const copy = path.join(folder, 'copy.assay');
    project.copyTo(copy);
    expect(names().filter((name) => name.includes('tmp'))).toEqual([]);
    const db = new Database(copy, { readonly: true }) as unknown as ReadableDb;
    expect(getProjectValue(db, 'said')).toBe('a');
    const [own, other] = [readState(project.db)!.state, readState(db)!];
    expect([other.base, sessionOf(other.state) === sessionOf(own)]).toEqual([own, false]);
    db.close();
    expect(() => project.copyTo(path.join(folder, 'none', 'copy.assay'))).toThrow();
  });
});
