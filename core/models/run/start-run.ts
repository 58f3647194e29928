import { type RunRow, setRunning } from '../../../db/runs.ts';
import type { ReadableDb, WritableDb } from '../../../db/types.ts';
import type { RunState } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { type CoreContext, dbOf, openProjectOf } from '../../platform/context.ts';
import type { JobKind } from '../../platform/jobs/job-work.ts';
import { whenWritable } from '../../platform/when-writable.ts';
import { assertKept } from '../llm/budget.ts';
import { requireEndpoint } from '../llm/endpoints.ts';
import type { BatchFileWork } from './batch-files.ts';

const jobKinds = {
  judge: 'judge',
  responses: 'generate',
  'pseudo-labels': 'generate',
  protocol: 'protocol',
} as const satisfies Record<RunRow['kind'], JobKind>;

/** Ids of the two kinds of runs count by themselves. */
const runKey = ({ kind, id }: RunRow): string => `${kind === 'protocol' ? 'protocol' : 'items'} ${id}`;

/** The job at work on a run; undefined when none is. */
export const jobOfRun = (context: CoreContext, run: RunRow): number | undefined =>
  context.runs.get(runKey(run))?.jobId;

/**
 * How a run stands. It is at work until its job has ended, though its row may say more by then: its endpoint is in
 * use until that moment. A row that says "running" without a job is of a job that died, or met a full disk.
 */
export function stateOfRun(context: CoreContext, run: RunRow): RunState {
  if (jobOfRun(context, run) !== undefined) return 'running';
  return run.state === 'running' ? 'interrupted' : run.state;
}

/** The job at work on a run. @throws AppError CONFLICT when there is none */
function requireJob(context: CoreContext, run: RunRow): number {
  const jobId = jobOfRun(context, run);
  if (jobId === undefined) throw new AppError('CONFLICT', 'This run is not at work.');
  return jobId;
}

/** Lets what is under way come in and be stored, then stops. @throws AppError CONFLICT when it is not at work */
export const pauseRun = (context: CoreContext, run: RunRow): void =>
  context.jobs.pause(requireJob(context, run));

/** Stops at once. @throws AppError CONFLICT when it is not at work */
export const cancelRun = (context: CoreContext, run: RunRow): void =>
  context.jobs.cancel(requireJob(context, run));

/** @throws AppError CONFLICT */
export function assertAtRest(context: CoreContext, run: RunRow): void {
  if (jobOfRun(context, run) !== undefined) throw new AppError('CONFLICT', 'This run is at work already.');
}

/** How far a run may go this time. */
interface RunLimits {
  /** In the currency of the prices; null for any amount. */
  readonly spendingLimit: number | null;
  /** Requests that it may send in all; null for any number. */
  readonly callLimit: number | null;
  /** What it does in place of asking; no key is needed then. */
  readonly batchFiles?: BatchFileWork | undefined;
}

/** @throws AppError INVALID_INPUT for a limit that would stop nothing */
function assertLimits(
  db: ReadableDb,
  endpointIds: readonly number[],
  { spendingLimit, callLimit, batchFiles }: RunLimits,
): void {
  if (!batchFiles) {
    for (const id of endpointIds) {
      const { name, prices } = requireEndpoint(db, id);
      assertKept(prices, spendingLimit, name);
    }
  } else if (spendingLimit !== null || callLimit !== null) {
    throw new AppError('INVALID_INPUT', 'Files are answered elsewhere: Assay cannot stop that at a limit.', {
      field: spendingLimit !== null ? 'spendingLimit' : 'callLimit',
      remedy: 'Leave the limit out; a dry run says what the requests are likely to cost.',
    });
  }
}

/**
 * Writes down a run and starts its job, in one step: no two jobs work on one run.
 *
 * @param ready makes the run, or makes it ready to go on
 * @returns its id
 * @throws AppError CONFLICT when a key is not at hand; INVALID_INPUT for a limit that cannot be kept; what `ready` throws
 */
export function launchRun(
  context: CoreContext,
  endpointIds: readonly number[],
  limits: RunLimits,
  ready: (db: WritableDb) => RunRow,
): Promise<number> {
  const db = dbOf(context);
  const { batchFiles } = limits;
  assertLimits(db, endpointIds, limits);
  const keyOf = (id: number) => {
    const endpoint = requireEndpoint(db, id);
    // Files ask nobody; a key that is at hand is cut out of what they say.
    return batchFiles ? (context.keys.find(endpoint) ?? null) : context.keys.require(endpoint);
  };
  const keys = Object.fromEntries(endpointIds.map((id) => [id, keyOf(id)] as const));
  return whenWritable(() => {
    const run = ready(db);
    startJob(context, run, keys, batchFiles);
    return run.id;
  });
}

/** Limits of a run that goes on: null lifts one, undefined leaves the one it has. */
export interface NewLimits {
  readonly spendingLimit?: number | null | undefined;
  readonly callLimit?: number | null | undefined;
  readonly batchFiles?: BatchFileWork | undefined;
}

/** Goes on with a run that is not at work. */
export function resumeRun(
  context: CoreContext,
  run: RunRow,
  endpointIds: readonly number[],
  { batchFiles, ...given }: NewLimits,
): Promise<number> {
  const newOr = <T>(value: T | undefined, old: T): T => (value === undefined ? old : value);
  const kept = {
    spendingLimit: newOr(given.spendingLimit, run.spendingLimit),
    callLimit: newOr(given.callLimit, run.callLimit),
  };
  const ready = (db: WritableDb) => {
    assertAtRest(context, run);
    setRunning(db, run, kept);
    return run;
  };
  // Limits that a run was started with say nothing of files.
  const ofFiles = { spendingLimit: given.spendingLimit ?? null, callLimit: given.callLimit ?? null };
  return launchRun(context, endpointIds, { ...(batchFiles ? ofFiles : kept), batchFiles }, ready);
}

function startJob(
  context: CoreContext,
  run: RunRow,
  keys: Record<number, string | null>,
  batchFiles: BatchFileWork | undefined,
): void {
  const project = openProjectOf(context);
  const endpointIds = batchFiles ? [] : Object.keys(keys).map(Number);
  const paceMemories = context.paces.join(project.path, endpointIds);
  const params = { runId: run.id, keys, paceMemories, ...(batchFiles && { batchFiles }) };
  const { jobId, finished } = context.jobs.start(project, jobKinds[run.kind], run.title, params);
  context.runs.set(runKey(run), { jobId, kind: run.kind, title: run.title, endpointIds });
  const tell = () => {
    if (run.kind !== 'protocol') context.events.publish({ type: 'run.changed', runId: run.id });
  };
  const end = () => {
    context.paces.leave(project.path, endpointIds);
    context.runs.delete(runKey(run));
    if (context.session.project !== project) return;
    tell();
    context.events.publish({ type: 'data.changed' });
  };
  finished.then(end, end);
  tell();
}
