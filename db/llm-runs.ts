import type { Run } from '../shared/contract/index.ts';
import { RunSchema } from '../shared/contract/llm.ts';
import { integer, json, oneOf, orNull, text } from './columns.ts';
import { select, selectValues } from './query.ts';
import { noProgress, type RunRow, runColumns } from './runs.ts';
import { isObject, shapeOf } from './shapes.ts';
import type { ReadableDb, WritableDb } from './types.ts';

/** A run of requests over items: of a judge, or of a model that answers them. */
export interface ItemRunRow extends RunRow {
  kind: Run['kind'];
  judgeId: number | null;
  endpointId: number;
  model: string;
  systemId: number | null;
  againstId: number | null;
  /** What was asked for, as the contract has it for runs of the kind. */
  settings: Readonly<Record<string, unknown>>;
}

export const itemRunColumns = {
  ...runColumns,
  kind: oneOf(RunSchema.shape.kind.options),
  judgeId: orNull(integer),
  endpointId: integer,
  model: text,
  systemId: orNull(integer),
  againstId: orNull(integer),
  settings: json(shapeOf(isObject)),
};

const runOfId = select(itemRunColumns, 'FROM llm_run WHERE id = ?');
const newestRuns = select(itemRunColumns, 'FROM llm_run ORDER BY id DESC');
const itemsOfRun = selectValues(
  integer,
  'SELECT item_id FROM llm_run_item WHERE run_id = ? ORDER BY position',
);

export type NewItemRun = Omit<
  ItemRunRow,
  'id' | 'state' | 'callsSent' | 'progress' | 'message' | 'finishedAt'
>;

export function insertItemRun(db: WritableDb, run: NewItemRun): number {
  const { lastInsertRowid } = db
    .prepare(
      `INSERT INTO llm_run (kind, title, state, judge_id, endpoint_id, model, dataset_id, system_id, against_id,
         settings, spending_limit, call_limit, progress, created_at)
       VALUES (?, ?, 'running', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
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
      run.callLimit,
      JSON.stringify(noProgress),
      run.createdAt,
    );
  return Number(lastInsertRowid);
}

export const findItemRun = (db: ReadableDb, id: number): ItemRunRow | undefined => runOfId.get(db, id);

/** Newest first. */
export const listItemRuns = (db: ReadableDb): ItemRunRow[] => newestRuns.all(db);

const checksOfJudges = select(
  itemRunColumns,
  `FROM llm_run WHERE kind = 'judge' AND json_extract(settings, '$.again.ofRun') IS NOT NULL ORDER BY id`,
);

/** Runs in which a judge was asked again what it had scored, oldest first. They give no scores. */
export const listDriftChecks = (db: ReadableDb): ItemRunRow[] => checksOfJudges.all(db);

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

export const runItems = (db: ReadableDb, runId: number): number[] => itemsOfRun.all(db, runId);
