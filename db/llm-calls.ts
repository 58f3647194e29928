import { prepared } from './prepared.ts';
import type { ReadableDb, WritableDb } from './types.ts';

/** A request with its raw reply, as stored. */
export interface CallRow {
  hash: string;
  /** The run that asked. */
  runId: number;
  /** Canonical JSON. */
  request: string;
  reply: string;
  inputTokens: number | null;
  outputTokens: number | null;
  milliseconds: number | null;
  createdAt: string;
}

const columns = `hash, run_id AS runId, request, reply, input_tokens AS inputTokens, output_tokens AS outputTokens,
  milliseconds, created_at AS createdAt`;

export function findCall(db: ReadableDb, hash: string): CallRow | undefined {
  return prepared(db, `SELECT ${columns} FROM llm_call WHERE hash = ?`).get(hash) as CallRow | undefined;
}

export const hasCall = (db: ReadableDb, hash: string): boolean =>
  prepared(db, 'SELECT 1 FROM llm_call WHERE hash = ?').get(hash) !== undefined;

/**
 * Stores replies in one transaction; one that is there already stays as it is. From then on the death of this program
 * costs none of them. That of the machine costs none either once anything else is written to the project, which a run does
 * twice a second: only that waits until the disk has confirmed all before it.
 *
 * Not inside another transaction.
 */
export function insertCalls(db: WritableDb, rows: readonly CallRow[]): void {
  const put = prepared(
    db,
    `INSERT INTO llm_call (hash, run_id, request, reply, input_tokens, output_tokens, milliseconds, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (hash) DO NOTHING`,
  );
  const putAll = db.transaction(() => {
    for (const row of rows) {
      put.run(
        row.hash,
        row.runId,
        row.request,
        row.reply,
        row.inputTokens,
        row.outputTokens,
        row.milliseconds,
        row.createdAt,
      );
    }
  });
  db.pragma('synchronous = NORMAL');
  try {
    putAll.immediate();
  } finally {
    db.pragma('synchronous = FULL');
  }
}
