import Database from 'better-sqlite3';
import { afterAll, expect, test } from 'vitest';
import {
  at,
  flag,
  integer,
  json,
  matching,
  oneOf,
  orNull,
  parseStored,
  readJson,
  real,
  text,
} from '../../db/columns.ts';
import { markOf } from '../../db/item-columns.ts';
import { countWrite, writesCounted } from '../../db/project.ts';
import { declaredQueries, of, queriesFor, select, selectTuples, selectValues } from '../../db/query.ts';
import { numbersShape } from '../../db/shapes.ts';
import { writesOf } from '../../db/since-write.ts';
import type { ReadableDb, WritableDb } from '../../db/types.ts';
import { makeProject } from './support/made-project.ts';

// Another test compares all that are declared with the schema, which knows no fruit.
const known = new Set(declaredQueries.keys());
afterAll(() => {
  for (const sql of declaredQueries.keys()) if (!known.has(sql)) declaredQueries.delete(sql);
});

const db = new Database(':memory:') as unknown as ReadableDb;
db.exec(`CREATE TABLE fruit (id INTEGER PRIMARY KEY, fruit_name TEXT, ripe INTEGER, sizes TEXT, weight REAL);
  INSERT INTO fruit VALUES (1, 'apple', 1, '[1,2]', 0.5), (2, 'pear', 0, NULL, 1.5)`);
const columns = {
  id: integer,
  fruitName: oneOf(['apple', 'pear']),
  ripe: flag,
  sizes: orNull(json(numbersShape)),
};

test('rows have their columns by the names and kinds that were declared', () => {
  const rows = select({ ...columns, heavy: at('weight > 1', flag) }, 'FROM fruit ORDER BY id');
  const expected = [
    { id: 1, fruitName: 'apple', ripe: true, sizes: [1, 2], heavy: false },
    { id: 2, fruitName: 'pear', ripe: false, sizes: null, heavy: true },
  ];
  expect([rows.all(db), [...rows.iterate(db)], rows.get(db), rows.one(db)]).toEqual([
    ...[expected, expected, expected[0], expected[0]],
  ]);
  expect(select({ ...of('fruit', { id: integer, fruitName: text }) }, 'FROM fruit').sql).toBe(
    'SELECT fruit.id AS "id", fruit.fruit_name AS "fruitName" FROM fruit',
  );
  expect(select({ id: integer, long: at('LENGTH(fruit_name)', integer) }, 'FROM fruit').sql).toBe(
    'SELECT id, LENGTH(fruit_name) AS "long" FROM fruit',
  );
  expect(of('fruit', { long: at('size', integer) }).long.sql).toBe('fruit.size');
});

test('tuples and single values come without names', () => {
  const tuples = selectTuples([integer, flag, real], 'SELECT id, ripe, weight FROM fruit WHERE id <= ?');
  expect([tuples.all(db, 2), tuples.all(db, 1)]).toEqual([
    [
      [1, true, 0.5],
      [2, false, 1.5],
    ],
    [[1, true, 0.5]],
  ]);
  const flags = selectValues(flag, 'SELECT ripe FROM fruit WHERE id = @id');
  expect([flags.get(db, { id: 1 }), flags.all(db, { id: 2 }), [...flags.iterate(db, { id: 2 })]]).toEqual([
    ...[true, [false], [false]],
  ]);
  expect(selectValues(integer, 'SELECT id FROM fruit').all(db)).toEqual([1, 2]);
});

test('no row is undefined, or an error where there always is one', () => {
  const none = selectValues(integer, 'SELECT id FROM fruit WHERE id = 9');
  expect([none.get(db), none.all(db)]).toEqual([undefined, []]);
  expect(() => none.one(db)).toThrow('there is no row: SELECT id FROM fruit WHERE id = 9');
});

test('one query can be walked twice at once, on two projects', () => {
  const ids = selectValues(integer, 'SELECT id FROM fruit ORDER BY id');
  const pairs: number[][] = [];
  for (const a of ids.iterate(db)) for (const b of ids.iterate(db)) pairs.push([a, b]);
  expect(pairs).toEqual([
    [1, 1],
    [1, 2],
    [2, 1],
    [2, 2],
  ]);
  const second = new Database(':memory:') as unknown as ReadableDb;
  second.exec('CREATE TABLE fruit (id INTEGER); INSERT INTO fruit VALUES (7)');
  expect([ids.all(second), ids.all(db)]).toEqual([[7], [1, 2]]);
  const byKind = queriesFor(['apple', 'pear'], (name) =>
    selectValues(integer, `SELECT id FROM fruit WHERE fruit_name = '${name}'`),
  );
  expect([byKind.apple.all(db), byKind.pear.all(db)]).toEqual([[1], [2]]);
});

