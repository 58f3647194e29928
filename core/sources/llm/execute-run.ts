import { type EndpointRow, findEndpoint } from '../../../db/endpoints.ts';
import { findRun, type RunRow, setRunState } from '../../../db/llm-runs.ts';
import type { RunState } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { Pace } from '../../platform/endpoints/pace.ts';
import type { JobScope } from '../../platform/jobs/job-work.ts';
import { whenWritable } from '../../platform/when-writable.ts';
import { createAsker } from './ask.ts';
import { fetchBatches } from './batches.ts';
import { Budget } from './budget.ts';
import { Caller } from './caller.ts';
import { eachOf } from './each-of.ts';
import { type Patience, usualPatience } from './patience.ts';
import { ReplyStore } from './reply-store.ts';
import type { LlmRequest } from './request.ts';
import { RunStopped } from './run-stopped.ts';
import { RunTally } from './run-tally.ts';
import { SetAside, UnitQueue } from './unit-queue.ts';

export interface RunParams {
  readonly runId: number;
  /** Handed over in memory; never part of what a job stores. */
  readonly key: string | null;
  /** Shared with the other jobs that use the endpoint; without it the run keeps to the limits by itself. */
  readonly paceMemory?: SharedArrayBuffer;
  readonly patience?: Partial<Patience>;
  /** How long to wait between looks at a batch. */
  readonly batchPollMs?: number;
  /** How long replies wait in memory for room on a full disk. */
  readonly diskPatienceMs?: number;
}

export interface RunResult {
  runId: number;
  state: RunState;
  message: string;
}

/** What a run does with its items, made by `judge` or `generate`. */
interface RunPlan<U> {
  readonly units: readonly U[];
  readonly items: number;
  /** Replies wanted in all. */
  readonly calls: number;
  readonly viaBatchApi: boolean;
  /** The first request of a unit, for a batch to fetch; undefined when it has none. */
  requestOf(unit: U): LlmRequest | undefined;
  work(unit: U, caller: Caller, tally: RunTally): Promise<void>;
  /** Writes what `work` left in memory; called now and then, and at the end, inside a transaction. */
  write(): void;
  /** Makes the results so far usable; called however the run ends, except by a crash. */
  publish(): Promise<void>;
}

export type MakePlan<U> = (scope: JobScope, run: RunRow, endpoint: EndpointRow) => Promise<RunPlan<U>>;

const lookMs = 50;
const flushMs = 500;
/**
 * Units at work for each request that may be under way: while the replies of some are stored, others are asked. The pace
 * keeps the requests themselves to the endpoint's limits.
 */
export const unitsPerRequest = 2;

/** Works on a run from wherever it stands until it is done, or stopped, and leaves it in a state that can go on. */
export async function executeRun<U>(
  scope: JobScope,
  params: RunParams,
  makePlan: MakePlan<U>,
): Promise<RunResult> {
  const { db } = scope;
  // Waiting for another writer must not stop this thread: replies are coming in.
  db.pragma('busy_timeout = 10');
  // Requests and replies are written once and hardly read again, so that keeping their pages would only cost memory.
  db.pragma('cache_size = -8192');
  const run = findRun(db, params.runId);
  const endpoint = run && findEndpoint(db, run.endpointId);
  if (!run || !endpoint) throw new AppError('NOT_FOUND', `There is no run ${params.runId} in this project.`);
  let end: { state: RunState; message: string } = { state: 'finished', message: '' };
  let failure: unknown;
  try {
    const failed = await work(scope, params, run, endpoint, makePlan);
    if (failed > 0) end.message = `${failed} failed. Look why; going on asks for those again.`;
  } catch (error) {
    failure = error;
    end =
      error instanceof RunStopped
        ? { state: error.state, message: error.message }
        : { state: 'failed', message: (error as Error).message };
  }
  const finishedAt = end.state === 'paused' ? null : scope.now();
  await whenWritable(() => setRunState(db, run.id, { ...end, finishedAt }), Number.POSITIVE_INFINITY);
  if (failure !== undefined && !(failure instanceof RunStopped)) throw failure;
  if (end.state === 'canceled') throw new AppError('CANCELED', end.message);
  if (end.state === 'failed') throw new AppError('ENDPOINT_FAULT', end.message, { mend: mendFault });
  return { runId: run.id, ...end };
}

const mendFault =
  'Mend the endpoint, test it, then resume the run: replies that are stored are not asked again.';

/** @returns how many outcomes are failures */
async function work<U>(
  scope: JobScope,
  { key, paceMemory, patience, batchPollMs, diskPatienceMs }: RunParams,
  run: RunRow,
  endpoint: EndpointRow,
  makePlan: MakePlan<U>,
): Promise<number> {
  const halt = new AbortController();
  const stop = new AbortController();
  const plan = await makePlan(scope, run, endpoint);
  const tally = new RunTally(scope, run.id, endpoint.prices, { items: plan.items, calls: plan.calls });
  const store = new ReplyStore(scope.db, halt.signal, diskPatienceMs);
  const asker = await createAsker(endpoint, key);
  const queue = new UnitQueue(plan.units);
  const budget = new Budget(endpoint.prices, run.spendingLimit);
  const caller = new Caller({
    asker,
    store,
    pace: new Pace(endpoint, paceMemory),
    budget,
    patience: { ...usualPatience, ...patience },
    runId: run.id,
    now: scope.now,
    halt: halt.signal,
    stop: stop.signal,
    queue,
    onFault: (fault) => tally.fault(fault),
    onAnswer: (answer, wasStored) => tally.answered(answer, wasStored),
  });
  const writeAll = scope.db.transaction(() => {
    plan.write();
    tally.write();
  });
  const flush = () => whenWritable(() => writeAll.immediate(), Number.POSITIVE_INFINITY);
  const look = setInterval(() => obey(scope.asked(), halt, stop), lookMs);
  const flushes = flushEvery(flush, halt);
  try {
    if (plan.viaBatchApi) {
      await fetchBatches(scope, run.id, plan.units, {
        requestOf: plan.requestOf,
        asker,
        store,
        budget,
        tally,
        halt: halt.signal,
        pollMs: batchPollMs,
      });
    }
    await eachOf(queue, unitsPerRequest * endpoint.concurrency, halt, async (unit) => {
      try {
        await plan.work(unit, caller, tally);
      } catch (error) {
        if (!(error instanceof SetAside)) throw error;
        queue.putBack(unit);
      }
    });
  } finally {
    clearInterval(look);
    await flushes.end();
    await flush();
    await plan.publish();
  }
  return tally.failed;
}

function obey(asked: ReturnType<JobScope['asked']>, halt: AbortController, stop: AbortController): void {
  if (asked === 'pause') halt.abort(new RunStopped('paused', 'Paused. Resume it to go on.'));
  if (asked === 'cancel') {
    const reason = new RunStopped(
      'canceled',
      'Canceled. Every reply that came in is stored; resume it to go on.',
    );
    halt.abort(reason);
    stop.abort(reason);
  }
}

/** Flushes now and then, never twice at a time; a flush that fails halts the run. */
function flushEvery(flush: () => Promise<void>, halt: AbortController) {
  let underWay = Promise.resolve();
  let isBusy = false;
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    underWay = flush()
      .catch((error: unknown) => halt.abort(new RunStopped('failed', String(error), { cause: error })))
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
