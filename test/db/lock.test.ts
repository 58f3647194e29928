import { existsSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { lockProject } from '../../db/lock.ts';

const projectIn = () => path.join(mkdtempSync(path.join(os.tmpdir(), 'assay-lock-')), 'a.assay');

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
});
