import type { ReadableDb } from './types.ts';

export function systemName(db: ReadableDb, systemId: number): string {
  return db.prepare('SELECT name FROM system WHERE id = ?').pluck().get(systemId) as string;
}
