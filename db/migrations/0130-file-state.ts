import Database from 'better-sqlite3';
import type { Migration } from '../migrate.ts';
import type { ReadableDb, WritableDb } from '../types.ts';
import { initialSchema } from './0010-initial-schema.ts';
import { searchIndex } from './0020-search-index.ts';
import { studyGoals } from './0030-study-goals.ts';
import { twoSystems } from './0040-two-systems.ts';
import { languageModels } from './0050-language-models.ts';
import { labRuns } from './0070-lab-runs.ts';
import { protocolRuns } from './0090-protocol-runs.ts';
import { teams } from './0100-teams.ts';
import { answerValidation } from './0110-answer-validation.ts';
import { personas } from './0120-personas.ts';

/**
 * Which state the file is in, and on which one the `-wal` builds: see file-state.ts. Before that, what some files lack
 * is added: 0050 was changed after files were made with it, and 0070 came when files of version 90 existed.
 */
export const fileState: Migration = {
  version: 130,
  up: (db) => {
    addWhatIsMissing(db);
    db.exec(/* sql */ `
CREATE TABLE file_state (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  base TEXT NOT NULL,
  state TEXT NOT NULL
) STRICT;
`);
    const start = `${'0'.repeat(32)}:00000000`;
    db.prepare('INSERT INTO file_state VALUES (1, ?, ?)').run(start, start);
  },
};

const initial = [initialSchema];
const later = [
  searchIndex,
  studyGoals,
  twoSystems,
  languageModels,
  labRuns,
  protocolRuns,
  teams,
  answerValidation,
  personas,
];

interface Part {
  type: string;
  name: string;
  tbl_name: string;
  sql: string;
}

const partsOf = (db: ReadableDb) =>
  db.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE sql IS NOT NULL').all() as Part[];

const columnsOf = (db: ReadableDb, table: string) =>
  db.prepare('SELECT name FROM pragma_table_xinfo(?)').pluck().all(table) as string[];

/**
 * A step that is missing as a whole is taken now; of the others, missing columns, indexes and triggers are added. A
 * table that is gone by itself was lost later, with what it held, and is not made up.
 */
function addWhatIsMissing(db: WritableDb): void {
  const model = new Database(':memory:') as WritableDb;
  try {
    for (const { up } of initial) up(model);
    for (const { up } of later) {
      const before = new Set(partsOf(model).map(({ name }) => name));
      up(model);
      const tables = partsOf(model).filter(({ type, name }) => type === 'table' && !before.has(name));
      const there = new Set(partsOf(db).map(({ name }) => name));
      const isMissing = tables.length > 0 && tables.every(({ name }) => !there.has(name));
      if (isMissing) makeTables(db, tables);
    }
    const tables = partsOf(model).filter(({ type }) => type === 'table');
    const there = new Set(partsOf(db).map(({ name }) => name));
    for (const table of tables) if (there.has(table.name)) addColumns(db, model, table);
    for (const { type, name, tbl_name, sql } of partsOf(model)) {
      if (type !== 'table' && !there.has(name) && there.has(tbl_name)) db.exec(sql);
    }
  } finally {
    model.close();
  }
}

/** The tables behind a virtual one come with it. */
function makeTables(db: WritableDb, tables: readonly Part[]): void {
  const virtual = tables.filter(({ sql }) => /^CREATE VIRTUAL/i.test(sql)).map(({ name }) => name);
  for (const { name, sql } of tables) {
    if (!virtual.some((owner) => name.startsWith(`${owner}_`))) db.exec(sql);
  }
}

function addColumns(db: WritableDb, model: ReadableDb, { name, sql }: Part): void {
  if (/^CREATE VIRTUAL/i.test(sql)) return;
  const there = new Set(columnsOf(db, name));
  for (const column of columnsOf(model, name)) {
    if (!there.has(column))
      db.exec(`ALTER TABLE ${name} ADD COLUMN ${withDefault(definitionOf(sql, column))}`);
  }
}

/** As it stands in CREATE TABLE. */
function definitionOf(sql: string, column: string): string {
  const plain = sql.replaceAll(/--[^\n]*/g, '');
  const body = plain.slice(plain.indexOf('(') + 1, plain.lastIndexOf(')'));
  let depth = 0;
  const parts = [''];
  for (const c of body) {
    depth += c === '(' ? 1 : c === ')' ? -1 : 0;
    if (c === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += c;
  }
  const found = parts.map((part) => part.trim()).find((part) => part.split(/\s/, 1)[0] === column);
  if (found === undefined) throw new Error(`no definition of ${column}`);
  return found;
}

/** Rows that exist need a value: of a call it is 0, "no run asked for it". */
const withDefault = (definition: string) =>
  /\bNOT NULL\b/i.test(definition) && !/\bDEFAULT\b/i.test(definition)
    ? `${definition} DEFAULT ${/^\S+\s+TEXT\b/i.test(definition) ? "''" : '0'}`
    : definition;
