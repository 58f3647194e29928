import type { ReadableDb, WritableDb } from './types.ts';

/** Requests handed to a Batch API. `remoteId` is null while it is not known whether the server took them. */
export interface BatchRow {
  id: number;
  contentHash: string;
  remoteId: string | null;
  state: 'open' | 'collected';
}

/** The batches of a run whose results were not collected yet. */
export function openBatches(db: ReadableDb, runId: number): BatchRow[] {
  return db
    .prepare(
      `SELECT id, content_hash AS contentHash, remote_id AS remoteId, state FROM llm_batch
       WHERE run_id = ? AND state = 'open' ORDER BY id`,
    )
    .all(runId) as BatchRow[];
}

/** Notes a batch that is about to be sent; the same content is noted once. */
export function noteBatch(db: WritableDb, runId: number, contentHash: string, createdAt: string): BatchRow {
  db.prepare(
    `INSERT INTO llm_batch (run_id, content_hash, state, created_at) VALUES (?, ?, 'open', ?)
     ON CONFLICT (run_id, content_hash) DO UPDATE SET state = 'open', remote_id = NULL WHERE state = 'collected'`,
  ).run(runId, contentHash, createdAt);
  return db
    .prepare(
      `SELECT id, content_hash AS contentHash, remote_id AS remoteId, state FROM llm_batch
       WHERE run_id = ? AND content_hash = ?`,
    )
    .get(runId, contentHash) as BatchRow;
}

export function setBatchRemote(db: WritableDb, id: number, remoteId: string): void {
  db.prepare('UPDATE llm_batch SET remote_id = ? WHERE id = ?').run(remoteId, id);
}

export function setBatchCollected(db: WritableDb, id: number): void {
  db.prepare(`UPDATE llm_batch SET state = 'collected' WHERE id = ?`).run(id);
}
