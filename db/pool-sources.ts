import { NamedSourceSchema } from '../shared/contract/source.ts';
import { at, json, orNull, text } from './columns.ts';
import { type RowOf, select } from './query.ts';
import type { ReadableDb, WritableDb } from './types.ts';

export const poolSourceColumns = {
  name: text,
  paths: json(NamedSourceSchema.shape.paths),
  table: at('table_name', orNull(text)),
  passwordEnv: orNull(text),
  addedAt: text,
};
/** A place of pools that a project has by a name. */
export type PoolSourceRow = RowOf<typeof poolSourceColumns>;

const allSources = select(poolSourceColumns, 'FROM pool_source ORDER BY name');

export const listPoolSources = (db: ReadableDb): PoolSourceRow[] => allSources.all(db);

/** Stores a place under its name, instead of what was there. */
export function putPoolSource(
  db: WritableDb,
  { name, paths, table, passwordEnv, addedAt }: PoolSourceRow,
): void {
  db.prepare(
    `INSERT INTO pool_source (name, paths, table_name, password_env, added_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (name) DO UPDATE SET paths = excluded.paths, table_name = excluded.table_name,
       password_env = excluded.password_env, added_at = excluded.added_at`,
  ).run(name, JSON.stringify(paths), table, passwordEnv, addedAt);
}

/** @returns whether there was one */
export const deletePoolSource = (db: WritableDb, name: string): boolean =>
  db.prepare('DELETE FROM pool_source WHERE name = ?').run(name).changes > 0;
