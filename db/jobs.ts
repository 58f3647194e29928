import { JobSchema } from '../shared/contract/app.ts';
import type { Job } from '../shared/contract/index.ts';
import { integer, json, oneOf, orNull, text } from './columns.ts';
import { type RowOf, select, selectValues } from './query.ts';
import { anything } from './shapes.ts';
import type { ReadableDb, WritableDb } from './types.ts';

export const jobColumns = {
  id: integer,
  kind: oneOf(JobSchema.shape.kind.options),
  title: text,
  state: oneOf(JobSchema.shape.state.options),
  result: orNull(json(anything)),
  error: orNull(json(JobSchema.shape.error.unwrap())),
  startedAt: text,
  finishedAt: orNull(text),
};

const newestJobs = select(jobColumns, 'FROM job ORDER BY id DESC LIMIT ?');
const jobOfId = select(jobColumns, 'FROM job WHERE id = ?');
const freeJobId = selectValues(integer, 'SELECT COALESCE(MAX(id), 0) + 1 FROM job');

/** A stored job has no progress of its own. */
const toJob = (row: RowOf<typeof jobColumns>): Job => ({
  ...row,
  done: 0,
  total: null,
  unit: '',
  message: '',
  ratePerSecond: null,
  secondsLeft: null,
});

/** The next free job number. */
export const nextJobId = (db: ReadableDb): number => freeJobId.one(db);

/** Stores a job as it stands, replacing what was stored of it before. */
export function saveJob(db: WritableDb, job: Job): void {
  db.prepare(
    `INSERT OR REPLACE INTO job (id, kind, title, state, result, error, started_at, finished_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    job.id,
    job.kind,
    job.title,
    job.state,
    job.result === null ? null : JSON.stringify(job.result),
    job.error === null ? null : JSON.stringify(job.error),
    job.startedAt,
    job.finishedAt,
  );
}

/** Jobs that a crash cut off are told apart from those that failed. */
export function markInterruptedJobs(db: WritableDb, now: string): number {
  return db.prepare(`UPDATE job SET state = 'interrupted', finished_at = ? WHERE state = 'running'`).run(now)
    .changes;
}

export const listJobs = (db: ReadableDb, limit: number): Job[] => newestJobs.all(db, limit).map(toJob);

export function findJob(db: ReadableDb, id: number): Job | undefined {
  const row = jobOfId.get(db, id);
  return row && toJob(row);
}
