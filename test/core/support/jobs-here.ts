import { EventEmitter } from 'node:events';
import { doJob } from '../../../core/do-job.ts';
import type { Engine } from '../../../core/engine.ts';
import type { JobKind, JobWork, WorkerInput, WorkerMessage } from '../../../core/platform/jobs/job-work.ts';
import { JobRunner, type JobThread } from '../../../core/platform/jobs/runner.ts';
import { jobThreads, jobWorks } from '../../../core/work-list.ts';

/**
 * Does a job in the thread of the test, as one of its own would: over a connection of its own, with all that is sent copied. A
 * thread takes ten times as long to start as such a job takes.
 */
class ThreadHere extends EventEmitter {
  readonly #kind: JobKind;

  constructor(kind: JobKind) {
    super();
    this.#kind = kind;
  }

  postMessage(input: WorkerInput): void {
    // What is shared with a thread stays shared; the rest it has a copy of.
    void this.#do({ ...structuredClone({ ...input, control: null }), control: input.control });
  }

  async #do(input: WorkerInput): Promise<void> {
    const work = (await jobWorks[this.#kind]()) as JobWork<unknown, unknown>;
    await doJob(work, input, (message: WorkerMessage) => this.emit('message', structuredClone(message)));
    this.emit('exit');
  }

  ref(): void {}

  unref(): void {}

  async terminate(): Promise<number> {
    this.emit('exit');
    return 0;
  }
}

/** Work that is over at once; what asks a model or can be paused starts a thread. */
const isShort = (kind: JobKind): boolean => kind === 'import' || kind === 'score' || kind === 'first-phase';

interface Threads {
  newThread(kind: JobKind): JobThread;
}
const { newThread: newThreadInApp } = JobRunner.prototype as unknown as Threads;

function newThreadHere(this: unknown, kind: JobKind): JobThread {
  if (!isShort(kind)) return newThreadInApp.call(this as Threads, kind);
  return new ThreadHere(kind) as unknown as JobThread;
}

class JobsHere extends JobRunner {
  protected override newThread(kind: JobKind): JobThread {
    return newThreadHere.call(this, kind);
  }
}

/** Gives an engine such jobs. */
export function doJobsHere({ context }: Engine): void {
  Object.assign(context, { jobs: new JobsHere(context.events, context.now, jobThreads) });
}

/** Gives such jobs to every engine that this process makes from now on. */
export function doAllJobsHere(): void {
  Object.assign(JobRunner.prototype, { newThread: newThreadHere });
}
