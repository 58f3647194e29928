import type { Statement } from 'better-sqlite3';
import type { ReadableDb } from './types.ts';

const known = new WeakMap<ReadableDb, Map<string, Statement>>();

/** A statement that is prepared once per connection: for what runs once per item or request. */
export function prepared(db: ReadableDb, sql: string): Statement {
  let statements = known.get(db);
  if (!statements) {
    statements = new Map();
    known.set(db, statements);
  }
  let statement = statements.get(sql);
  if (!statement) {
    statement = db.prepare(sql);
    statements.set(sql, statement);
  }
  return statement;
}
