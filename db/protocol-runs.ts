import type { ModelSpec, ProtocolScores, ProtocolSettings } from '../shared/contract/index.ts';
import { ModelSpecSchema } from '../shared/contract/protocol-models.ts';
import { ProtocolScoresSchema } from '../shared/contract/protocol-scores.ts';
import { ProtocolSettingsSchema } from '../shared/contract/protocol-settings.ts';
import { at, integer, json, orNull, type Shape, text } from './columns.ts';
import { type RowOf, select } from './query.ts';
import { noProgress, type RunRow, runColumns } from './runs.ts';
import { isObject } from './shapes.ts';
import type { ReadableDb, WritableDb } from './types.ts';

export interface ProtocolRunRow extends RunRow {
  kind: 'protocol';
  model: ModelSpec;
  system: string;
  settings: ProtocolSettings;
  concurrency: number;
  scores: ProtocolScores | null;
}

type RecordedModel = Extract<ModelSpec, { kind: 'recorded' }>;
const isRecorded = (value: unknown): value is RecordedModel =>
  isObject(value) && value.kind === 'recorded' && typeof value.system === 'string';

/** A system of the data is named as the data name it, letter by letter. */
const modelShape: Shape<ModelSpec> = {
  safeParse: (value) =>
    isRecorded(value) ? { success: true, data: value } : ModelSpecSchema.safeParse(value),
};

const [, , iqaSettings] = ProtocolSettingsSchema.options;
/** Earlier versions let a mix name a persona twice. */
const anyMix = iqaSettings.extend({ personas: iqaSettings.shape.personas.element.array() });

export const protocolRunColumns = {
  ...runColumns,
  model: json(modelShape),
  system: at('system_name', text),
  settings: json(anyMix.or(ProtocolSettingsSchema)),
  concurrency: integer,
  scores: orNull(json(ProtocolScoresSchema)),
};

const runOfId = select(protocolRunColumns, 'FROM protocol_run WHERE id = ?');
const newestRuns = select(protocolRunColumns, 'FROM protocol_run ORDER BY id DESC');

const toRun = (row: RowOf<typeof protocolRunColumns>): ProtocolRunRow => ({ ...row, kind: 'protocol' });

export function findProtocolRun(db: ReadableDb, id: number): ProtocolRunRow | undefined {
  const row = runOfId.get(db, id);
  return row && toRun(row);
}

/** The newest first. */
export const listProtocolRuns = (db: ReadableDb): ProtocolRunRow[] => newestRuns.all(db).map(toRun);

export type NewProtocolRun = Pick<
  ProtocolRunRow,
  | 'title'
  | 'datasetId'
  | 'model'
  | 'system'
  | 'settings'
  | 'concurrency'
  | 'spendingLimit'
  | 'callLimit'
  | 'createdAt'
>;

export function insertProtocolRun(db: WritableDb, run: NewProtocolRun): number {
  const { lastInsertRowid } = db
    .prepare(
      `INSERT INTO protocol_run (protocol, title, state, dataset_id, model, system_name, settings, concurrency,
         spending_limit, call_limit, progress, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
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
      run.callLimit,
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
