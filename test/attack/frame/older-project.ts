import Database from 'better-sqlite3';
import { migrations } from '../../../db/migrate.ts';
import { applicationId } from '../../../db/open.ts';
import type { WritableDb } from '../../../db/types.ts';

/** Versions of the project file before the present one. */
export const olderVersions = migrations.slice(0, -1).map(({ version }) => version);

/** Writes what a project of today holds into a new file of an older version, as far as that version had a place for it. */
export function writeOlder(file: string, version: number, today: string): void {
  const db = new Database(file) as WritableDb;
  try {
    db.pragma('journal_mode = WAL');
    db.pragma(`application_id = ${applicationId}`);
    for (const one of migrations.filter((migration) => migration.version <= version)) {
      db.transaction(() => one.up(db)).immediate();
      db.pragma(`user_version = ${one.version}`);
    }
    db.pragma('foreign_keys = OFF');
    db.prepare('ATTACH ? AS today').run(today);
    db.transaction(() => {
      for (const table of tablesOf(db, 'main')) copyTable(db, table);
    }).immediate();
    db.exec('DETACH today');
  } finally {
    db.close();
  }
}

function copyTable(db: WritableDb, table: string): void {
  const there = new Set(columnsOf(db, 'today', table));
  const shared = columnsOf(db, 'main', table).filter((column) => there.has(column));
  if (shared.length === 0) return;
  const columns = shared.map((column) => `"${column}"`).join(', ');
  db.exec(`INSERT OR REPLACE INTO main."${table}" (${columns}) SELECT ${columns} FROM today."${table}"`);
}

const tablesOf = (db: WritableDb, schema: string) =>
  db
    .prepare(
      `SELECT name FROM "${schema}".sqlite_schema WHERE type = 'table'
         AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'item\\_search%' ESCAPE '\\'`,
    )
    .pluck()
    .all() as string[];

const columnsOf = (db: WritableDb, schema: string, table: string) =>
  (db.pragma(`${schema}.table_info("${table}")`) as { name: string }[]).map(({ name }) => name);