test('a value that cannot have been written is named by table, column and row', () => {
  const rows = select(columns, 'FROM fruit ORDER BY id');
  const damaged = (sql: string, read: () => unknown) => {
    db.exec(`SAVEPOINT damage; ${sql}`);
    try {
      return read();
    } catch (error) {
      return (error as Error).message;
    } finally {
      db.exec('ROLLBACK TO damage; RELEASE damage');
    }
  };
  const said = (where: string) =>
    `The project file is damaged: ${where} holds a value that Assay cannot have written.`;
  const plum = `UPDATE fruit SET fruit_name = 'plum' WHERE id = 2`;
  expect(damaged(plum, () => rows.all(db))).toBe(said('fruit.fruit_name (id 2)'));
  expect(damaged(plum, () => [...rows.iterate(db)])).toBe(said('fruit.fruit_name (id 2)'));
  for (const sizes of ['[1', '["a"]', '{}'])
    expect(damaged(`UPDATE fruit SET sizes = '${sizes}' WHERE id = 1`, () => rows.get(db))).toBe(
      said('fruit.sizes (id 1)'),
    );
  const names = selectValues(oneOf(['apple']), 'SELECT fruit_name FROM fruit WHERE id = 2');
  expect(damaged('', () => names.get(db))).toBe(said('fruit.fruit_name'));
  const joined = selectValues(oneOf(['apple']), `SELECT 'x' || fruit_name FROM fruit`);
  expect(damaged('', () => joined.get(db))).toBe(said('a table.0'));
  const failing = select(
    { id: at('id', { ...integer, read: () => JSON.parse('{') as number }) },
    'FROM fruit',
  );
  expect(() => failing.get(db)).toThrow(SyntaxError);
});

test('a stored value is read by its kind', () => {
  expect([1, 0, 2].map((stored) => flag.read!(stored))).toEqual([true, false, false]);
  expect(orNull(flag)).toMatchObject({ nullable: true, stored: 'integer' });
  expect([orNull(flag).read!(null), orNull(flag).read!(1)]).toEqual([null, true]);
  expect('read' in orNull(integer)).toBe(false);
  expect([integer, real, text].map(({ stored, nullable }) => [stored, nullable])).toEqual([
    ...[
      ['integer', false],
      ['real', false],
      ['text', false],
    ],
  ]);
  expect([oneOf(['a']), json(numbersShape), matching(/a/)].every(({ nullable }) => !nullable)).toBe(true);
  expect(matching(/^\w+$/).read!('ab')).toBe('ab');
  expect(() => matching(/^\w+$/).read!('a b')).toThrow();
  expect([parseStored(numbersShape, '[1]'), readJson(numbersShape, '[2]', 'a.b')]).toEqual([[1], [2]]);
  expect(() => readJson(numbersShape, '["x"]', 'a.b (id 1)')).toThrow(/a\.b \(id 1\) holds a value/);
  const failing = {
    safeParse: () => {
      throw new RangeError('deep');
    },
  };
  expect(() => readJson(failing, '1', 'a.b')).toThrow(RangeError);
});

test('a mark of a column changes with what the column shows, and with nothing else', () => {
  const project: WritableDb = makeProject();
  const sources = {
    human: { kind: 'human', criterionId: 1, systemId: 1 },
    machine: { kind: 'machine', signalId: 1, systemId: 1 },
    length: { kind: 'length', systemId: 1 },
    label: { kind: 'label', criterionId: 1, systemId: 1, instrument: 'rating', annotatorId: null },
    answer: { kind: 'answer', instrument: 'gold-answer', annotatorId: null },
    flag: { kind: 'own', name: 'flag' },
    group: { kind: 'own', name: 'group' },
    meta: { kind: 'meta', key: 'topic' },
  } as const;
  const marks = () => Object.entries(sources).map(([name, source]) => [name, markOf(project, source)]);
  const changedBy = (write: () => void): string[] => {
    const before = new Map(marks() as [string, string][]);
    const writes = writesOf(project);
    write();
    expect(writesOf(project)).not.toBe(writes);
    return marks().flatMap(([name, mark]) => (before.get(name!) === mark ? [] : [name!]));
  };
  const counters = {
    human_score_writes: ['human'],
    machine_score_writes: ['machine'],
    response_writes: ['length'],
    item_flag_writes: ['flag'],
  } as const;
  for (const [counter, shown] of Object.entries(counters)) {
    const before = writesCounted(project, counter as 'response_writes');
    expect(
      changedBy(() => countWrite(project, counter as 'response_writes')),
      counter,
    ).toEqual(shown);
    expect(writesCounted(project, counter as 'response_writes')).not.toBe(before);
  }
  expect(
    changedBy(() => project.exec('UPDATE dataset_system SET items = items + 1 WHERE system_id = 1')),
  ).toEqual(['length']);
  expect(
    changedBy(() => project.exec('UPDATE dataset_system SET items = items + 1 WHERE system_id = 2')),
  ).toEqual([]);
  expect(changedBy(() => project.exec('DELETE FROM label WHERE id = (SELECT MAX(id) FROM label)'))).toEqual([
    ...['label', 'answer'],
  ]);
  expect([markOf(project, sources.group), markOf(project, sources.meta)]).toEqual(['', '']);
});
