import type { Run } from '../shared/contract/index.ts';
import { noProgress, type RunRow } from './runs.ts';
import type { ReadableDb, WritableDb } from './types.ts';

/** A run of requests over items: of a judge, or of a model that answers them. */
export interface ItemRunRow extends RunRow {
  kind: Run['kind'];
  judgeId: number | null;
  endpointId: number;
  model: string;
  systemId: number | null;
  againstId: number | null;
  /** What was asked for, as the contract has it. */
  settings: unknown;
}

export type NewItemRun = Omit<ItemRunRow, 'id' | 'state' | 'progress' | 'message' | 'finishedAt'>;

const columns = `id, kind, title, state, judge_id AS judgeId, endpoint_id AS endpointId, model,
  dataset_id AS datasetId, system_id AS systemId, against_id AS againstId, settings,
  spending_limit AS spendingLimit, progress, message, created_at AS createdAt, finished_at AS finishedAt`;

type StoredItemRun = Omit<ItemRunRow, 'settings' | 'progress'> & { settings: string; progress: string };
const toRow = (stored: StoredItemRun): ItemRunRow => ({
  ...stored,
  settings: JSON.parse(stored.settings),
  progress: { ...noProgress, ...JSON.parse(stored.progress) },
});

export function insertItemRun(db: WritableDb, run: NewItemRun): number {
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

export function findItemRun(db: ReadableDb, id: number): ItemRunRow | undefined {
  const stored = db.prepare(`SELECT ${columns} FROM llm_run WHERE id = ?`).get(id) as
    | StoredItemRun
    | undefined;
  return stored && toRow(stored);
}

/** Newest first. */
export function listItemRuns(db: ReadableDb): ItemRunRow[] {
  return (db.prepare(`SELECT ${columns} FROM llm_run ORDER BY id DESC`).all() as StoredItemRun[]).map(toRow);
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
