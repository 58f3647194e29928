import { type RunRow, saveCallsSent, setRunState } from '../../../db/runs.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { RunState } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import type { JobScope } from '../../platform/jobs/job-work.ts';
import { whenWritable } from '../../platform/when-writable.ts';
import { WriteQueue } from '../../platform/write-queue.ts';
import { type Answering, SetAside, type WorkLeft } from '../llm/caller.ts';
import { ReplyStore } from '../llm/reply-store.ts';
import type { LlmRequest } from '../llm/request.ts';
import { RunStopped } from '../llm/run-stopped.ts';
import type { BatchFileWork } from './batch-files.ts';
import { type EndpointAccess, RunEndpoints } from './run-endpoints.ts';
import { RunTally } from './run-tally.ts';
import { eachOf, UnitQueue } from './unit-queue.ts';

export interface RunParams extends EndpointAccess {
  readonly runId: number;
  /** How long to wait between looks at a batch. */
  readonly batchPollMs?: number;
  /** What one file of requests may hold, where it is not what servers take. */
  readonly mostInFile?: { readonly requests: number; readonly bytes: number };
  /** Files to write or to read in place of asking. */
  readonly batchFiles?: BatchFileWork;
  /** How long replies wait in memory for room on a full disk. */
  readonly diskPatienceMs?: number;
}

export interface RunResult {
  runId: number;
  state: RunState;
  message: string;
}

/** What a kind of run works with. */
export interface RunTools<Row extends RunRow> {
  readonly scope: JobScope;
  readonly params: RunParams;
  readonly run: Row;
  readonly writes: WriteQueue;
  readonly replies: ReplyStore;
  readonly endpoints: RunEndpoints;
  readonly tally: RunTally;
  /** The units that are left. */
  readonly left: WorkLeft;
  /** Aborts when nothing new shall be begun; its reason is a `RunStopped`. */
  readonly halt: AbortSignal;
  /** Aborts when what is under way shall be dropped, too, and when the run ends. */
  readonly stop: AbortSignal;
}

/** What a run does with its units. */
export interface RunPlan<Unit, Result> {
  /** What is still to be done, in order. */
  readonly units: readonly Unit[];
  /** How many are at work side by side. */
  readonly concurrency: number;
  /** Comes before the first unit. */
  prepare?(): Promise<void>;
  /**
   * @returns undefined when nothing came of it yet
   * @throws SetAside to come again after all others; RunStopped when the run cannot go on
   */
  work(unit: Unit): Promise<Result | undefined>;
  /** Stores what became of units; called now and then, and at the end, inside a transaction that may be tried again. */
  write(results: readonly Result[]): void;
  /** Makes scores of what is stored; called however the run ends, except by a crash or for want of room. */
  scores(): Promise<void>;
  /** A word about a run that went through all units. @throws RunStopped when it does not count as finished */
  conclusion(): string;
}

/** What a run over items does, made by `judge` or `generate`. */
export interface ItemPlan<Unit, Result> extends Pick<RunPlan<Unit, Result>, 'units' | 'write' | 'scores'> {
  readonly viaBatchApi: boolean;
  /** The first request of a unit, for a batch to fetch; undefined when it has none. */
  requestOf(unit: Unit): LlmRequest | undefined;
  work(
    unit: Unit,
    caller: Answering,
    tally: Pick<RunTally, 'outcome' | 'flagged' | 'cutReplies'>,
  ): Promise<Result>;
  /** Counts what an earlier job stored of a unit that failed; false where it stored nothing. */
  countFailed?(unit: Unit, tally: RunTally): boolean;
}

/** Judge, generation or protocol. */
export interface RunKind<Row extends RunRow, Unit, Result> {
  find(db: ReadableDb, runId: number): Row | undefined;
  /** Goes on with the units that are open and counts on, where others go through all units again and count anew. */
  readonly countsOn: boolean;
  open(tools: RunTools<Row>): Promise<RunPlan<Unit, Result>>;
}

const lookMs = 50;
const flushMs = 500;

