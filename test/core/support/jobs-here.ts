import type { Engine } from '../../../core/engine.ts';
import type { JobKind, JobParams, JobResult, JobWork } from '../../../core/platform/jobs/job-work.ts';
import { JobRunner } from '../../../core/platform/jobs/runner.ts';
import { jobThreads, jobWorks } from '../../../core/work-list.ts';
import { toAppError } from '../../../db/errors.ts';
import { nextJobId, saveJob } from '../../../db/jobs.ts';
import { connect, type OpenProject } from '../../../db/open.ts';
import type { Job } from '../../../shared/contract/index.ts';

const done = {
  state: 'done',
  done: 0,
  total: null,
  unit: '',
  message: '',
  ratePerSecond: null,
  secondsLeft: null,
  error: null,
} as const;

/**
 * Does imports and draws in the thread of the test, over a connection of their own: a thread takes ten times as long to
 * start as such a job takes. Other kinds of work start theirs.
 */
class JobsHere extends JobRunner {
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #context: Engine['context'];

  constructor(context: Engine['context']) {
    super(context.events, context.now, jobThreads);
    this.#context = context;
  }

  override start<K extends JobKind>(project: OpenProject, kind: K, title: string, params: JobParams<K>) {
    if (kind !== 'import' && kind !== 'score') return super.start(project, kind, title, params);
    const jobId = nextJobId(project.db);
    const startedAt = this.#context.now();
    saveJob(project.db, {
      ...done,
      id: jobId,
      kind,
      title,
      state: 'running',
      startedAt,
      finishedAt: null,
      result: null,
    });
    const finished = this.#work(project, kind, params).then((result) => {
      const finishedAt = this.#context.now();
      const job: Job = {
        ...done,
        id: jobId,
        kind,
        title,
        result: result as Job['result'],
        startedAt,
        finishedAt,
      };
      saveJob(project.db, job);
      this.#context.events.publish({ type: 'job.progress', job });
      return result;
    });
    finished.catch(() => {}).finally(() => this.#underWay.delete(finished));
    this.#underWay.add(finished);
    return { jobId, finished: finished as Promise<JobResult<K>> };
  }

  override async stopAll(): Promise<void> {
    await Promise.allSettled(this.#underWay);
    await super.stopAll();
  }

  async #work(project: OpenProject, kind: 'import' | 'score', params: unknown): Promise<unknown> {
    const work = (await jobWorks[kind]()) as JobWork<unknown, unknown>;
    const db = connect(project.place.facts);
    try {
      return await work(
        {
          db,
          projectPath: project.path,
          now: this.#context.now,
          progress() {},
          async checkpoint() {},
          asked: () => 'continue',
        },
        params,
      );
    } catch (error) {
      throw toAppError(error, project.path);
    } finally {
      if (db.inTransaction) db.exec('ROLLBACK');
      db.close();
    }
  }
}

/** Gives an engine such jobs. */
export function doJobsHere({ context }: Engine): void {
  Object.assign(context, { jobs: new JobsHere(context) });
}
