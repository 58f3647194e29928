import type { Outcome, Run, RunState } from '../shared/contract/index.ts';
import { RunStateSchema } from '../shared/contract/llm.ts';
import { integer, json, oneOf, orNull, real, type Shape, text } from './columns.ts';
import { prepared } from './prepared.ts';
import { queriesFor, select, selectValues } from './query.ts';
import { isObject } from './shapes.ts';
import type { ReadableDb, WritableDb } from './types.ts';

/** A run, whichever table keeps it. Ids count by themselves in each of the two. */
export interface RunRef {
  readonly kind: Run['kind'] | 'protocol';
  readonly id: number;
}

/** How far a run is and what it has used. */
export interface RunProgress {
  items: number;
  calls: number;
  callsDone: number;
  callsReused: number;
  outcomes: Partial<Record<Outcome, number>>;
  flagged: number;
  /** Replies that were used though they were cut off. */
  cutReplies: number;
  inputTokens: number;
  outputTokens: number;
  /** Null where no price is known. */
  cost: number | null;
  faults: Record<string, number>;
  /** Replies by the model that the server said has answered, in the order in which they came. */
  servedBy: Record<string, number>;
}

export const noProgress: RunProgress = {
  items: 0,
  calls: 0,
  callsDone: 0,
  callsReused: 0,
  outcomes: {},
  flagged: 0,
  cutReplies: 0,
  inputTokens: 0,
  outputTokens: 0,
  cost: null,
  faults: {},
  servedBy: {},
};

const isProgress = (given: unknown): given is Partial<RunProgress> =>
  isObject(given) &&
  Object.entries(noProgress).every(
    ([name, none]) =>
      given[name] === undefined ||
      typeof given[name] === (none === null ? 'number' : typeof none) ||
      given[name] === none,
  );

/** Earlier versions stored the calls that were done as `calls`, and nothing of items, outcomes and faults. */
const progressShape: Shape<RunProgress> = {
  safeParse: (stored) =>
    isProgress(stored)
      ? { success: true, data: { ...noProgress, callsDone: stored.calls ?? 0, ...stored } }
      : { success: false },
};

/** What every run has, but for its kind. */
export const runColumns = {
  id: integer,
  title: text,
  state: oneOf(RunStateSchema.options),
  datasetId: integer,
  spendingLimit: orNull(real),
  callLimit: orNull(integer),
  callsSent: integer,
  progress: json(progressShape),
  message: text,
  createdAt: text,
  finishedAt: orNull(text),
};

/** What every run has. */
export interface RunRow extends RunRef {
  title: string;
  state: RunState;
  datasetId: number;
  spendingLimit: number | null;
  /** Requests that it may send in all. */
  callLimit: number | null;
  /** Requests that were sent under a limit, tries that failed counted. */
  callsSent: number;
  progress: RunProgress;
  message: string;
  createdAt: string;
  finishedAt: string | null;
}

const titles = queriesFor(['protocol_run', 'llm_run'], (table) =>
  select({ id: integer, title: text }, `FROM ${table} ORDER BY id`),
);

/** What the runs of a table are called. */
export const listRunTitles = (
  db: ReadableDb,
  table: 'protocol_run' | 'llm_run',
): { id: number; title: string }[] => titles[table].all(db);

const tableOf = ({ kind }: RunRef) => (kind === 'protocol' ? 'protocol_run' : 'llm_run');

const progresses = queriesFor(['protocol_run', 'llm_run'], (table) =>
  selectValues(runColumns.progress, `SELECT progress FROM ${table} WHERE id = ?`),
);

/** How far a run is, as it is stored now. */
export const progressOfRun = (db: ReadableDb, run: RunRef): RunProgress =>
  progresses[tableOf(run)].one(db, run.id);

export function saveRunProgress(db: WritableDb, run: RunRef, progress: RunProgress): void {
  prepared(db, `UPDATE ${tableOf(run)} SET progress = ? WHERE id = ?`).run(JSON.stringify(progress), run.id);
}

export function setRunState(
  db: WritableDb,
  run: RunRef,
  { state, message, finishedAt }: { state: RunState; message: string; finishedAt: string | null },
): void {
  db.prepare(`UPDATE ${tableOf(run)} SET state = ?, message = ?, finished_at = ? WHERE id = ?`).run(
    state,
    message,
    finishedAt,
    run.id,
  );
}

/** A run is about to be worked on, with what it may spend and how many requests it may send. */
export function setRunning(
  db: WritableDb,
  run: RunRef,
  { spendingLimit, callLimit }: { spendingLimit: number | null; callLimit: number | null },
): void {
  db.prepare(
    `UPDATE ${tableOf(run)} SET state = 'running', spending_limit = ?, call_limit = ?, message = '', finished_at = NULL
     WHERE id = ?`,
  ).run(spendingLimit, callLimit, run.id);
}

/** Stores how many requests of a run were sent, before they are. */
export function saveCallsSent(db: WritableDb, run: RunRef, sent: number): void {
  prepared(db, `UPDATE ${tableOf(run)} SET calls_sent = ? WHERE id = ?`).run(sent, run.id);
}

/** Runs that a crash cut off are told apart from those somebody stopped. */
export function markInterruptedRuns(db: WritableDb): void {
  for (const table of ['llm_run', 'protocol_run']) {
    db.prepare(
      `UPDATE ${table} SET state = 'interrupted', message = 'Assay ended while it ran. Resume it: no stored reply is asked again.'
       WHERE state = 'running'`,
    ).run();
  }
}
