import type { RunFile } from '../shared/contract/index.ts';
import { RunFileSchema } from '../shared/contract/llm.ts';
import { json, oneOf, orNull, text } from './columns.ts';
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

/** Notes a file that a run has written or read. */
export function insertRunFile(db: WritableDb, runId: number, file: RunFile): void {
  db.prepare(
    'INSERT INTO llm_run_file (run_id, way, name, hash, counts, created_at) VALUES (?, ?, ?, ?, ?, ?)',
  ).run(runId, file.way, file.name, file.hash, JSON.stringify(file.counts), file.createdAt);
}
