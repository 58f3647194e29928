import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { realFile } from '../../db/file-identity.ts';
import { lockProject } from '../../db/lock.ts';
import { locksOn, openIn, tellsWhatIsHeld } from './support/held.ts';

const projectIn = () => path.join(realFile(mkdtempSync(path.join(os.tmpdir(), 'assay-lock-'))), 'a.assay');

describe('the lock of a project', () => {
  test('is held once, by whatever path, and leaves no file behind', () => {
    const file = projectIn();
    const lock = lockProject(file);
    expect(lock.leftBehind).toBe(false);
    expect(existsSync(`${file}-lock`)).toBe(true);
    expect(() => lockProject(file)).toThrow(expect.objectContaining({ code: 'PROJECT_IN_USE' }));
    lock.release();
    expect(existsSync(`${file}-lock`)).toBe(false);
    lock.release();
    lockProject(file).release();
  });

  test('a file that a process left behind when it ended is taken over, and said to have been there', () => {
    const file = projectIn();
    writeFileSync(`${file}-lock`, '');
    const lock = lockProject(file);
    expect(lock.leftBehind).toBe(true);
    lock.release();
    expect(existsSync(`${file}-lock`)).toBe(false);
  });

  test('one that is no lock at all is made anew', () => {
    const file = projectIn();
    writeFileSync(`${file}-lock`, 'what somebody wrote there, '.repeat(100));
    const lock = lockProject(file);
    expect(existsSync(`${file}-lock`)).toBe(true);
    expect(() => lockProject(file)).toThrow(expect.objectContaining({ code: 'PROJECT_IN_USE' }));
    lock.release();
    expect(existsSync(`${file}-lock`)).toBe(false);
  });

  test.skipIf(process.platform === 'win32')(
    'a link in its place leads nowhere: what it points at stays as it is',
    () => {
      const file = projectIn();
      const other = path.join(path.dirname(file), 'notes.txt');
      const missing = path.join(path.dirname(file), 'missing.txt');
      writeFileSync(other, 'mine');
      for (const target of [other, missing]) {
        symlinkSync(target, `${file}-lock`);
        const lock = lockProject(file);
        expect(lock.leftBehind).toBe(false);
        lock.release();
        expect(existsSync(`${file}-lock`)).toBe(false);
      }
      expect(readFileSync(other, 'utf8')).toBe('mine');
      expect(existsSync(missing)).toBe(false);
    },
  );

  test('where nobody may write the reason is said', () => {
    const file = path.join(path.dirname(projectIn()), 'no such folder', 'a.assay');
    expect(() => lockProject(file)).toThrow(expect.objectContaining({ code: 'PROJECT_READ_ONLY' }));
  });

  test.skipIf(!tellsWhatIsHeld)(
    'a try that is refused takes nothing from whoever holds it, and leaves nothing open',
    () => {
      const file = projectIn();
      const folder = path.dirname(file);
      const lock = lockProject(file);
      const held = [locksOn(`${file}-lock`), openIn(folder)];
      expect(locksOn(`${file}-lock`)).toBeGreaterThan(0);
      for (const _again of [1, 2]) expect(() => lockProject(file)).toThrow(/another window/);
      expect([locksOn(`${file}-lock`), openIn(folder)]).toEqual(held);
      lock.release();
      expect(openIn(folder)).toEqual([]);
      writeFileSync(`${file}-lock`, 'no lock, '.repeat(100));
      lockProject(file).release();
      expect(openIn(folder)).toEqual([]);
    },
  );

  test('one that SQLite of another hand holds is in use, and nothing of the try stays', () => {
    const file = projectIn();
    const other = new Database(`${file}-lock`);
    other.exec('BEGIN EXCLUSIVE');
    expect(() => lockProject(file)).toThrow(
      expect.objectContaining({
        code: 'PROJECT_IN_USE',
        details: expect.objectContaining({ file }) as object,
      }),
    );
    other.exec('ROLLBACK');
    other.close();
    if (tellsWhatIsHeld) expect(openIn(path.dirname(file))).toEqual([]);
    const lock = lockProject(file);
    expect(lock.leftBehind).toBe(true);
    lock.release();
  });

  test('a lock file that another one took the place of is not removed with the lock', () => {
    const file = projectIn();
    const lock = lockProject(file);
    rmSync(`${file}-lock`);
    writeFileSync(`${file}-lock`, 'of another');
    lock.release();
    expect(readFileSync(`${file}-lock`, 'utf8')).toBe('of another');
    rmSync(`${file}-lock`);
    const gone = lockProject(file);
    rmSync(`${file}-lock`);
    gone.release();
    lockProject(file).release();
  });

  test('a folder in its place is no lock, and the reason is said', () => {
    const file = projectIn();
    mkdirSync(`${file}-lock`);
    expect(() => lockProject(file)).toThrow(
      expect.objectContaining({ code: 'PROJECT_READ_ONLY', cause: expect.anything() as unknown }),
    );
  });
});
