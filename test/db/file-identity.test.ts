import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { applicationId, readHeader, realFile } from '../../db/file-identity.ts';
import { findDamage } from '../../db/find-damage.ts';
import { ratedStudy } from '../core/support/test-engine.ts';
import { openIn, tellsWhatIsHeld } from './support/held.ts';

const folder = () => mkdtempSync(path.join(os.tmpdir(), 'assay-identity-'));

test('the first bytes tell a project, another database, and what is none', () => {
  const here = realFile(folder());
  const file = (name: string) => path.join(here, name);
  for (const [name, id] of [
    ['ours', applicationId],
    ['theirs', 7],
  ] as const) {
    const db = new Database(file(name));
    db.pragma(`application_id = ${id}`);
    db.exec('CREATE TABLE t (a)');
    db.close();
    expect(readHeader(file(name))).toEqual({ isSqlite: true, applicationId: id });
  }
  const none = { isSqlite: false, applicationId: 0 };
  for (const text of ['', 'SQLite format 3', 'id,question,answer\n'.repeat(20)]) {
    writeFileSync(file('text'), text);
    expect(readHeader(file('text')), text).toEqual(none);
  }
  mkdirSync(file('folder'));
  if (process.platform !== 'win32') expect(readHeader(file('folder'))).toEqual(none);
  // The name alone makes it a database, from sixteen bytes on.
  writeFileSync(file('text'), 'SQLite format 3.');
  expect(readHeader(file('text'))).toEqual({ isSqlite: true, applicationId: 0 });
  if (tellsWhatIsHeld) expect(openIn(here)).toEqual([]);
});

test.skipIf(process.platform === 'win32')('a file is itself behind links, there or not', () => {
  const here = realFile(folder());
  mkdirSync(path.join(here, 'a'));
  symlinkSync(path.join(here, 'a'), path.join(here, 'b'));
  writeFileSync(path.join(here, 'a', 'there'), '');
  for (const name of ['there', 'missing', 'missing/deep'])
    expect(realFile(path.join(here, 'b', name))).toBe(path.join(here, 'a', name));
  expect(realFile('/')).toBe('/');
});

test('a row that points nowhere is damage', async () => {
  const { engine } = await ratedStudy(4, { count: 12 });
  const { db } = engine.context.session.project!;
  expect(findDamage(db)).toBeNull();
  db.exec('PRAGMA foreign_keys = OFF; BEGIN; DELETE FROM system');
  expect(findDamage(db)).toBe('a row of human_score points to a row of system that is not there');
  db.exec('ROLLBACK');
  await engine.close();
});
