import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commitWithoutDisk, onDisk, waitForDisk } from '../../db/commit.ts';
import { walOf } from '../../db/file-state.ts';
import { setProjectValue } from '../../db/project.ts';
import { engineWithProject } from '../core/support/test-engine.ts';

async function openDb() {
  const { engine } = await engineWithProject();
  return engine.context.session.project!.db;
}

test('those who ask while the disk is at work share the next wait', async () => {
  const db = await openDb();
  const asked = Array.from({ length: 12 }, (_, i) => {
    commitWithoutDisk(db, () => setProjectValue(db, 'noted', `${i}`));
    return onDisk(db);
  });
  // What was written after the first wait began is not of it.
  expect(new Set(asked).size).toBe(2);
  expect(waitForDisk(db)).toBe(asked[1]);
  await Promise.all(asked);
  await new Promise(setImmediate);
  expect(waitForDisk(db)).toBe(undefined);
  expect(onDisk(db)).not.toBe(asked[1]);
});

test('a statement after it waits for the disk by itself again', async () => {
  const db = await openDb();
  commitWithoutDisk(db, () => setProjectValue(db, 'noted', 'yes'));
  expect(db.pragma('synchronous', { simple: true })).toBe(2);
  expect(() =>
    commitWithoutDisk(db, () => {
      throw new Error('taken back');
    }),
  ).toThrow('taken back');
  expect(db.pragma('synchronous', { simple: true })).toBe(2);
});

test('what cannot be confirmed is an error while the project is open, and none once it was closed', async () => {
  const db = await openDb();
  rmSync(walOf(db.name));
  await expect(onDisk(db)).rejects.toThrow('ENOENT');
  const second = await openDb();
  commitWithoutDisk(second, () => setProjectValue(second, 'noted', 'yes'));
  const stored = onDisk(second);
  second.close();
  await stored;
  await expect(onDisk(second)).resolves.toBe(undefined);
});
