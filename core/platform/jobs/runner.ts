import { nextJobId, saveJob } from '../../../db/jobs.ts';
import type { OpenProject } from '../../../db/open.ts';
import type { Job } from '../../../shared/contract/index.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { EventHub } from '../events/hub.ts';
import { whenWritable } from '../when-writable.ts';
import type { JobKind, JobParams, JobResult, WorkerInput, WorkerMessage } from './job-work.ts';
import { ReadingWatch, type RefuseReading } from './reading-watch.ts';
import { isOutOfMemory, resultOf, type WarmThreads } from './warm-threads.ts';

interface Running {
  job: Job;
  readonly control: Uint8Array;
  readonly finished: Promise<unknown>;
  readonly watch: ReadingWatch | undefined;
}

/** Runs long work in threads: progress as events, the outcome kept in the project. */
export class JobRunner {
  readonly #events: EventHub;
  readonly #now: () => string;
  readonly #threads: WarmThreads;
  readonly #running = new Map<number, Running>();

  constructor(events: EventHub, now: () => string, threads: WarmThreads) {
    this.#events = events;
    this.#now = now;
    this.#threads = threads;
  }

  /** Readies a thread for a job that is likely to come. */
  ready(kind: JobKind): void {
    this.#threads.ready(kind);
  }

  /**
   * Starts a job and returns at once; `finished` settles with its result or an `AppError`.
   *
   * @param refuseReading of work that reads a foreign file: such a thread ends at once when it is canceled, and when it takes too long
   * or too much
   */
  start<K extends JobKind>(
    project: OpenProject,
    kind: K,
    title: string,
    params: JobParams<K>,
    refuseReading?: RefuseReading,
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
    const watch = refuseReading && new ReadingWatch(refuseReading);
    const finished = this.#run(project, job, input, watch, refuseReading);
    finished.catch(() => {});
    this.#running.set(id, { job, control: new Uint8Array(buffer), finished, watch });
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
    if (!running) return;
    running.control[0] = 1;
    running.watch?.cancel();
  }

  /** Asks a job that can pause to do so; it ends with what it has. */
  pause(jobId: number): void {
    const running = this.#running.get(jobId);
    if (running && running.control[0] === 0) running.control[0] = 2;
  }

  /** Cancels everything and waits until it has stopped. */
  async stopAll(): Promise<void> {
    const all = [...this.#running.values()];
    for (const { control, watch } of all) {
      control[0] = 1;
      watch?.cancel();
    }
    await Promise.allSettled(all.map(({ finished }) => finished));
    await this.#threads.endAtRest();
  }

  async #run(
    project: OpenProject,
    job: Job,
    input: WorkerInput,
    watch: ReadingWatch | undefined,
    refuseReading: RefuseReading | undefined,
  ): Promise<unknown> {
    const started = performance.now();
    let outcome: WorkerMessage | undefined;
    try {
      const take = (message: WorkerMessage) => {
        if (message.type !== 'progress') outcome = message;
        else {
          watch?.heard(message);
          this.#report(job, message, (performance.now() - started) / 1000);
        }
      };
      await this.#threads.run(job.kind, input, take, watch?.signal);
      const result = resultOf(outcome);
      Object.assign(job, { state: 'done', result, finishedAt: this.#now(), done: job.total ?? job.done });
      return result;
    } catch (thrown) {
      const isTooMuch = refuseReading !== undefined && isOutOfMemory(thrown);
      const error = isTooMuch ? refuseReading('Reading it takes too much memory.') : thrown;
      const { code, message, details } = error as AppError;
      const state = code === 'CANCELED' ? 'canceled' : 'failed';
      Object.assign(job, { state, error: { code, message, details }, finishedAt: this.#now() });
      throw error;
    } finally {
      watch?.close();
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
