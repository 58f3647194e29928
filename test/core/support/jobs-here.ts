import { doCall, doJob } from '../../../core/do-job.ts';
import type { Engine } from '../../../core/engine.ts';
import type { Call, CallInput, JobWork, WorkerInput } from '../../../core/platform/jobs/job-work.ts';
import { JobRunner } from '../../../core/platform/jobs/runner.ts';
import { WarmThreads, type WorkKind } from '../../../core/platform/jobs/warm-threads.ts';
import { callWorks, jobWorks, threadOptions } from '../../../core/work-list.ts';
import { AppError } from '../../../shared/errors.ts';

const { run, ready } = WarmThreads.prototype;

/** Work that is over at once; what asks a model or can be paused has a thread. */
const shortKinds = ['import', 'score', 'ranking', 'first-phase'] as const;
const shortCalls = ['preview-import', 'resolve-import', 'read-folder'] as const;
const isShortCall = (kind: WorkKind): kind is (typeof shortCalls)[number] =>
  (shortCalls as readonly WorkKind[]).includes(kind);
const isShort = (kind: WorkKind): kind is (typeof shortKinds)[number] =>
  (shortKinds as readonly WorkKind[]).includes(kind);

/**
 * Threads of all engines of this process: one that is free does the work of whichever test comes next, and has loaded what
 * takes it two seconds to load.
 */
const ofAll = new WarmThreads(threadOptions);

/** What an engine has at work there, and what ends it. */
interface Own {
  readonly end: AbortController;
  readonly atWork: Set<Promise<void>>;
}
const owns = new WeakMap<WarmThreads, Own>();

function ownOf(threads: WarmThreads): Own {
  const own = owns.get(threads) ?? { end: new AbortController(), atWork: new Set() };
  owns.set(threads, own);
  return own;
}

const runAmongAll: WarmThreads['run'] = async function (this: WarmThreads, kind, input, take, stop) {
  const { end, atWork } = ownOf(this);
  const signal = stop ? AbortSignal.any([stop, end.signal]) : end.signal;
  const work = run.call(ofAll, kind, input, take, signal);
  atWork.add(work);
  await work.finally(() => atWork.delete(work));
};

/**
 * Does a job in the thread of the test, as one of its own would: over a connection of its own, with all that is sent copied. A
 * thread takes ten times as long to start as such a job takes.
 */
const runHere: WarmThreads['run'] = async function (this: WarmThreads, kind, input, take, stop) {
  if (isShortCall(kind)) {
    stop?.throwIfAborted();
    const call = (await callWorks[kind]()) as Call<unknown, unknown>;
    return doCall(call, structuredClone(input as CallInput), (message) => take(structuredClone(message)));
  }
  if (!isShort(kind)) return runAmongAll.call(this, kind, input, take, stop);
  const { control, ...rest } = input as WorkerInput;
  // What is shared with a thread stays shared; the rest it has a copy of.
  const copied = { ...structuredClone(rest), control };
  const work = (await jobWorks[kind]()) as JobWork<unknown, unknown>;
  await doJob(work, copied, (message) => take(structuredClone(message)));
};

const here = {
  run: runHere,
  ready(kind: WorkKind): void {
    if (!isShort(kind) && !isShortCall(kind)) ready.call(ofAll, kind);
  },
  async endAtRest(): Promise<void> {},
  async close(this: WarmThreads): Promise<void> {
    const { end, atWork } = ownOf(this);
    end.abort(new AppError('INTERNAL', 'The work stopped without an answer.'));
    await Promise.allSettled(atWork);
  },
};

/** Gives an engine such jobs. */
export const doJobsHere = (engine: Engine): void => giveThreads(engine, here);

/** Has all that an engine does in threads done in those of all engines of this process, which are loaded. */
export const shareThreads = (engine: Engine): void =>
  giveThreads(engine, { ...here, run: runAmongAll, ready: (kind) => ready.call(ofAll, kind) });

function giveThreads({ context }: Engine, how: typeof here): void {
  const threads = Object.assign(new WarmThreads(threadOptions), how);
  Object.assign(context, { threads, jobs: new JobRunner(context.events, context.now, threads) });
}

/** Gives such jobs to every engine that this process makes from now on. */
export function doAllJobsHere(): void {
  Object.assign(WarmThreads.prototype, here);
}