/** Works on a run from wherever it stands until it is done, or stopped, and leaves it in a state that can go on. */
export async function executeRun<Row extends RunRow, Unit, Result>(
  scope: JobScope,
  params: RunParams,
  kind: RunKind<Row, Unit, Result>,
): Promise<RunResult> {
  const { db } = scope;
  // Waiting for another writer must not stop this thread: replies are coming in.
  db.pragma('busy_timeout = 10');
  // Requests and replies are written once and hardly read again, so that keeping their pages would only cost memory.
  db.pragma('cache_size = -8192');
  const run = kind.find(db, params.runId);
  if (!run) throw new AppError('NOT_FOUND', `There is no run ${params.runId} in this project.`);
  let end: { state: RunState; message: string };
  let failure: unknown;
  try {
    end = { state: 'finished', message: await goThrough(scope, params, run, kind) };
  } catch (error) {
    failure = error;
    const state = error instanceof RunStopped ? error.state : 'failed';
    end = { state, message: (error as Error).message };
  }
  const finishedAt = end.state === 'paused' ? null : scope.now();
  await whenWritable(() => setRunState(db, run, { ...end, finishedAt }), Number.POSITIVE_INFINITY);
  if (failure !== undefined && !(failure instanceof RunStopped)) throw failure;
  if (end.state === 'canceled') throw new AppError('CANCELED', end.message);
  if (end.state === 'failed') throw new AppError('ENDPOINT_FAULT', end.message, { remedy });
  return { runId: run.id, ...end };
}

const remedy =
  'Fix the endpoint or program, test it, then resume the run. Stored replies are not requested again.';

async function goThrough<Row extends RunRow, Unit, Result>(
  scope: JobScope,
  params: RunParams,
  run: Row,
  kind: RunKind<Row, Unit, Result>,
): Promise<string> {
  const halting = new AbortController();
  const stopping = new AbortController();
  const { signal: halt } = halting;
  const { signal: stop } = stopping;
  const writes = new WriteQueue(scope.db, { halt, diskPatienceMs: params.diskPatienceMs });
  const replies = new ReplyStore(scope.db, writes);
  const { faults } = run.progress;
  const tally = new RunTally(scope, run, kind.countsOn ? run.progress : null, faults);
  const keepSent = (sent: number) => writes.write(() => saveCallsSent(scope.db, run, sent));
  const parts = { scope, run, access: params, replies, tally, keepSent, halt, stop };
  const endpoints = new RunEndpoints(parts);
  const queue = new UnitQueue<Unit>();
  const look = setInterval(() => stopIfAsked(scope.asked(), halting, stopping), lookMs);
  try {
    const tools = { scope, params, run, writes, replies, endpoints, tally, left: queue, halt, stop };
    const plan = await kind.open(tools);
    queue.fill(plan.units);
    await workThrough(plan, queue, halting, { writes, tally, hasFigures: run.progress.callsDone > 0 });
    return plan.conclusion();
  } finally {
    clearInterval(look);
    stopping.abort();
  }
}

async function workThrough<Unit, Result>(
  plan: RunPlan<Unit, Result>,
  queue: UnitQueue<Unit>,
  halting: AbortController,
  { writes, tally, hasFigures }: { writes: WriteQueue; tally: RunTally; hasFigures: boolean },
): Promise<void> {
  let results: Result[] = [];
  let isPrepared = false;
  const flush = async () => {
    // Figures of before stay until there are new ones: what comes first may be refused.
    if (!isPrepared && hasFigures) return;
    const batch = results;
    results = [];
    // Taken together: what is stored of the figures counts the results stored with them, and no later ones.
    const figures = tally.snapshot();
    await writes.put(() => {
      plan.write(batch);
      tally.write(figures);
    });
    await writes.stored();
  };
  const flushes = flushEvery(flush, halting);
  try {
    await plan.prepare?.();
    isPrepared = true;
    await eachOf(queue, plan.concurrency, halting, async (unit) => {
      try {
        const result = await plan.work(unit);
        // Only now: a flush while the unit was at work has begun a new list.
        if (result !== undefined) results.push(result);
      } catch (error) {
        if (!(error instanceof SetAside)) throw error;
        queue.putBack(unit);
      }
    });
  } finally {
    await flushes.end();
    await flush();
    await plan.scores();
  }
}

/** Does what somebody has asked of the job. */
function stopIfAsked(
  asked: ReturnType<JobScope['asked']>,
  halting: AbortController,
  stopping: AbortController,
) {
  if (asked === 'pause') halting.abort(new RunStopped('paused', 'Paused. Resume it to go on.'));
  if (asked === 'cancel') {
    const reason = new RunStopped(
      'canceled',
      'Canceled. Every reply that came in is stored; resume it to go on.',
    );
    halting.abort(reason);
    stopping.abort(reason);
  }
}

/** Flushes now and then, never twice at a time; a flush that fails halts the run. */
function flushEvery(flush: () => Promise<void>, halting: AbortController) {
  let underWay = Promise.resolve();
  let isBusy = false;
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    underWay = flush()
      .catch((error: unknown) => halting.abort(new RunStopped('failed', String(error), { cause: error })))
      .finally(() => {
        isBusy = false;
      });
  }, flushMs);
  return {
    end: async () => {
      clearInterval(timer);
      await underWay;
    },
  };
}
