import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { sideSeeds } from '../../db/migrations/0601-side-seeds.ts';
import type { WritableDb } from '../../db/types.ts';
import {
  importRecords,
  ratedRecords,
  submit,
  temporaryFolder,
  testEngine,
} from '../core/support/test-engine.ts';

test('sides of an earlier comparison follow from its seed no longer, unless somebody has begun', async () => {
  const folder = temporaryFolder();
  const engine = testEngine();
  const { path: file } = await engine.client.project.create({ path: path.join(folder, 'p.assay') });
  const datasetId = await importRecords(engine, folder, ratedRecords(30));
  const compare = (seed: number) =>
    engine.client.study.create({
      ...{ datasetId, system: 'secretive', against: 'rival', seed, size: 6, preset: 'uniform' },
      measure: { kind: 'criterion', criterion: 'quality' },
      surrogate: { kind: 'none' },
    });
  const fresh = await compare(11);
  const begun = await compare(12);
  const handed = await compare(13);
  const { batch, items } = await engine.client.label.open({ studyId: begun.id });
  await submit(engine, batch, items[0]!.ref, { kind: 'pair', values: [2, 4] });
  await engine.client.batch.out({ studyId: handed.id, count: 3, shape: 'file' });
  await engine.close();
  const db = new Database(file) as WritableDb;
  const seeds = db.prepare('SELECT side_seed FROM study ORDER BY id').pluck();
  // As an earlier version would have left it.
  db.exec('UPDATE study SET side_seed = 10 + id');
  expect(seeds.all()).toEqual([11, 12, 13]);
  sideSeeds.up(db);
  const [first, ...others] = seeds.all() as number[];
  expect(first).not.toBe(fresh.id + 10);
  expect(first).toBeGreaterThanOrEqual(0);
  expect(first).toBeLessThan(2 ** 32);
  expect(others).toEqual([12, 13]);
  db.close();
});
