import { doCall, doJob } from '../../../core/do-job.ts';
import type { Engine } from '../../../core/engine.ts';
import type { Call, CallInput, JobWork, WorkerInput } from '../../../core/platform/jobs/job-work.ts';
import { JobRunner } from '../../../core/platform/jobs/runner.ts';
import { WarmThreads, type WorkKind } from '../../../core/platform/jobs/warm-threads.ts';
import { callWorks, jobWorks, threadOptions } from '../../../core/work-list.ts';

type Run = WarmThreads['run'];
const { run: runInThread } = WarmThreads.prototype;

/** Work that is over at once; what asks a model or can be paused starts a thread. */
const shortKinds = ['import', 'score', 'ranking', 'first-phase'] as const;
const shortCalls = ['preview-import', 'resolve-import'] as const;
const isShortCall = (kind: WorkKind): kind is (typeof shortCalls)[number] =>
  (shortCalls as readonly WorkKind[]).includes(kind);
const isShort = (kind: WorkKind): kind is (typeof shortKinds)[number] =>
  (shortKinds as readonly WorkKind[]).includes(kind);

/**
 * Does a job in the thread of the test, as one of its own would: over a connection of its own, with all that is sent copied. A
 * thread takes ten times as long to start as such a job takes.
 */
const runHere: Run = async function (this: WarmThreads, kind, input, take, stop) {
  if (isShortCall(kind)) {
    stop?.throwIfAborted();
    const call = (await callWorks[kind]()) as Call<unknown, unknown>;
    return doCall(call, structuredClone(input as CallInput), (message) => take(structuredClone(message)));
  }
  if (!isShort(kind)) return runInThread.call(this, kind, input, take, stop);
  const { control, ...rest } = input as WorkerInput;
  // What is shared with a thread stays shared; the rest it has a copy of.
  const copied = { ...structuredClone(rest), control };
  const work = (await jobWorks[kind]()) as JobWork<unknown, unknown>;
  await doJob(work, copied, (message) => take(structuredClone(message)));
};

class ThreadsHere extends WarmThreads {
  override run: Run = runHere;
}

/** Gives an engine such jobs. */
export function doJobsHere({ context }: Engine): void {
  const threads = new ThreadsHere(threadOptions);
  Object.assign(context, { threads, jobs: new JobRunner(context.events, context.now, threads) });
}

/** Gives such jobs to every engine that this process makes from now on. */
export function doAllJobsHere(): void {
  Object.assign(WarmThreads.prototype, { run: runHere });
}
