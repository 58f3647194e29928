import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { commitWithoutDisk } from '../../db/commit.ts';
import { createProject, type OpenProject } from '../../db/open.ts';
import { type CallRow, findCall, insertCall } from '../../db/replies.ts';
import type { WritableDb } from '../../db/types.ts';

const full = 2;
let project: OpenProject | undefined;
let folder = '';

afterEach(() => {
  project?.close();
  rmSync(folder, { recursive: true, force: true });
});

function open() {
  folder = mkdtempSync(path.join(os.tmpdir(), 'assay-calls-'));
  project = createProject(path.join(folder, 'p.assay'), 'p', '2026-01-01T00:00:00Z');
  project.db.pragma('foreign_keys = OFF');
  return project.db;
}

const call = (hash: string, reply: string): CallRow => ({
  hash,
  runId: 1,
  request: '{}',
  reply,
  inputTokens: 1,
  outputTokens: 1,
  milliseconds: 1,
  createdAt: '2026-01-01T00:00:00Z',
});

const insertCalls = (db: WritableDb, rows: readonly CallRow[]) =>
  commitWithoutDisk(db, () => {
    for (const row of rows) insertCall(db, row);
  });

test('of two replies to one request the first stays', () => {
  const db = open();
  insertCalls(db, [call('a', 'first'), call('b', 'other')]);
  insertCalls(db, [call('a', 'second')]);
  expect(findCall(db, 'a')!.reply).toBe('first');
  expect(findCall(db, 'b')!.reply).toBe('other');
});

test('everything else waits for the disk as before, also after replies that could not be stored', () => {
  const db = open();
  insertCalls(db, [call('a', 'first')]);
  expect(db.pragma('synchronous', { simple: true })).toBe(full);
  expect(() => insertCalls(db, [call('b', null as never)])).toThrow(/NOT NULL/);
  expect(findCall(db, 'b')).toBeUndefined();
  expect(db.pragma('synchronous', { simple: true })).toBe(full);
});
