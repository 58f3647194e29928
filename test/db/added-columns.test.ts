import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { bindAll, checkBindings } from '../../db/binding.ts';
import type { WritableDb } from '../../db/types.ts';
import { ratedStudy } from '../core/support/test-engine.ts';

/** Columns that an earlier version may not have had: of a large table, of a small one, and the only one of a table. */
const added = { human_score: ['votes'], study: ['question', 'fields'], pool_level: ['n'] } as const;

/** The file of a project with scores and a study, which nobody has open. */
async function closedProject(): Promise<WritableDb> {
  const { engine } = await ratedStudy(30);
  const { path: file } = engine.context.session.project!;
  await engine.close();
  return new Database(file) as WritableDb;
}

const faultsIn = (db: WritableDb, change: string) => {
  db.exec(change);
  return checkBindings(db).faults.map(({ table, addedRows, columns }) => [table, addedRows, columns]);
};

test('what an earlier version bound is compared by the columns that it had', async () => {
  const db = await closedProject();
  for (const [table, columns] of Object.entries(added))
    for (const column of columns) db.exec(`ALTER TABLE ${table} DROP COLUMN ${column}`);
  bindAll(db, 0, []);
  expect(faultsIn(db, '')).toEqual([]);
  expect(faultsIn(db, 'UPDATE study SET alpha = alpha / 2')).toEqual([['study', 0, ['alpha']]]);
  const human = ['human_score', 0, ['criterion_id', 'system_id', 'item_id', 'mean', 'votes']];
  expect(faultsIn(db, 'UPDATE human_score SET mean = 6 - mean WHERE mean <> 3')).toContainEqual(human);
  db.close();
});

test('a column that came to what decides is no change, and one that was taken out is', async () => {
  const db = await closedProject();
  db.exec('ALTER TABLE study DROP COLUMN question');
  bindAll(db, 0, []);
  expect(
    faultsIn(db, "ALTER TABLE study ADD COLUMN question TEXT NOT NULL DEFAULT 'How good is it?'"),
  ).toEqual([]);
  expect(faultsIn(db, 'ALTER TABLE study DROP COLUMN alpha')).toEqual([['study', 0, ['alpha']]]);
  db.close();
});
