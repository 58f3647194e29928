import type { Outcome, Run, RunState } from '../shared/contract/index.ts';
import { prepared } from './prepared.ts';
import type { ReadableDb, WritableDb } from './types.ts';

/** How far a run is: counted anew by every job that works on it, from what is stored. */
export interface RunProgress {
  items: number;
  calls: number;
  callsDone: number;
  callsReused: number;
  outcomes: Partial<Record<Outcome, number>>;
  flagged: number;
  inputTokens: number;
  outputTokens: number;
  cost: number | null;
  faults: Record<string, number>;
}

export const noProgress: RunProgress = {
  items: 0,
  calls: 0,
  callsDone: 0,
  callsReused: 0,
  outcomes: {},
  flagged: 0,
  inputTokens: 0,
  outputTokens: 0,
  cost: null,
  faults: {},
};

export interface RunRow {
  id: number;
  kind: Run['kind'];
  title: string;
  state: RunState;
  judgeId: number | null;
  endpointId: number;
  model: string;
  datasetId: number;
  systemId: number | null;
  againstId: number | null;
  /** What was asked for, as the contract has it. */
  settings: unknown;
  spendingLimit: number | null;
  progress: RunProgress;
  message: string;
  createdAt: string;
  finishedAt: string | null;
}

export type NewRun = Pick<
  RunRow,
  | 'kind'
  | 'title'
  | 'judgeId'
  | 'endpointId'
  | 'model'
  | 'datasetId'
  | 'systemId'
  | 'againstId'
  | 'settings'
  | 'spendingLimit'
  | 'createdAt'
>;

const columns = `id, kind, title, state, judge_id AS judgeId, endpoint_id AS endpointId, model,
  dataset_id AS datasetId, system_id AS systemId, against_id AS againstId, settings,
  spending_limit AS spendingLimit, progress, message, created_at AS createdAt, finished_at AS finishedAt`;

type Raw = Omit<RunRow, 'settings' | 'progress'> & { settings: string; progress: string };
const toRow = (raw: Raw): RunRow => ({
  ...raw,
  settings: JSON.parse(raw.settings),
  progress: JSON.parse(raw.progress) as RunProgress,
});

export function insertRun(db: WritableDb, run: NewRun): number {
  const { lastInsertRowid } = db
    .prepare(
      `INSERT INTO llm_run (kind, title, state, judge_id, endpoint_id, model, dataset_id, system_id, against_id,
         settings, spending_limit, progress, created_at)
       VALUES (?, ?, 'running', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      run.kind,
      run.title,
      run.judgeId,
      run.endpointId,
      run.model,
      run.datasetId,
      run.systemId,
      run.againstId,
      JSON.stringify(run.settings),
      run.spendingLimit,
      JSON.stringify(noProgress),
      run.createdAt,
    );
  return Number(lastInsertRowid);
}

export function findRun(db: ReadableDb, id: number): RunRow | undefined {
  const raw = db.prepare(`SELECT ${columns} FROM llm_run WHERE id = ?`).get(id) as Raw | undefined;
  return raw && toRow(raw);
}

/** Newest first. */
export function listRuns(db: ReadableDb): RunRow[] {
  return (db.prepare(`SELECT ${columns} FROM llm_run ORDER BY id DESC`).all() as Raw[]).map(toRow);
}

export function saveRunProgress(db: WritableDb, id: number, progress: RunProgress): void {
  prepared(db, 'UPDATE llm_run SET progress = ? WHERE id = ?').run(JSON.stringify(progress), id);
}

export function setRunState(
  db: WritableDb,
  id: number,
  { state, message, finishedAt }: { state: RunState; message: string; finishedAt: string | null },
): void {
  db.prepare('UPDATE llm_run SET state = ?, message = ?, finished_at = ? WHERE id = ?').run(
    state,
    message,
    finishedAt,
    id,
  );
}

export function setSpendingLimit(db: WritableDb, id: number, limit: number | null): void {
  db.prepare('UPDATE llm_run SET spending_limit = ? WHERE id = ?').run(limit, id);
}

/** Runs that a crash cut off are told apart from those somebody stopped. */
export function markInterruptedRuns(db: WritableDb): number {
  return db
    .prepare(
      `UPDATE llm_run SET state = 'interrupted', message = 'Assay ended while it ran. Resume it: no stored reply is asked again.'
       WHERE state = 'running'`,
    )
    .run().changes;
}

/** Fixes the items of a run, in order; a run that has its items already keeps them. */
export function fixRunItems(db: WritableDb, runId: number, itemIds: readonly number[]): void {
  const put = db.prepare('INSERT INTO llm_run_item (run_id, position, item_id) VALUES (?, ?, ?)');
  db.transaction(() => {
    if (runItems(db, runId).length > 0) return;
    itemIds.forEach((itemId, position) => {
      put.run(runId, position, itemId);
    });
  }).immediate();
}

export function runItems(db: ReadableDb, runId: number): number[] {
  return db
    .prepare('SELECT item_id FROM llm_run_item WHERE run_id = ? ORDER BY position')
    .pluck()
    .all(runId) as number[];
}
