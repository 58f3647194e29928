import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { realFile } from '../../db/file-identity.ts';
import {
  countOf,
  firstState,
  giveNextState,
  keptWalName,
  newSession,
  readState,
  roundOfWal,
  sessionOf,
  setAsideStrangeWal,
  stateOfPage,
  walOf,
  walSize,
} from '../../db/file-state.ts';
import type { ReadableDb } from '../../db/types.ts';
import { openIn, tellsWhatIsHeld } from './support/held.ts';

const now = '2026-01-02T03:04:05.678Z';
const [mine, other] = ['a'.repeat(32), 'b'.repeat(32)];
const zeros = '0'.repeat(32);

let folder: string;
let file: string;
const open: Database.Database[] = [];
/** A file with a row of state in WAL mode, whose -wal stays until it is checkpointed. */
function opened(at: string, pageSize = 4096): ReadableDb {
  const db = new Database(at);
  open.push(db);
  db.pragma(`page_size = ${pageSize}`);
  db.pragma('journal_mode = WAL');
  db.pragma('wal_autocheckpoint = 0');
  db.exec('CREATE TABLE IF NOT EXISTS file_state (id INTEGER PRIMARY KEY, base TEXT, state TEXT)');
  return db as unknown as ReadableDb;
}
const checkpoint = (db: ReadableDb) => db.pragma('wal_checkpoint(TRUNCATE)');
/** The file as it lies there with its -wal, as after a crash. */
function left(name: string): string {
  const at = path.join(folder, name);
  copyFileSync(file, at);
  copyFileSync(walOf(file), walOf(at));
  return at;
}
beforeEach(() => {
  folder = realFile(mkdtempSync(path.join(os.tmpdir(), 'assay-state-')));
  file = path.join(folder, 'project.db');
});
afterEach(() => {
  for (const db of open.splice(0)) db.close();
  if (tellsWhatIsHeld) expect(openIn(folder)).toEqual([]);
});

describe('the state of a file', () => {
  test('names its session and counts from 0, each on the one before', () => {
    expect(firstState).toBe(`${zeros}:00000000`);
    expect([sessionOf(`${mine}:00000012`), countOf(`${mine}:00000012`)]).toEqual([mine, 12]);
    expect([newSession(), newSession()].map((one) => /^[0-9a-f]{32}$/.test(one))).toEqual([true, true]);
    const db = opened(file);
    expect(readState(db)).toBeUndefined();
    const given = [mine, mine, other, mine].map((session) => {
      giveNextState(db, session);
      return readState(db);
    });
    expect(given).toEqual([
      { base: firstState, state: `${mine}:00000000` },
      { base: `${mine}:00000000`, state: `${mine}:00000001` },
      { base: `${mine}:00000001`, state: `${other}:00000000` },
      { base: `${other}:00000000`, state: `${mine}:00000000` },
    ]);
    expect(db.prepare('SELECT COUNT(*) FROM file_state').pluck().get()).toBe(1);
  });

  test('is not given where it cannot be stored, and nothing stays begun', () => {
    const db = opened(file);
    db.exec('DROP TABLE file_state');
    expect(() => giveNextState(db, mine)).toThrow(/no such table/);
    expect(db.inTransaction).toBe(false);
  });

  test.each([512, 4096, 65_536])('is read from its page of %i bytes, and from no other', (pageSize) => {
    const db = opened(file, pageSize);
    giveNextState(db, mine);
    db.exec('CREATE TABLE note (text)');
    db.prepare('INSERT INTO note VALUES (?)').run('x'.repeat(60));
    checkpoint(db);
    const bytes = readFileSync(file);
    const pages = Array.from({ length: bytes.length / pageSize }, (_, i) =>
      bytes.subarray(i * pageSize, (i + 1) * pageSize),
    );
    expect(pages.length).toBeGreaterThan(2);
    const found = pages.flatMap((page) => stateOfPage(page) ?? []);
    expect(found).toEqual([{ base: firstState, state: `${mine}:00000000` }]);
    const page = Buffer.from(pages.find((one) => stateOfPage(one) !== null)!);
    const at = page.indexOf(firstState, 0, 'latin1');
    const broken = (place: number, value: number) => {
      const copy = Buffer.from(page);
      copy[place] = value;
      return stateOfPage(copy);
    };
    // Another kind of page, two rows, another place of the row, another row, no states.
    const breaks = [
      ...[broken(0, 5), broken(4, 2), broken(9, page[9]! ^ 1), broken(at - 5, 2), broken(at - 1, 96)],
      ...[broken(at, 0x67), broken(at + 32, 0x2d), broken(at + 41, 0x67), broken(at + 81, 0x61)],
    ];
    expect(breaks).toEqual(breaks.map(() => null));
    expect([stateOfPage(Buffer.alloc(0)), stateOfPage(page.subarray(0, 511))]).toEqual([null, null]);
  });
});

