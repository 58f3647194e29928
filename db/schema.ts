import { createHash } from 'node:crypto';
import Database from 'better-sqlite3';
import { AppError } from '../shared/errors.ts';
import { at, integer, orNull, text } from './columns.ts';
import { applicationId } from './file-identity.ts';
import { latestVersion, migrations, schemaDigest } from './migrations-list.ts';
import { select, selectValues } from './query.ts';
import type { ReadableDb, WritableDb } from './types.ts';

/** One part of a schema: how it is called in an error, and its description, in which spelling and order do not count. */
type Parts = Map<string, string>;

const tablesOfFile = select(
  { name: text, type: text, wr: integer, strict: integer },
  `FROM pragma_table_list WHERE schema = 'main' AND type <> 'view' AND name NOT LIKE 'sqlite_%'`,
);
const columnsOfTable = select(
  {
    name: text,
    type: text,
    notnull: at('"notnull"', integer),
    pk: integer,
    hidden: integer,
    defaultValue: orNull(at('dflt_value', text)),
  },
  'FROM pragma_table_xinfo(?)',
);
const writtenParts = select(
  // A flipped bit can make bytes of a text: they are then no part that is known.
  {
    type: at('CAST(type AS TEXT)', text),
    name: at('CAST(name AS TEXT)', text),
    sql: at('CAST(sql AS TEXT)', text),
  },
  'FROM sqlite_schema WHERE sql IS NOT NULL',
);
const keysOfTable = select(
  {
    id: integer,
    from: at('"from"', text),
    table: at('"table"', text),
    to: orNull(at('"to"', text)),
    onDelete: text,
  },
  'FROM pragma_foreign_key_list(?) ORDER BY id, seq',
);
const uniqueIndexes = selectValues(
  text,
  // Those that conditions of a table made: an index that was made by itself is compared by its text.
  `SELECT name FROM pragma_index_list(?) WHERE origin <> 'c'`,
);
const columnsOfIndex = select({ name: text, coll: text }, 'FROM pragma_index_xinfo(?) WHERE key = 1');

/** What statements rest on: tables, columns, views, references, uniqueness, indexes and triggers, each as SQLite reads them. */
function schemaParts(db: ReadableDb): Parts {
  const parts: Parts = new Map();
  for (const { name, ...rest } of tablesOfFile.all(db)) {
    parts.set(`table ${name}`, JSON.stringify(rest));
    for (const { name: column, type, notnull, pk, hidden, defaultValue } of columnsOfTable.all(db, name)) {
      parts.set(`column ${name}.${column}`, JSON.stringify([type, notnull, pk, hidden]));
      if (defaultValue !== null) parts.set(`default of ${name}.${column}`, defaultValue);
    }
    for (const words of [...referencesOf(db, name), ...uniqueOf(db, name)]) parts.set(words, '');
  }
  for (const { type, name, sql } of writtenParts.all(db)) {
    if (type === 'table') parts.set(`conditions of ${name}`, conditionsOf(plainSql(sql)));
    else parts.set(`${type} ${name}`, plainSql(sql));
  }
  return parts;
}

function referencesOf(db: ReadableDb, table: string): string[] {
  const byId = Map.groupBy(keysOfTable.all(db, table), ({ id }) => id);
  return [...byId.values()].map((same) => {
    const list = same.map(({ from, to }) => `${from}>${to ?? ''}`).join(',');
    return `reference ${table}.${list} to ${same[0]!.table} (${same[0]!.onDelete})`;
  });
}

function uniqueOf(db: ReadableDb, table: string): string[] {
  return uniqueIndexes.all(db, table).map((index) => {
    const columns = columnsOfIndex.all(db, index).map(({ name, coll }) => `${name} ${coll}`);
    return `uniqueness ${table} (${columns.join(', ')})`;
  });
}

/** What a table refuses, and what its computed columns follow from, each up to its closing bracket. */
function conditionsOf(sql: string): string {
  const starts = [...sql.matchAll(/\b(?:CHECK|ALWAYS AS) ?\(/gi)].map(
    ({ index, 0: { length } }) => index + length,
  );
  const conditions = starts.map((start) => {
    let depth = 1;
    let end = start;
    for (; depth > 0 && end < sql.length; end++) depth += sql[end] === '(' ? 1 : sql[end] === ')' ? -1 : 0;
    return sql.slice(start, end);
  });
  return conditions.sort().join(';');
}

const plainSql = (sql: string) =>
  sql
    .replaceAll(/--[^\n]*/g, ' ')
    .replaceAll(/["`[\]]/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([(),;]) ?/g, '$1')
    .trim();

let empty: WritableDb | undefined;

/**
 * A project without anything in it, at the newest schema: what a new file is a copy of. It is made once in a process,
 * so the key in it by which references are sealed is no project's own: see `createProject`.
 */
export function emptyProject(): ReadableDb {
  if (empty?.open) return empty;
  const db = new Database(':memory:') as WritableDb;
  for (const { up } of migrations) up(db);
  db.pragma(`application_id = ${applicationId}`);
  db.pragma(`user_version = ${latestVersion}`);
  empty = db;
  return empty;
}

let image: Buffer | undefined;

/** The bytes of the file of an empty project, made once in a process. */
export function emptyImage(): Buffer {
  if (!image) {
    const db = emptyProject() as WritableDb;
    db.exec('VACUUM');
    image = db.serialize();
  }
  return image;
}

let expected: Parts | undefined;

/** Of a project that was made new. */
const expectedParts = (): Parts => {
  expected ??= schemaParts(emptyProject());
  return expected;
};

const statements = select(
  { name: at('CAST(name AS TEXT)', text), sql: at('CAST(sql AS TEXT)', text) },
  `FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY name`,
);

/** SHA-256 of all statements of a schema, to the letter. */
export const digestOf = (db: ReadableDb): string =>
  createHash('sha256')
    .update(JSON.stringify(statements.all(db)))
    .digest('hex');

/** What a project lacks or has otherwise than a new one. Tables of other programs are no fault, triggers on ours are. */
export function schemaFaults(db: ReadableDb): string[] {
  // Nearly every file is this one; what a new project has is then not made to compare with.
  if (digestOf(db) === schemaDigest) return [];
  const [found, wanted] = [schemaParts(db), expectedParts()];
  const missing = [...wanted].flatMap(([part, description]) => {
    const there = found.get(part);
    if (there === undefined) return [`${part} is missing`];
    return there === description ? [] : [`${part} is not as Assay made it`];
  });
  const strange = [...found.keys()].filter((part) => part.startsWith('trigger ') && !wanted.has(part));
  return [...missing, ...strange.map((part) => `${part} is not Assay's`)];
}

/** @throws AppError PROJECT_DAMAGED, naming what does not fit */
export function assertSchema(db: ReadableDb, file: string): void {
  const faults = schemaFaults(db);
  if (faults.length === 0) return;
  const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : '';
  throw new AppError('PROJECT_DAMAGED', `The project is not as Assay stores it: ${faults[0]}${more}.`, {
    file,
    remedy: 'Open the newest copy or backup of it; backups lie beside the project. Its data was not changed.',
  });
}
