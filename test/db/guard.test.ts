import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readState, roundOfWal } from '../../db/file-state.ts';
import { guardWrites } from '../../db/guard.ts';
import type { Misplaced } from '../../db/misplaced.ts';
import type { ReadableDb, WritableDb } from '../../db/types.ts';

const session = 'a'.repeat(32);
let plain: Database.Database;
let other: Database.Database;
let db: WritableDb;
let file: string;
/** What was looked at, and what is found there the next times. */
let looks: string[];
let found: (Misplaced | null)[];
let onLook: () => void;

beforeEach(() => {
  file = path.join(mkdtempSync(path.join(os.tmpdir(), 'assay-guard-')), 'project.db');
  plain = new Database(file, { timeout: 0 });
  plain.pragma('journal_mode = WAL');
  plain.exec(`CREATE TABLE file_state (id INTEGER PRIMARY KEY, base TEXT, state TEXT);
    CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT)`);
  plain.pragma('wal_checkpoint(TRUNCATE)');
  other = new Database(file, { timeout: 0 });
  looks = [];
  found = [];
  onLook = () => {};
  db = guardWrites(plain as unknown as ReadableDb, {
    ...{ file, session },
    look: () => {
      looks.push(plain.inTransaction ? 'within' : 'outside');
      onLook();
      return found.shift() ?? null;
    },
  });
});
afterEach(() => {
  plain.close();
  other.close();
});

const notes = () => other.prepare('SELECT text FROM note ORDER BY id').pluck().all();
const states = () => readState(db)?.state.slice(33);
const put = (text: string) => db.prepare('INSERT INTO note (text) VALUES (?)').run(text);

test('every way to write looks before and after, and reading does not', () => {
  const ways: [string, () => unknown][] = [
    ['run', () => put('a')],
    ['get', () => db.prepare(`INSERT INTO note (text) VALUES ('b') RETURNING id`).get()],
    ['all', () => db.prepare(`INSERT INTO note (text) VALUES ('c') RETURNING id`).all()],
    ['exec', () => db.exec(`INSERT INTO note (text) VALUES ('d')`)],
    ['transaction', () => db.transaction(() => put('e'))()],
    ...(['deferred', 'immediate', 'exclusive'] as const).map((kind): [string, () => unknown] => [
      ...([kind, () => db.transaction(() => put(kind))[kind]()] as [string, () => unknown]),
    ]),
  ];
  for (const [name, write] of ways) {
    looks = [];
    write();
    expect([name, looks]).toEqual([name, ['outside', 'outside']]);
  }
  expect(notes()).toEqual(['a', 'b', 'c', 'd', 'e', 'deferred', 'immediate', 'exclusive']);
  const each = db.prepare(`INSERT INTO note (text) VALUES ('f') RETURNING id`);
  expect(() => [...each.iterate()]).toThrow('call get or all');
  looks = [];
  expect([db.prepare('SELECT COUNT(*) FROM note').pluck().get(), looks]).toEqual([8, []]);
  expect([...db.prepare('SELECT id FROM note').iterate()]).toHaveLength(8);
});

test('a transaction by text is looked at where it begins and ends, not within, nor after it was rolled back', () => {
  db.exec('BEGIN');
  put('a');
  put('b');
  db.exec('COMMIT');
  expect([looks, notes()]).toEqual([
    ['outside', 'outside'],
    ['a', 'b'],
  ]);
  looks = [];
  db.exec('BEGIN');
  put('c');
  db.exec(' ROLLBACK');
  expect([looks, notes()]).toEqual([['outside'], ['a', 'b']]);
});

test('nothing is written to a file that is not in its place, and what was stored meanwhile is not said to be', () => {
  found = ['gone'];
  expect(() => put('a')).toThrow(expect.objectContaining({ code: 'PROJECT_NOT_IN_PLACE' }));
  expect(notes()).toEqual([]);
  found = ['replaced'];
  expect(() => db.transaction(() => put('a'))()).toThrow(/Another file was put in the place/);
  found = ['overwritten'];
  expect(() => db.exec(`INSERT INTO note (text) VALUES ('a')`)).toThrow(/wrote over the open project/);
  expect(notes()).toEqual([]);
  found = [null, 'second-name'];
  expect(() => put('b')).toThrow(/has a second name/);
  expect(notes()).toEqual(['b']);
});

test('the first write of each round of the -wal gives the file a state', () => {
  put('a');
  expect(states()).toBe('00000000');
  put('b');
  expect(states()).toBe('00000000');
  const round = roundOfWal(file);
  plain.pragma('wal_checkpoint(TRUNCATE)');
  put('c');
  expect(states()).toBe('00000001');
  expect(roundOfWal(file)).not.toBe(round);
});

test('where another writer is in the way of the state, what was written stays, and the next write tries again', () => {
  onLook = () => {
    if (looks.length === 2) other.exec('BEGIN IMMEDIATE');
  };
  put('a');
  expect([states(), notes()]).toEqual([undefined, ['a']]);
  other.exec('ROLLBACK');
  put('b');
  expect(states()).toBe('00000000');
  other.exec('DROP TABLE file_state');
  plain.pragma('wal_checkpoint(TRUNCATE)');
  expect(() => put('c')).toThrow(/no such table/);
});
