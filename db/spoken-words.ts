import type { ReadableDb } from './types.ts';

/** The newest label and the newest decision of the project: while they stay, what people say has not changed. */
export function newestWords(db: ReadableDb): { label: number; adjudication: number } {
  return db
    .prepare(
      `SELECT (SELECT COALESCE(MAX(id), 0) FROM label) AS label,
         (SELECT COALESCE(MAX(id), 0) FROM adjudication) AS adjudication`,
    )
    .get() as { label: number; adjudication: number };
}

/** Whether a decision with this client key is on disk. */
export const isDecisionStored = (db: ReadableDb, clientKey: string): boolean =>
  db.prepare('SELECT 1 FROM adjudication WHERE client_key = ?').get(clientKey) !== undefined;
