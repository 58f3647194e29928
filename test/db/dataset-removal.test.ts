import { expect, test } from 'vitest';
import { removeDataset } from '../../db/dataset-removal.ts';
import { findDataset } from '../../db/datasets.ts';
import { makeProject } from './support/made-project.ts';

test('a data set goes with all that is its own, and keys are checked again, also where it could not go', () => {
  const db = makeProject();
  const state = () => [
    db.pragma('foreign_keys', { simple: true }),
    db.prepare('SELECT id FROM dataset').pluck().all(),
    db.prepare('SELECT COUNT(*) FROM item WHERE dataset_id = 1').pluck().get(),
  ];
  db.pragma('foreign_keys = ON');
  db.exec("CREATE TRIGGER stays BEFORE DELETE ON dataset BEGIN SELECT RAISE(ABORT, 'stays'); END");
  expect(() => removeDataset(db, findDataset(db, 1)!)).toThrow('stays');
  expect(state()).toEqual([1, [1, 2], 3]);
  db.exec('DROP TRIGGER stays');
  removeDataset(db, findDataset(db, 1)!);
  expect(state()).toEqual([1, [2], 0]);
  db.close();
});
