import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { tables } from '../../db/deciding.ts';
import { emptyProject } from '../../db/schema.ts';
import { chainedColumns } from '../../db/word-chain.ts';
import { unlisted } from '../attack/damage/column-walk.ts';

test('every column of every table is on the list of what decides, or said not to', () => {
  expect(unlisted(emptyProject())).toEqual([]);
});

test('a new column and a new table are found missing, and so is one that is no more', () => {
  const db = new Database(':memory:');
  db.exec(
    'CREATE TABLE system (id INTEGER PRIMARY KEY, name TEXT, weight REAL); CREATE TABLE fresh (id INTEGER)',
  );
  db.exec('CREATE TABLE study_member (study_id INTEGER)');
  expect(unlisted(db)).toEqual([
    'fresh is not on the list of db/deciding.ts',
    'study_member.annotator_id is listed and is no column',
    'system.weight is not on the list',
  ]);
  db.close();
});

test('what the list calls chained is what the chain takes in', () => {
  for (const [part, columns] of Object.entries(chainedColumns))
    expect(tables[part]).toMatchObject({ by: 'chain', columns });
});
