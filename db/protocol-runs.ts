import type { ModelSpec, ProtocolScores, ProtocolSettings } from '../shared/contract/index.ts';
import { noProgress, type RunProgress, type RunRow } from './runs.ts';
import type { ReadableDb, WritableDb } from './types.ts';

export interface ProtocolRunRow extends RunRow {
  kind: 'protocol';
  model: ModelSpec;
  system: string;
  settings: ProtocolSettings;
  concurrency: number;
  scores: ProtocolScores | null;
}

type StoredProtocolRun = Omit<ProtocolRunRow, 'kind' | 'model' | 'settings' | 'scores' | 'progress'> & {
  model: string;
  settings: string;
  scores: string | null;
  progress: string;
};

const columns = `id, title, state, dataset_id AS datasetId, model, system_name AS system, settings, concurrency,
  spending_limit AS spendingLimit, scores, progress, message, created_at AS createdAt, finished_at AS finishedAt`;

const toRow = (stored: StoredProtocolRun): ProtocolRunRow => ({
  ...stored,
  kind: 'protocol',
  model: JSON.parse(stored.model) as ModelSpec,
  settings: JSON.parse(stored.settings) as ProtocolSettings,
  scores: stored.scores === null ? null : (JSON.parse(stored.scores) as ProtocolScores),
  progress: progressOf(JSON.parse(stored.progress)),
});

/** Earlier versions stored the calls that were done as `calls`, and nothing of items, outcomes and faults. */
const progressOf = (stored: Partial<RunProgress>): RunProgress => ({
  ...noProgress,
  callsDone: stored.calls ?? 0,
  ...stored,
});

export function findProtocolRun(db: ReadableDb, id: number): ProtocolRunRow | undefined {
  const stored = db.prepare(`SELECT ${columns} FROM protocol_run WHERE id = ?`).get(id) as
    | StoredProtocolRun
    | undefined;
  return stored && toRow(stored);
}

/** The newest first. */
export function listProtocolRuns(db: ReadableDb): ProtocolRunRow[] {
  const stored = db.prepare(`SELECT ${columns} FROM protocol_run ORDER BY id DESC`).all();
  return (stored as StoredProtocolRun[]).map(toRow);
}

export type NewProtocolRun = Pick<
  ProtocolRunRow,
  'title' | 'datasetId' | 'model' | 'system' | 'settings' | 'concurrency' | 'spendingLimit' | 'createdAt'
>;

export function insertProtocolRun(db: WritableDb, run: NewProtocolRun): number {
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
      JSON.stringify(noProgress),
      run.createdAt,
    );
  return Number(lastInsertRowid);
}

export function saveProtocolScores(db: WritableDb, id: number, scores: ProtocolScores | null): void {
  db.prepare('UPDATE protocol_run SET scores = ? WHERE id = ?').run(
    scores === null ? null : JSON.stringify(scores),
    id,
  );
}

/** Removes a run with its conversations and turns. */
export function removeProtocolRun(db: WritableDb, id: number): void {
  db.prepare('DELETE FROM protocol_run WHERE id = ?').run(id);
}
