import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { insertFound, listFoundModes } from '../../db/found-failures.ts';
import { assertMigrationOrder, schemaVersion } from '../../db/migrate.ts';
import { latestVersion, migrate, migrations } from '../../db/migrations-list.ts';
import { machineValuesOf, scoreRepeatsOf } from '../../db/scores.ts';
import type { WritableDb } from '../../db/types.ts';

const now = '2026-01-02T03:04:05.678Z';
let folder: string;
let db: WritableDb;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'assay-migrate-'));
  db = new Database(':memory:') as unknown as WritableDb;
});
afterEach(() => void db.close());
/** Brought to a version, in memory. */
const made = (version: number) => {
  for (const one of migrations) if (one.version <= version) one.up(db);
  db.pragma(`user_version = ${version}`);
};
const file = () => path.join(folder, 'my study.assay');
const backup = (version: number, ending = '') =>
  path.join(folder, `my study.backup-v${version}-20260102T030405678Z${ending}.assay`);
const before = migrations.at(-2)!.version;

test('a new project needs no copy of before, and one of this version nothing', () => {
  expect(migrate(db, file(), now)).toBeNull();
  expect(schemaVersion(db)).toBe(latestVersion);
  const changes = () => db.prepare('SELECT total_changes()').pluck().get();
  const had = changes();
  expect([migrate(db, file(), now), changes(), readdirSync(folder)]).toEqual([null, had, []]);
});

test('an older one is copied first, to a name that nothing has, and brought up to date step by step', () => {
  made(before);
  writeFileSync(backup(before), '');
  writeFileSync(backup(before, '-2'), '');
  expect(migrate(db, file(), now)).toBe(backup(before, '-3'));
  expect(schemaVersion(db)).toBe(latestVersion);
  const copy = new Database(backup(before, '-3'), { readonly: true }) as unknown as WritableDb;
  expect(schemaVersion(copy)).toBe(before);
  copy.close();
});

test('one of the version before is copied to the plain name', () => {
  made(before);
  expect([migrate(db, file(), now), readdirSync(folder).length]).toEqual([backup(before), 1]);
});

test('where a step fails all steps are undone: the project is of the version before', () => {
  made(0);
  db.exec('CREATE TABLE study_goal (mine)');
  expect(() => migrate(db, file(), now)).toThrow(/study_goal/);
  expect(schemaVersion(db)).toBe(0);
  expect(db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all()).toEqual([
    'study_goal',
  ]);
});

test('one of a later version is refused as it is', () => {
  db.pragma(`user_version = ${latestVersion + 1}`);
  expect(() => migrate(db, file(), now)).toThrow(
    expect.objectContaining({
      ...{
        code: 'PROJECT_TOO_NEW',
        message: expect.stringContaining(`format ${latestVersion + 1}`) as string,
      },
      details: expect.objectContaining({ file: file() }) as object,
    }),
  );
  expect(schemaVersion(db)).toBe(latestVersion + 1);
});

test('versions ascend from above 0', () => {
  const order = (...versions: number[]) =>
    assertMigrationOrder(versions.map((version) => ({ version, up: () => {} })));
  order();
  order(1, 2, 10);
  for (const wrong of [[0], [-1], [2, 2], [10, 5]]) expect(() => order(...wrong)).toThrow(/stands after/);
});

test('a project from before found failures keeps its items, and can hold what a file found in them', () => {
  made(820);
  db.pragma('foreign_keys = OFF');
  db.exec("INSERT INTO item (dataset_id, external_id, conversation) VALUES (1, 'q1', '[]')");
  migrate(db, file(), now);
  const found = { kind: 'mode', text: ' wrong  date ', source: 'tags' } as const;
  insertFound(db, { datasetId: 1, itemId: 1 }, [found, { ...found, text: 'wrong date' }]);
  expect(listFoundModes(db, 1, 10)).toEqual([{ words: 'wrong date', items: 1 }]);
  expect(db.prepare('SELECT external_id FROM item').pluck().all()).toEqual(['q1']);
});

test('a project from before repeats were kept has none, and its scores are what they were', () => {
  made(920);
  db.pragma('foreign_keys = OFF');
  db.exec('INSERT INTO machine_score (signal_id, system_id, item_id, value) VALUES (1, 1, 1, 0.5)');
  migrate(db, file(), now);
  expect(scoreRepeatsOf(db, 1, 1)).toEqual(new Map());
  db.exec("INSERT INTO score_repeat VALUES (1, 1, 1, '[0,1]')");
  expect(scoreRepeatsOf(db, 1, 1)).toEqual(new Map([[1, [0, 1]]]));
  expect(machineValuesOf(db, 1, 1)).toEqual(new Map([[1, 0.5]]));
});
