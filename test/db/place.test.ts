import {
  copyFileSync,
  linkSync,
  mkdtempSync,
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
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { statOf } from '../../db/file-identity.ts';
import { giveNextState } from '../../db/file-state.ts';
import { openPlaces } from '../../db/open-places.ts';
import { assertOneName, isMountPoint, misplacedNow, ProjectPlace } from '../../db/place.ts';
import type { ReadableDb } from '../../db/types.ts';

const other = 'b'.repeat(32);
let folder: string;
let file: string;
let place: ProjectPlace;
let looks: number;
let clock: number;

/** What a project file holds whose state is the one after so many of a session; undefined gives none. */
function contentWith(session: string | undefined, count = 0): Buffer {
  const at = path.join(mkdtempSync(path.join(os.tmpdir(), 'assay-content-')), 'content.db');
  const db = new Database(at);
  db.pragma('page_size = 512');
  db.pragma('journal_mode = OFF');
  db.pragma('synchronous = OFF');
  db.exec(
    'CREATE TABLE note (text); CREATE TABLE file_state (id INTEGER PRIMARY KEY, base TEXT, state TEXT)',
  );
  for (let i = 0; session !== undefined && i <= count; i++)
    giveNextState(db as unknown as ReadableDb, session);
  db.close();
  return readFileSync(at);
}

/** Written over the file itself, at another time than all before, whatever the clock of the disk tells apart. */
function writeOver(content: Buffer): void {
  writeFileSync(file, content);
  clock += 1000;
  utimesSync(file, clock, clock);
}

function follow(): void {
  const db = new Database(file, { readonly: true });
  place.follow(db as unknown as ReadableDb);
  db.close();
}

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'assay-place-'));
  file = path.join(folder, 'project.db');
  clock = 1_700_000_000;
  writeOver(contentWith(other));
  place = new ProjectPlace(file);
  looks = 0;
  place.onChange = () => {
    looks++;
  };
});
afterEach(() => place.close());

describe('a project file is in its place', () => {
  test('until it is gone, another lies there or it has a second name; each is told once, and that it is back', () => {
    const [away, second] = [path.join(folder, 'away.db'), path.join(folder, 'second.db')];
    const told: unknown[] = [];
    const look = () => told.push([place.look(), misplacedNow(place), place.misplaced, looks]);
    look();
    renameSync(file, away);
    look();
    look();
    copyFileSync(away, file);
    look();
    renameSync(away, file);
    look();
    linkSync(file, second);
    look();
    rmSync(second);
    look();
    const states = [
      ...[null, 'gone', 'gone', 'replaced', null, 'second-name', null].map((why) => [why, why, why]),
    ];
    expect(told).toEqual(states.map((state, i) => [...state, [0, 1, 1, 2, 3, 4, 5][i]]));
  });

  test('and what a thread is told of it', () => {
    const { dev, ino } = statOf(file)!;
    expect(place.facts).toEqual({ file, dev, ino, session: place.session });
    expect(place.session).toMatch(/^[0-9a-f]{32}$/);
    expect(openPlaces.has(place)).toBe(true);
    expect(place.isDeleted).toBe(false);
    renameSync(file, path.join(folder, 'away.db'));
    expect(place.isDeleted).toBe(false);
    rmSync(path.join(folder, 'away.db'));
    expect(place.isDeleted).toBe(true);
    expect(place.walSize).toBe(0);
    writeFileSync(`${file}-wal`, 'abc');
    expect(place.walSize).toBe(3);
    place.close();
    place.close();
    expect(openPlaces.has(place)).toBe(false);
  });

  test('opened only under its one name', () => {
    assertOneName(file);
    assertOneName(path.join(folder, 'missing.db'));
    linkSync(file, path.join(folder, 'second.db'));
    expect(() => assertOneName(file)).toThrow(
      expect.objectContaining({
        code: 'PROJECT_NOT_IN_PLACE',
        message: expect.stringMatching('second name') as string,
      }),
    );
  });

  test('and not a mount of its own', () => {
    const mounts = [
      '36 35 98:0 /a /data rw - ext4 x rw',
      '37 35 98:0 /b /my\\040notes/a\\134b rw - ext4 x rw',
      '',
    ];
    const isMounted = (of: string) => isMountPoint(of, mounts.join('\n'));
    expect(['/data', '/my notes/a\\b'].map(isMounted)).toEqual([true, true]);
    expect(['/a', '/data/x', '/my\\040notes/a\\134b', 'rw', ''].map(isMounted)).toEqual(Array(5).fill(false));
  });
});

describe('a project file was written over', () => {
  const own = (count: number) => contentWith(place.session, count);
  const of = (session: string) => (count: number) => contentWith(session, count);
  const strangers = of(other);
  const third = of('c'.repeat(32));
  test.each([
    ...[['the same, at another time', () => own(3), () => own(3), null] as const],
    ...[['the next of this session', () => own(3), () => own(4), null] as const],
    ...[['one before in this session', () => own(3), () => own(2), 'overwritten'] as const],
    ...[['the first of this session', () => strangers(5), () => own(0), null] as const],
    ...[['still the one from before this session', () => strangers(5), () => strangers(5), null] as const],
    ...[['another one of before', () => strangers(5), () => strangers(6), 'overwritten'] as const],
    ...[['the same count of another', () => own(3), () => strangers(3), 'overwritten'] as const],
    ...[['a later one of another', () => own(3), () => strangers(4), 'overwritten'] as const],
    ...[['one of a third', () => strangers(0), () => third(0), 'overwritten'] as const],
    ...[['none at all', () => own(3), () => contentWith(undefined), 'overwritten'] as const],
    ...[
      ['none at first, then one of this session', () => contentWith(undefined), () => own(0), null] as const,
    ],
    ...[['no database', () => own(3), () => Buffer.alloc(4096), 'overwritten'] as const],
    ...[['nothing', () => own(3), () => Buffer.alloc(0), 'overwritten'] as const],
  ])('when its state is not of this session, or goes back: %s', (_, earlier, later, expected) => {
    writeOver(earlier());
    follow();
    expect([place.look(), looks]).toEqual([null, 0]);
    writeOver(later());
    expect([place.look(), place.misplaced, looks]).toEqual([expected, expected, expected ? 1 : 0]);
    // Once it was, nobody knows what was lost, whatever lies there now.
    writeOver(earlier());
    if (expected) expect([place.look(), looks]).toEqual([expected, 1]);
  });

  test('states only go forward, one look after the other', () => {
    writeOver(own(3));
    follow();
    writeOver(own(5));
    expect(place.look()).toBeNull();
    writeOver(own(4));
    expect(place.look()).toBe('overwritten');
  });

  test('cut short', () => {
    writeOver(own(3));
    follow();
    truncateSync(file, 700);
    utimesSync(file, 1, 1);
    expect(place.look()).toBe('overwritten');
  });

  test('is not asked of one that did not change, though its newest state lies beside it', () => {
    writeOver(own(3));
    const db = new Database(file);
    db.pragma('journal_mode = WAL');
    db.pragma('wal_autocheckpoint = 0');
    giveNextState(db as unknown as ReadableDb, place.session);
    place.follow(db as unknown as ReadableDb);
    expect(place.look()).toBeNull();
    db.pragma('wal_checkpoint(TRUNCATE)');
    utimesSync(file, 1, 1);
    expect(place.look()).toBeNull();
    db.close();
  });

  test('is not asked before the project is open', () => {
    writeOver(Buffer.alloc(0));
    expect(place.look()).toBeNull();
  });
});
