import type { Statement } from 'better-sqlite3';
import { keptMaps } from './kept-maps.ts';
import type { ReadableDb } from './types.ts';

const statementsOf = keptMaps<string, Statement>();

/** A statement that is prepared once per connection: for what runs once per item or request. */
export function prepared(db: ReadableDb, sql: string): Statement {
  const statements = statementsOf(db);
  let statement = statements.get(sql);
  if (!statement) {
    statement = db.prepare(sql);
    statements.set(sql, statement);
  }
  return statement;
}
