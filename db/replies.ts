import { prepared } from './prepared.ts';
import type { ReadableDb, WritableDb } from './types.ts';

/** A request with its raw reply, as stored. */
export interface CallRow {
  hash: string;
  /** The run that asked; below 0 for one of a protocol, whose ids count by themselves. */
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

/** Stores a reply; one that is there already stays as it is. */
export function insertCall(db: WritableDb, row: CallRow): void {
  prepared(
    db,
    `INSERT INTO llm_call (hash, run_id, request, reply, input_tokens, output_tokens, milliseconds, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (hash) DO NOTHING`,
  ).run(
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

/**
 * The stored reply of a local program to a request; undefined when it was not asked yet. Such replies belong to their run:
 * another run asks anew, as the program may have changed.
 */
export function findProgramReply(db: ReadableDb, runId: number, hash: string): string | undefined {
  return prepared(db, 'SELECT reply FROM protocol_reply WHERE run_id = ? AND hash = ?')
    .pluck()
    .get(runId, hash) as string | undefined;
}

export function insertProgramReply(db: WritableDb, runId: number, hash: string, reply: string): void {
  prepared(db, 'INSERT OR IGNORE INTO protocol_reply (run_id, hash, reply) VALUES (?, ?, ?)').run(
    runId,
    hash,
    reply,
  );
}
