import { integer, oneOf, orNull, text } from './columns.ts';
import { type RowOf, select } from './query.ts';
import type { ReadableDb, WritableDb } from './types.ts';

/** Requests handed to a Batch API. `remoteId` is null while it is not known whether the server took them. */
const batchColumns = {
  id: integer,
  contentHash: text,
  remoteId: orNull(text),
  state: oneOf(['open', 'collected']),
};
export type BatchRow = RowOf<typeof batchColumns>;

const openOfRun = select(batchColumns, `FROM llm_batch WHERE run_id = ? AND state = 'open' ORDER BY id`);
const batchOfContent = select(batchColumns, 'FROM llm_batch WHERE run_id = ? AND content_hash = ?');

/** The batches of a run whose results were not collected yet. */
export const openBatches = (db: ReadableDb, runId: number): BatchRow[] => openOfRun.all(db, runId);

/** Notes a batch that is about to be sent; the same content is noted once. */
export function noteBatch(db: WritableDb, runId: number, contentHash: string, createdAt: string): BatchRow {
  db.prepare(
    `INSERT INTO llm_batch (run_id, content_hash, state, created_at) VALUES (?, ?, 'open', ?)
     ON CONFLICT (run_id, content_hash) DO UPDATE SET state = 'open', remote_id = NULL WHERE state = 'collected'`,
  ).run(runId, contentHash, createdAt);
  return batchOfContent.one(db, runId, contentHash);
}

export function setBatchRemote(db: WritableDb, id: number, remoteId: string): void {
  db.prepare('UPDATE llm_batch SET remote_id = ? WHERE id = ?').run(remoteId, id);
}

export function setBatchCollected(db: WritableDb, id: number): void {
  db.prepare(`UPDATE llm_batch SET state = 'collected' WHERE id = ?`).run(id);
}
