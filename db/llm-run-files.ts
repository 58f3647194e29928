import type { RunFile } from '../shared/contract/index.ts';
import { RunFileSchema } from '../shared/contract/llm.ts';
import { integer, json, oneOf, orNull, text } from './columns.ts';
import { select } from './query.ts';
import type { ReadableDb, WritableDb } from './types.ts';

export const runFileColumns = {
  way: oneOf(RunFileSchema.shape.way.options),
  name: text,
  hash: orNull(text),
  counts: json(RunFileSchema.shape.counts),
  createdAt: text,
};

const filesOfRun = select(runFileColumns, 'FROM llm_run_file WHERE run_id = ? ORDER BY id');

/** The files that a run wrote and read, in order. */
export const runFiles = (db: ReadableDb, runId: number): RunFile[] => filesOfRun.all(db, runId);

const readBefore = select(
  { id: integer, counts: runFileColumns.counts },
  `FROM llm_run_file WHERE run_id = ? AND way = 'read' AND hash = ? ORDER BY id`,
);

/**
 * Notes a file that a run has written or read. A file of the same bytes that is read once more, as after a kill, stays one file:
 * what it brings now is added to what it brought before.
 */
export function insertRunFile(db: WritableDb, runId: number, file: RunFile): void {
  const before = file.way === 'read' ? readBefore.get(db, runId, file.hash) : undefined;
  if (before) {
    const { replies, known, failed } = before.counts;
    const counts = {
      ...file.counts,
      replies: replies + file.counts.replies,
      known,
      failed: Math.max(failed, file.counts.failed),
    };
    db.prepare('UPDATE llm_run_file SET counts = ? WHERE id = ?').run(JSON.stringify(counts), before.id);
    return;
  }
  db.prepare(
    'INSERT INTO llm_run_file (run_id, way, name, hash, counts, created_at) VALUES (?, ?, ?, ?, ?, ?)',
  ).run(runId, file.way, file.name, file.hash, JSON.stringify(file.counts), file.createdAt);
}
