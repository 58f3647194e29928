import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { commitWithoutDisk } from '../../db/commit.ts';
import { copyDatabase, isSound } from '../../db/copy.ts';
import { giveNextState, readState, sessionOf } from '../../db/file-state.ts';
import { longTransaction } from '../../db/long-transaction.ts';
import { prepared } from '../../db/prepared.ts';
import { keepAcross, sinceWrite } from '../../db/since-write.ts';
import type { WritableDb } from '../../db/types.ts';

let folder: string;
let db: WritableDb;
let other: Database.Database;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'assay-commit-'));
  const file = path.join(folder, 'p.db');
  db = new Database(file) as unknown as WritableDb;
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE note (text)');
  other = new Database(file, { timeout: 0 });
});
afterEach(() => {
  db.close();
  other.close();
});
const put = (text: string) => db.prepare('INSERT INTO note VALUES (?)').run(text);
const notes = () => other.prepare('SELECT text FROM note').pluck().all();
const synchronous = () => db.pragma('synchronous', { simple: true });

describe('a commit that does not wait for the disk', () => {
  test('is one transaction with the lock from its start, and the next one waits again', () => {
    commitWithoutDisk(db, () => {
      expect([synchronous(), db.inTransaction]).toEqual([1, true]);
      expect(() => other.exec('BEGIN IMMEDIATE')).toThrow(/locked/);
      put('a');
      expect(notes()).toEqual([]);
    });
    expect([notes(), synchronous()]).toEqual([['a'], 2]);
  });

  test('that fails leaves nothing, and the next one waits again', () => {
    const fail = () => {
      put('a');
      throw new Error('no');
    };
    expect(() => commitWithoutDisk(db, fail)).toThrow('no');
    expect([notes(), synchronous(), db.inTransaction]).toEqual([[], 2, false]);
  });
});

describe('a transaction around work that pauses', () => {
  test('stores all of it at its end, and says what came of it', async () => {
    const said = await longTransaction(db, async () => {
      put('a');
      await Promise.resolve();
      expect([notes(), db.inTransaction]).toEqual([[], true]);
      return 7;
    });
    expect([said, notes(), db.inTransaction]).toEqual([7, ['a'], false]);
  });

  test('stores nothing of what fails, also where SQLite has ended it by itself', async () => {
    for (const end of ['', 'ROLLBACK']) {
      const work = async () => {
        put('a');
        db.exec(end);
        throw new Error('no');
      };
      await expect(longTransaction(db, work)).rejects.toThrow('no');
      expect([notes(), db.inTransaction]).toEqual([[], false]);
    }
  });
});

describe('a copy', () => {
  const copyOf = (name: string) => {
    copyDatabase(db)(path.join(folder, name));
    const copy = new Database(path.join(folder, name)) as unknown as WritableDb;
    return { copy, said: copy.prepare('SELECT text FROM note').pluck().all() };
  };

  test('of a file that has states gets one of its own, which builds on that of the original', () => {
    db.exec('CREATE TABLE file_state (id INTEGER PRIMARY KEY, base TEXT, state TEXT)');
    giveNextState(db, 'a'.repeat(32));
    put('a');
    const { copy, said } = copyOf('copy.db');
    expect([said, isSound(copy), readState(copy)!.base]).toEqual([['a'], true, `${'a'.repeat(32)}:00000000`]);
    expect(sessionOf(readState(copy)!.state)).toMatch(/^(?!a{32})[0-9a-f]{32}$/);
    copy.close();
  });

  test('of an older file gets none', () => {
    put('a');
    const { copy, said } = copyOf('copy.db');
    expect([said, copy.prepare('SELECT name FROM sqlite_schema').pluck().all()]).toEqual([['a'], ['note']]);
    copy.close();
  });

  test('that cannot take its name leaves no draft', () => {
    const names = () => readdirSync(folder).filter((name) => !name.startsWith('p.db'));
    mkdirSync(path.join(folder, 'taken'));
    expect(() => copyDatabase(db)(path.join(folder, 'taken'))).toThrow();
    expect(() => copyDatabase(db)(path.join(folder, 'none', 'copy.db'))).toThrow();
    expect(names()).toEqual(['taken']);
    copyOf('copy.db').copy.close();
    expect(names()).toEqual(['copy.db', 'taken']);
  });

  test('a file whose index does not hold what its table holds is not sound', () => {
    const file = path.join(folder, 'broken.db');
    const made = new Database(file);
    made.exec("CREATE TABLE t (a TEXT UNIQUE); INSERT INTO t VALUES ('written')");
    made.close();
    const bytes = readFileSync(file);
    bytes.write('changed', bytes.lastIndexOf('written'), 'latin1');
    writeFileSync(file, bytes);
    const broken = new Database(file, { readonly: true }) as unknown as WritableDb;
    expect([isSound(broken), isSound(db)]).toEqual([false, true]);
    broken.close();
  });
});

test('a statement is prepared once for each connection', () => {
  const statement = prepared(db, 'SELECT text FROM note');
  expect(prepared(db, 'SELECT text FROM note')).toBe(statement);
  expect(prepared(db, 'SELECT 1')).not.toBe(statement);
  expect(prepared(other as unknown as WritableDb, 'SELECT text FROM note')).not.toBe(statement);
});

test('what was made of rows is made anew once anything is written, by whomever, and within a transaction each time', () => {
  let made = 0;
  const ask = (key = 'a') => sinceWrite(db, key, () => ++made);
  expect([ask(), ask(), ask('b'), ask(), ask('b')]).toEqual([1, 1, 2, 1, 2]);
  put('a');
  expect([ask(), ask()]).toEqual([3, 3]);
  other.exec("INSERT INTO note VALUES ('b')");
  expect([ask(), ask()]).toEqual([4, 4]);
  db.exec('BEGIN');
  expect([ask(), ask()]).toEqual([5, 6]);
  db.exec('COMMIT');
  expect(ask()).toBe(4);
});

test('values that a write does not touch stay known across it, and are made again after any other', () => {
  let made = 0;
  const ask = (key: string) => sinceWrite(db, key, () => `${key} ${++made}`);
  const write = (before = () => {}) => {
    let keep = () => {};
    db.transaction(() => {
      before();
      keep = keepAcross(db, ['study ']);
      put('a');
    }).immediate();
    keep();
  };
  expect([ask('study 1'), ask('label 1')]).toEqual(['study 1 1', 'label 1 2']);
  write();
  expect([ask('study 1'), ask('label 1')]).toEqual(['study 1 1', 'label 1 3']);
  // What was written before in the same transaction may have changed them.
  write(() => put('b'));
  expect(ask('study 1')).toBe('study 1 4');
  other.exec("INSERT INTO note VALUES ('c')");
  write();
  expect(ask('study 1')).toBe('study 1 5');
});
