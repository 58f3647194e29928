import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { type Column, integer, orNull, text } from '../../db/columns.ts';
import { migrations } from '../../db/migrations-list.ts';
import { declaredQueries, select, selectTuples, selectValues } from '../../db/query.ts';
import { storedValues } from '../../db/stored-values.ts';
import type { WritableDb } from '../../db/types.ts';

const folder = path.join(import.meta.dirname, '../../db');
const files = readdirSync(folder).filter((name) => name.endsWith('.ts'));

const db = new Database(':memory:') as unknown as WritableDb;
for (const { up } of migrations) up(db);

interface SchemaColumn {
  type: string;
  isNullable: boolean;
}
function schemaColumn(table: string, name: string): SchemaColumn {
  const { type, notnull, pk } = db
    .prepare('SELECT type, "notnull", pk FROM pragma_table_xinfo(?) WHERE name = ?')
    .get(table, name) as { type: string; notnull: number; pk: number };
  return { type: type.toLowerCase(), isNullable: notnull === 0 && pk === 0 };
}

/** What a query declares otherwise than the schema has it. Expressions have no type there: the setup of the tests looks at them. */
function faultsOf({
  sql,
  columns,
}: {
  sql: string;
  columns: readonly (readonly [unknown, Column<unknown>])[];
}): string[] {
  const found = db.prepare(sql).columns();
  if (found.length !== columns.length)
    return [`${columns.length} columns declared, ${found.length} read: ${sql}`];
  return found.flatMap(({ table, column }, place) => {
    const [name, { stored, nullable, shape }] = columns[place]!;
    if (!table || !column || stored === 'any' || /^(sqlite|pragma)_/.test(table)) return [];
    const { type, isNullable } = schemaColumn(table, column);
    const at = `${String(name)} of ${table}.${column}`;
    const isGiven = new RegExp(`\\b${column} IS NOT NULL`).test(sql);
    return [
      ...(type === stored ? [] : [`${at} is declared ${stored}, is ${type}`]),
      ...(isNullable && !nullable && !isGiven ? [`${at} can be null`] : []),
      ...(shape === undefined || storedValues[table]?.[column]?.shape === shape
        ? []
        : [`${at} is read by another shape than the one in which damage is looked for`]),
    ];
  });
}

test('every query of db reads what the schema holds', async () => {
  for (const name of files) await import(path.join(folder, name));
  expect(declaredQueries.size).toBeGreaterThan(70);
  expect([...declaredQueries.values()].flatMap(faultsOf)).toEqual([]);
});

test('a query that declares something else is found', () => {
  expect([
    ...faultsOf(select({ name: integer }, 'FROM system')),
    ...faultsOf(select({ context: text }, 'FROM item')),
    ...faultsOf(selectTuples([integer], 'SELECT id, name FROM system')),
  ]).toEqual([
    'name of system.name is declared integer, is text',
    'context of item.context can be null',
    '1 columns declared, 2 read: SELECT id, name FROM system',
  ]);
  expect(faultsOf(selectValues(orNull(text), 'SELECT context FROM item'))).toEqual([]);
});

test('no row is given a type by a cast, and no stored JSON is parsed, but in one place', () => {
  const casts = files.filter((name) => {
    const source = readFileSync(path.join(folder, name), 'utf8');
    return /\.(get|all|iterate)\([^;]*?\)\s*as\s|\bas (Raw|\w*Row)\b|JSON\.parse\(/.test(source);
  });
  expect(casts.sort()).toEqual(['columns.ts', 'query.ts']);
});

/** Whose JSON is read without a check, and why. */
const uncheckedInCore = [
  'import/import-dataset.ts', // The names of an item's fields, as the sink wrote them.
  'import/sink/preview-sink.ts',
  'import/sink/reasoning-apart.ts', // Written by the reader of the file, of what it checked.
  'labeling/offline-batches/out-file.ts', // Written in the call before.
  'labeling/offline-batches/return-batch.ts', // Answers as this copy of the project kept them.
  'platform/files/kept-texts.ts', // Written beside the texts by this program.
  'project/sample/sample-project.ts', // Comes with Assay.
  'protocols/conversations/meta-field.ts', // Any JSON: what is taken of it is looked at.
  'report/verify/plain-json.ts', // A token between quotes parses as a text.
  'studies/failures/said.ts', // Checked when it was stored, and read for every coded item.
];

test('no parsed JSON gets its type by a cast in core, but for what is written down', () => {
  const core = path.join(import.meta.dirname, '../../core');
  const casts = readdirSync(core, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .filter((name) => /JSON\.parse\(.*\) as (?!unknown\b)/.test(readFileSync(path.join(core, name), 'utf8')))
    .map((name) => name.replaceAll(path.sep, '/'));
  expect(casts.sort()).toEqual(uncheckedInCore);
});