test('a round of a -wal is told from the next', () => {
  expect([roundOfWal(file), walSize(file)]).toEqual(['', 0]);
  const db = opened(file);
  giveNextState(db, mine);
  const first = roundOfWal(file);
  expect(first).toMatch(/^[0-9a-f]{16}$/);
  expect(first).toBe(readFileSync(walOf(file)).subarray(16, 24).toString('hex'));
  expect(walSize(file)).toBe(readFileSync(walOf(file)).length);
  giveNextState(db, mine);
  expect(roundOfWal(file)).toBe(first);
  checkpoint(db);
  expect([roundOfWal(file), walSize(file)]).toEqual(['', 0]);
  giveNextState(db, mine);
  expect(roundOfWal(file)).not.toBe(first);
});

describe('a -wal beside a file', () => {
  const kept = () => readdirSync(folder).filter((name) => name.includes('.kept-'));
  /** One file with a state, checkpointed, and changes after it; and another file of the same project, later on. */
  function project(pageSize?: number) {
    const db = opened(file, pageSize);
    giveNextState(db, mine);
    checkpoint(db);
    giveNextState(db, mine);
    return db;
  }

  test('is left where it builds on the file', () => {
    project();
    const at = left('ours.db');
    expect(setAsideStrangeWal(at, now)).toBeNull();
    expect([existsSync(walOf(at)), kept()]).toEqual([true, []]);
  });

  test('is left where it was moved into the file in part', () => {
    const db = project();
    giveNextState(db, mine);
    const whole = left('moved.db');
    checkpoint(db);
    copyFileSync(file, whole);
    expect(setAsideStrangeWal(whole, now)).toBeNull();
  });

  test('is put aside where it builds on another file', () => {
    project();
    const at = left('strange.db');
    const second = path.join(folder, 'second.db');
    const db = opened(second);
    giveNextState(db, other);
    checkpoint(db);
    copyFileSync(second, at);
    const bytes = readFileSync(walOf(at));
    const there = setAsideStrangeWal(at, now);
    expect(there).toMatch(/strange\.db-wal\.kept-20260102T030405678Z-[0-9a-f]{6}$/);
    expect([existsSync(walOf(at)), readFileSync(there!).equals(bytes), kept()]).toEqual([
      ...[false, true, [path.basename(there!)]],
    ]);
    expect(keptWalName(at, now)).not.toBe(keptWalName(at, now));
  });

  test.each([512, 65_536])('is told from that of another file with pages of %i bytes', (pageSize) => {
    project(pageSize);
    const [ours, strange] = [left('ours.db'), left('strange.db')];
    writeFileSync(strange, Buffer.alloc(readFileSync(ours).length));
    expect([setAsideStrangeWal(ours, now), setAsideStrangeWal(strange, now) === null]).toEqual([null, false]);
  });

  test('is put aside where the file is too short for what it builds on', () => {
    project();
    const at = left('short.db');
    writeFileSync(at, readFileSync(at).subarray(0, 4096 + 100));
    expect(setAsideStrangeWal(at, now)).not.toBeNull();
  });

  test('is left to SQLite where it names no state, begins with that of a migration, or is none', () => {
    const strangeTo = (at: string) => {
      writeFileSync(at, Buffer.alloc(8192));
      return setAsideStrangeWal(at, now);
    };
    const db = opened(file);
    expect(setAsideStrangeWal(path.join(folder, 'none.db'), now)).toBeNull();
    expect(strangeTo(left('stateless.db'))).toBeNull();
    db.prepare('INSERT INTO file_state VALUES (1, ?, ?)').run(firstState, firstState);
    expect(strangeTo(left('migrated.db'))).toBeNull();
    checkpoint(db);
    giveNextState(db, mine);
    const wal = readFileSync(walOf(file));
    const changed = (name: string, change: (bytes: Buffer) => Buffer) => {
      const at = left(name);
      writeFileSync(walOf(at), change(Buffer.from(wal)));
      return strangeTo(at);
    };
    const write = (place: number, value: number) => (bytes: Buffer) => {
      bytes.writeUInt32BE(value, place);
      return bytes;
    };
    expect(changed('same.db', (bytes) => bytes)).not.toBeNull();
    // The other order of bytes in its checksums.
    expect(changed('order.db', write(0, wal.readUInt32BE(0) ^ 1))).not.toBeNull();
    const none = [
      changed('magic.db', write(0, 0x377f0600)),
      changed('pages.db', write(8, 256)),
      changed('large.db', write(8, 131_072)),
      changed('salt.db', write(32 + 8, 1)),
      changed('header.db', (bytes) => bytes.subarray(0, 31)),
      changed('frame.db', (bytes) => bytes.subarray(0, bytes.length - 1)),
      // The last frame of a transaction says how large the file is after it; 0 where more follow.
      changed('open.db', write(32 + 4, 0)),
    ];
    expect(none).toEqual(none.map(() => null));
  });
});
