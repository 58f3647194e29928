import { Worker } from 'node:worker_threads';
import { nextJobId, saveJob } from '../../../db/jobs.ts';
import type { OpenProject } from '../../../db/open.ts';
import type { Job } from '../../../shared/contract/index.ts';
import { AppError, type ErrorCode } from '../../../shared/errors.ts';
import type { EventHub } from '../events/hub.ts';
import { whenWritable } from '../when-writable.ts';
import type { JobKind, JobParams, JobResult, WorkerInput, WorkerMessage } from './job-work.ts';

interface Running {
  job: Job;
  readonly control: Uint8Array;
  readonly finished: Promise<unknown>;
}

/** What the runner needs of a thread: it takes one `WorkerInput`, sends `WorkerMessage`s, and exits. */
export type JobThread = Pick<Worker, 'on' | 'once' | 'postMessage' | 'ref' | 'unref' | 'terminate'>;

/** What is run in threads. */
export interface JobThreads {
  /** The file that a thread begins with; it is told the kind of its work. */
  readonly worker: URL;
  /** Kinds of work that mostly wait for a model. */
  readonly waiting: readonly JobKind[];
}

/**
 * What a thread that mostly waits for a model may take, in MB. A small limit on young objects, and any on old ones, makes
 * it collect them before they are many times what is in use. Threads that compute keep the usual limits, made for speed.
 */
const waitingLimits = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 1024 };
/** Runs long work in worker threads: one thread a job, progress as events, the outcome kept in the project. */
export class JobRunner {
  readonly #events: EventHub;
  readonly #now: () => string;
  readonly #threads: JobThreads;
  readonly #running = new Map<number, Running>();
  #ahead: { readonly kind: JobKind; readonly worker: JobThread } | undefined;

  constructor(events: EventHub, now: () => string, threads: JobThreads) {
    this.#events = events;
    this.#now = now;
    this.#threads = threads;
  }

  /**
   * Readies a thread for a job that is likely to come: it loads what such work needs, then waits for it without keeping
   * the process alive. One thread at most is ahead; it ends with `stopAll`.
   */
  ready(kind: JobKind): void {
    if (this.#ahead?.kind === kind) return;
    void this.#ahead?.worker.terminate();
    const worker = this.newThread(kind);
    const ahead = { kind, worker };
    const forget = () => {
      if (this.#ahead === ahead) this.#ahead = undefined;
    };
    worker.on('error', forget).on('exit', forget);
    worker.unref();
    this.#ahead = ahead;
  }

  /** Starts a job and returns at once; `finished` settles with its result or an `AppError`. */
  start<K extends JobKind>(
    project: OpenProject,
    kind: K,
    title: string,
    params: JobParams<K>,
  ): { jobId: number; finished: Promise<JobResult<K>> } {
    const startedAt = this.#now();
    const id = Math.max(nextJobId(project.db), ...this.#running.keys().map((running) => running + 1));
    const buffer = new SharedArrayBuffer(1);
    const job: Job = {
      id,
      kind,
      title,
      state: 'running',
      done: 0,
      total: null,
      unit: '',
      message: '',
      ratePerSecond: null,
      secondsLeft: null,
      result: null,
      error: null,
      startedAt,
      finishedAt: null,
    };
    void this.#store(project, job);
    const input: WorkerInput = { params, place: project.place.facts, control: buffer };
    const finished = this.#run(project, job, this.#thread(kind), input);
    finished.catch(() => {});
    this.#running.set(id, { job, control: new Uint8Array(buffer), finished });
    this.#events.publish({ type: 'job.progress', job: { ...job } });
    return { jobId: id, finished: finished as Promise<JobResult<K>> };
  }

  get running(): readonly Job[] {
    return [...this.#running.values()].map(({ job }) => job);
  }

  find(jobId: number): Job | undefined {
    return this.#running.get(jobId)?.job;
  }

  /** Asks a job to stop; it rolls back what it did. */
  cancel(jobId: number): void {
    const running = this.#running.get(jobId);
    if (running) running.control[0] = 1;
  }

  /** Asks a job that can pause to do so; it ends with what it has. */
  pause(jobId: number): void {
    const running = this.#running.get(jobId);
    if (running && running.control[0] === 0) running.control[0] = 2;
  }

  /** Cancels everything and waits until it has stopped. */
  async stopAll(): Promise<void> {
    const all = [...this.#running.values()];
    for (const { control } of all) control[0] = 1;
    const ahead = this.#ahead?.worker.terminate();
    this.#ahead = undefined;
    await ahead;
    await Promise.allSettled(all.map(({ finished }) => finished));
  }

  /** A thread that loads what such work needs, then waits for its job. */
  protected newThread(kind: JobKind): JobThread {
    const { worker, waiting } = this.#threads;
    return new Worker(worker, {
      workerData: kind,
      resourceLimits: waiting.includes(kind) ? waitingLimits : {},
    });
  }

  /** The thread that is ahead if it is for this kind, else a new one. */
  #thread(kind: JobKind): JobThread {
    if (this.#ahead?.kind !== kind) return this.newThread(kind);
    const { worker } = this.#ahead;
    this.#ahead = undefined;
    worker.ref();
    return worker;
  }

  #run(project: OpenProject, job: Job, worker: JobThread, input: WorkerInput): Promise<unknown> {
    const started = performance.now();
    const outcome = new Promise<unknown>((resolve, reject) => {
      worker.on('message', (message: WorkerMessage) => {
        if (message.type === 'done') resolve(message.result);
        else if (message.type === 'failed') {
          reject(new AppError(message.code as ErrorCode, message.message, message.details));
        } else this.#report(job, message, (performance.now() - started) / 1000);
      });
      worker.on('error', (error) => reject(new AppError('INTERNAL', error.message, {}, { cause: error })));
      worker.on('exit', () => reject(new AppError('INTERNAL', 'The work stopped without an answer.')));
    });
    const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    worker.postMessage(input);
    return this.#finish(project, job, outcome, exited);
  }

  async #finish(project: OpenProject, job: Job, outcome: Promise<unknown>, exited: Promise<void>) {
    try {
      const result = await outcome;
      await exited;
      Object.assign(job, { state: 'done', result, finishedAt: this.#now(), done: job.total ?? job.done });
      return result;
    } catch (error) {
      await exited;
      const { code, message, details } = error as AppError;
      const state = code === 'CANCELED' ? 'canceled' : 'failed';
      Object.assign(job, { state, error: { code, message, details }, finishedAt: this.#now() });
      throw error;
    } finally {
      job.secondsLeft = null;
      await this.#store(project, job);
      this.#running.delete(job.id);
      this.#events.publish({ type: 'job.progress', job: { ...job } });
    }
  }

  /** Writes down how a job stands; another job's import may hold the project's write lock, so it may take a while. */
  async #store(project: OpenProject, job: Job): Promise<void> {
    try {
      await whenWritable(() => project.db.open && saveJob(project.db, job));
    } catch (error) {
      console.error(error);
    }
  }

  #report(job: Job, message: Extract<WorkerMessage, { type: 'progress' }>, seconds: number): void {
    const { done, total, unit, found } = message;
    const ratePerSecond = seconds > 0 ? (done - found) / seconds : null;
    const secondsLeft = total !== null && ratePerSecond ? Math.max(0, (total - done) / ratePerSecond) : null;
    Object.assign(job, { done, total, unit, message: message.message, ratePerSecond, secondsLeft });
    this.#events.publish({ type: 'job.progress', job: { ...job } });
  }
}
