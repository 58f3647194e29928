import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { WriteQueue } from '../../../core/platform/write-queue.ts';
import { createProject } from '../../../db/open.ts';
import type { WritableDb } from '../../../db/types.ts';
import { temporaryFolder } from '../support/test-engine.ts';

const waitsForDisk = 2;

function openNotes() {
  const project = createProject(path.join(temporaryFolder(), 'p.assay'), 'p', '2026-01-01T00:00:00Z');
  onTestFinished(() => project.close());
  const { db } = project;
  db.exec('CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL)');
  const insert = db.prepare('INSERT INTO note (text) VALUES (?)');
  const note = (text: string | null) => () => void insert.run(text);
  const notes = () => db.prepare('SELECT text FROM note ORDER BY id').pluck().all() as string[];
  return { db, note, notes };
}

/** Lets the project have so many more pages, or as many as it likes. */
function leaveRoom(db: WritableDb, pages: number | null): void {
  const used = db.pragma('page_count', { simple: true }) as number;
  db.pragma(`max_page_count = ${pages === null ? 1_000_000 : used + pages}`);
}

test('writes are stored in the order in which they were asked for, whether anybody waits or not', async () => {
  const { db, note, notes } = openNotes();
  const queue = new WriteQueue(db);
  await queue.put(note('first'));
  await queue.put(note('second'));
  expect(notes()).toEqual([]);
  await queue.write(note('third'));
  expect(notes()).toEqual(['first', 'second', 'third']);
});

test('what nobody waits for is stored by itself, soon', async () => {
  const { db, note, notes } = openNotes();
  const queue = new WriteQueue(db);
  await queue.put(note('put'));
  await expect.poll(notes, { timeout: 5000 }).toEqual(['put']);
});

test('with many writes waiting, the next one waits for its transaction', async () => {
  const { db, note, notes } = openNotes();
  const queue = new WriteQueue(db);
  for (let i = 0; i < 256; i++) await queue.put(note(String(i)));
  expect(notes()).toEqual([]);
  await queue.put(note('one more'));
  expect(notes()).toHaveLength(257);
});

test('what is put waits for the disk once somebody asks for that, and replies never do', async () => {
  const { db, note } = openNotes();
  const queue = new WriteQueue(db);
  const how: unknown[] = [];
  const look = () => void how.push(db.pragma('synchronous', { simple: true }));
  await queue.write(look);
  await queue.put(look);
  await queue.stored();
  await queue.write(note('after'));
  expect(how).toEqual([1, waitsForDisk]);
  expect(db.pragma('synchronous', { simple: true })).toBe(waitsForDisk);
});

test('one write that fails takes none of those with it that share its transaction', async () => {
  const { db, note, notes } = openNotes();
  const queue = new WriteQueue(db);
  const settled = await Promise.allSettled([
    queue.write(note('before')),
    queue.write(note(null)),
    queue.write(note('after')),
  ]);
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(notes()).toEqual(['before', 'after']);
});

test('after a lost write that was put nothing more is put, but paid replies are still stored', async () => {
  const { db, note, notes } = openNotes();
  const queue = new WriteQueue(db);
  await queue.put(note(null));
  await queue.put(note('rests on it'));
  await expect(queue.stored()).rejects.toThrow(/NOT NULL/);
  await expect(queue.put(note('too'))).rejects.toThrow(/NOT NULL/);
  await queue.write(note('reply'));
  expect(notes()).toEqual(['reply']);
});

const long = 'x'.repeat(20_000);

test('a full disk is waited for: once it has room everything is stored, in order', async () => {
  const { db, note, notes } = openNotes();
  const queue = new WriteQueue(db);
  leaveRoom(db, 1);
  await queue.put(note('put'));
  const tries = vi.fn(note(long));
  const reply = queue.write(tries);
  // Twice: it has met the full disk and has not given up.
  await expect.poll(() => tries.mock.calls.length, { timeout: 5000 }).toBeGreaterThan(1);
  expect(notes()).toEqual([]);
  leaveRoom(db, null);
  await reply;
  await queue.stored();
  expect(notes()).toEqual(['put', long]);
});

test('a disk that stays full is told of when the patience ends, and at once when the run is halted', async () => {
  const { db, note, notes } = openNotes();
  leaveRoom(db, 1);
  const impatient = new WriteQueue(db, { diskPatienceMs: 20 });
  await expect(impatient.write(note(long))).rejects.toMatchObject({ code: 'DISK_FULL' });
  const halt = new AbortController();
  const queue = new WriteQueue(db, { halt: halt.signal });
  const reply = queue.write(note(long));
  halt.abort(new Error('halted'));
  await expect(reply).rejects.toMatchObject({ code: 'DISK_FULL' });
  leaveRoom(db, null);
  await queue.write(note('later'));
  expect(notes()).toEqual(['later']);
});
