import type { ModelSpec, ProtocolScores, ProtocolSettings, RunState } from '../shared/contract/index.ts';
import { prepared } from './prepared.ts';
import type { ReadableDb, WritableDb } from './types.ts';

/** What a run has used so far. */
export interface ProtocolProgress {
  calls: number;
  callsReused: number;
  inputTokens: number;
  outputTokens: number;
  /** Null where no price is known. */
  cost: number | null;
}

export interface ProtocolRunRow {
  id: number;
  title: string;
  state: RunState;
  datasetId: number;
  model: ModelSpec;
  system: string;
  settings: ProtocolSettings;
  concurrency: number;
  spendingLimit: number | null;
  scores: ProtocolScores | null;
  progress: ProtocolProgress;
  jobId: number | null;
  message: string;
  createdAt: string;
  finishedAt: string | null;
}

type Raw = Omit<ProtocolRunRow, 'model' | 'settings' | 'scores' | 'progress'> & {
  model: string;
  settings: string;
  scores: string | null;
  progress: string;
};

const columns = `id, title, state, dataset_id AS datasetId, model, system_name AS system, settings, concurrency,
  spending_limit AS spendingLimit, scores, progress, job_id AS jobId, message, created_at AS createdAt,
  finished_at AS finishedAt`;

const toRow = (raw: Raw): ProtocolRunRow => ({
  ...raw,
  model: JSON.parse(raw.model) as ModelSpec,
  settings: JSON.parse(raw.settings) as ProtocolSettings,
  scores: raw.scores === null ? null : (JSON.parse(raw.scores) as ProtocolScores),
  progress: JSON.parse(raw.progress) as ProtocolProgress,
});

export function findProtocolRun(db: ReadableDb, id: number): ProtocolRunRow | undefined {
  const raw = db.prepare(`SELECT ${columns} FROM protocol_run WHERE id = ?`).get(id) as Raw | undefined;
  return raw && toRow(raw);
}

/** The newest first. */
export function listProtocolRuns(db: ReadableDb): ProtocolRunRow[] {
  return (db.prepare(`SELECT ${columns} FROM protocol_run ORDER BY id DESC`).all() as Raw[]).map(toRow);
}

export type NewProtocolRun = Pick<
  ProtocolRunRow,
  'title' | 'datasetId' | 'model' | 'system' | 'settings' | 'concurrency' | 'spendingLimit' | 'createdAt'
>;

export function insertProtocolRun(db: WritableDb, run: NewProtocolRun): number {
  const progress: ProtocolProgress = {
    calls: 0,
    callsReused: 0,
    inputTokens: 0,
    outputTokens: 0,
    cost: null,
  };
  const { lastInsertRowid } = db
    .prepare(
      `INSERT INTO protocol_run (protocol, title, state, dataset_id, model, system_name, settings, concurrency,
         spending_limit, progress, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      run.settings.protocol,
      run.title,
      // No job works on conversations that people lead: they wait for people.
      run.settings.protocol === 'conversation' ? 'paused' : 'running',
      run.datasetId,
      JSON.stringify(run.model),
      run.system,
      JSON.stringify(run.settings),
      run.concurrency,
      run.spendingLimit,
      JSON.stringify(progress),
      run.createdAt,
    );
  return Number(lastInsertRowid);
}

/** A run is about to be worked on. */
export function markProtocolRunning(db: WritableDb, id: number, spendingLimit: number | null): void {
  db.prepare(
    `UPDATE protocol_run SET state = 'running', spending_limit = ?, message = '', finished_at = NULL WHERE id = ?`,
  ).run(spendingLimit, id);
}

/** The job at work on a run. */
export function setProtocolJob(db: WritableDb, id: number, jobId: number): void {
  db.prepare('UPDATE protocol_run SET job_id = ? WHERE id = ?').run(jobId, id);
}

export function saveProtocolProgress(
  db: WritableDb,
  id: number,
  progress: ProtocolProgress,
  scores: ProtocolScores | null,
): void {
  db.prepare('UPDATE protocol_run SET progress = ?, scores = ? WHERE id = ?').run(
    JSON.stringify(progress),
    scores === null ? null : JSON.stringify(scores),
    id,
  );
}

export function endProtocolRun(
  db: WritableDb,
  id: number,
  end: { state: RunState; message: string; finishedAt: string },
): void {
  db.prepare('UPDATE protocol_run SET state = ?, message = ?, finished_at = ? WHERE id = ?').run(
    end.state,
    end.message,
    end.finishedAt,
    id,
  );
}

/** Runs that a crash cut off can be resumed. */
export function markInterruptedProtocolRuns(db: WritableDb): number {
  return db
    .prepare(
      `UPDATE protocol_run SET state = 'interrupted', message = 'Assay ended while it ran. Resume it: what was answered is kept.'
       WHERE state = 'running'`,
    )
    .run().changes;
}

/** Removes a run with its conversations and turns. */
export function removeProtocolRun(db: WritableDb, id: number): void {
  db.prepare('DELETE FROM protocol_run WHERE id = ?').run(id);
}

/** The stored reply of a local program to a request; undefined when it was not asked yet. */
export function findProtocolReply(db: ReadableDb, runId: number, hash: string): string | undefined {
  return prepared(db, 'SELECT reply FROM protocol_reply WHERE run_id = ? AND hash = ?')
    .pluck()
    .get(runId, hash) as string | undefined;
}

export function insertProtocolReply(db: WritableDb, runId: number, hash: string, reply: string): void {
  prepared(db, 'INSERT OR IGNORE INTO protocol_reply (run_id, hash, reply) VALUES (?, ?, ?)').run(
    runId,
    hash,
    reply,
  );
}
