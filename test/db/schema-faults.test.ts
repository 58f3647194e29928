import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrations, schemaDigest } from '../../db/migrations-list.ts';
import { assertSchema, digestOf, emptyProject, schemaFaults } from '../../db/schema.ts';
import type { WritableDb } from '../../db/types.ts';

/** How a new project describes its tables, views, indexes and triggers. */
const statements = (() => {
  const db = new Database(':memory:') as unknown as WritableDb;
  for (const { up } of migrations) up(db);
  const parts = db
    .prepare(
      `SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'item_search_%' AND name NOT LIKE 'sqlite_%'
       ORDER BY type <> 'table'`,
    )
    .all() as { name: string; sql: string }[];
  db.close();
  return parts;
})();

/** What is said of a project that is described so but for one part, and with what others put beside it. */
function faultsWith(name: string, change: (sql: string) => string, beside = ''): string[] {
  const db = new Database(':memory:') as unknown as WritableDb;
  for (const one of statements) db.exec(one.name === name ? change(one.sql) : one.sql);
  db.exec(beside);
  const faults = schemaFaults(db);
  db.close();
  return faults;
}
const replaced = (from: string, to: string) => (sql: string) => {
  expect(sql).toContain(from);
  return sql.replace(from, to);
};

test.each<[string, string, string, string[]]>([
  [
    'label',
    'system_id INTEGER NOT NULL DEFAULT 0',
    'system_id INTEGER NOT NULL DEFAULT 1',
    ['default of label.system_id is not as Assay made it'],
  ],
  [
    'label',
    'system_id INTEGER NOT NULL DEFAULT 0',
    'system_id INTEGER NOT NULL',
    ['default of label.system_id is missing'],
  ],
  ['lease', 'until TEXT NOT NULL', 'until TEXT', ['column lease.until is not as Assay made it']],
  ['lease', 'until TEXT', 'until BLOB', ['column lease.until is not as Assay made it']],
  ['lease', 'until TEXT NOT NULL', 'till TEXT NOT NULL', ['column lease.until is missing']],
  [
    ...(['lease', '(study_id, annotator_id, item_id)', '(study_id, annotator_id)'] as const),
    [
      'column lease.item_id is not as Assay made it',
      'uniqueness lease (study_id BINARY, annotator_id BINARY, item_id BINARY) is missing',
    ],
  ],
  ['lease', 'STRICT, WITHOUT ROWID', 'WITHOUT ROWID', ['table lease is not as Assay made it']],
  ['lease', 'STRICT, WITHOUT ROWID', 'STRICT', ['table lease is not as Assay made it']],
  ['lease', ' REFERENCES item(id)', '', ['reference lease.item_id>id to item (NO ACTION) is missing']],
  ['lease', ' ON DELETE CASCADE', '', ['reference lease.study_id>id to study (CASCADE) is missing']],
  [
    ...([
      'draw',
      'REFERENCES draw_run(study_id, generation)',
      'REFERENCES draw_run(generation, study_id)',
    ] as const),
    ['reference draw.study_id>study_id,generation>generation to draw_run (CASCADE) is missing'],
  ],
  [
    'team_message',
    'TEXT NOT NULL UNIQUE',
    'TEXT NOT NULL',
    ['uniqueness team_message (client_key BINARY) is missing'],
  ],
  [
    ...(['team_message', 'TEXT NOT NULL UNIQUE', 'TEXT NOT NULL COLLATE NOCASE UNIQUE'] as const),
    ['uniqueness team_message (client_key BINARY) is missing'],
  ],
  [
    'team_message',
    'CHECK (by_lead IN (0, 1))',
    'CHECK (by_lead IN (0, 2))',
    ['conditions of team_message is not as Assay made it'],
  ],
  [
    'team_message',
    ' OR annotator_id IS NOT NULL',
    '',
    ['conditions of team_message is not as Assay made it'],
  ],
  ['label', "'practice:'", "'practice '", ['conditions of label is not as Assay made it']],
  [
    'draw_by_item',
    'study_id, generation',
    'generation, study_id',
    ['index draw_by_item is not as Assay made it'],
  ],
])('%s with other than %s: %s', (name, from, to, faults) => {
  expect(faultsWith(name, replaced(from, to))).toEqual(faults);
});

test('the digest is that of the newest schema, and moves with every statement', () => {
  expect(schemaDigest).toBe(digestOf(emptyProject()));
  const db = new Database(':memory:') as unknown as WritableDb;
  for (const { up } of migrations) up(db);
  const digests = new Set([schemaDigest]);
  for (const change of ['DROP TRIGGER label_is_never_deleted', 'ALTER TABLE job ADD COLUMN mine TEXT']) {
    db.exec(change);
    digests.add(digestOf(db));
  }
  db.close();
  expect(digests.size).toBe(3);
});

test('spelling, remarks and order are no matter', () => {
  const spelled = (sql: string) =>
    sql
      .replace('CREATE TABLE team_message (', 'CREATE TABLE "team_message"  (  -- CHECK (mine)\n')
      .replace('  text TEXT NOT NULL,\n', '')
      .replace('study_id INTEGER', 'text TEXT NOT NULL, [study_id]\tINTEGER')
      .replace('CHECK (by_lead IN (0, 1))', '')
      .replace('CHECK (by_lead = 1', 'CHECK(by_lead IN(0,1)), check  ( by_lead = 1');
  expect(faultsWith('team_message', spelled)).toEqual([]);
});

test('what others put beside is their own, but for what works on our tables', () => {
  const same = (sql: string) => sql;
  expect(
    faultsWith(
      '',
      same,
      'CREATE TABLE mine (a PRIMARY KEY); CREATE VIEW v AS SELECT 1; CREATE INDEX i ON job (title)',
    ),
  ).toEqual([]);
  expect(faultsWith('', same, 'ALTER TABLE job ADD COLUMN mine TEXT')).toEqual([]);
  expect(faultsWith('', same, 'CREATE TRIGGER mine AFTER INSERT ON job BEGIN SELECT 1; END')).toEqual([
    "trigger mine is not Assay's",
  ]);
});

test('of several faults the first is named, and how many more there are', () => {
  const db = new Database(':memory:') as unknown as WritableDb;
  for (const { up } of migrations) up(db);
  assertSchema(db, '/p.assay');
  const said = (message: string) =>
    expect.objectContaining({
      code: 'PROJECT_DAMAGED',
      message: `The project is not as Assay stores it: ${message}.`,
      details: expect.objectContaining({ file: '/p.assay' }) as object,
    }) as Error;
  db.exec('DROP TRIGGER label_is_never_deleted');
  expect(() => assertSchema(db, '/p.assay')).toThrow(said('trigger label_is_never_deleted is missing'));
  db.exec('DROP TRIGGER label_is_never_updated; CREATE TRIGGER t AFTER INSERT ON job BEGIN SELECT 1; END');
  expect(() => assertSchema(db, '/p.assay')).toThrow(/is missing \(and 2 more\)\.$/);
  db.close();
});
