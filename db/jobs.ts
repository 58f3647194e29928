import { JobSchema } from '../shared/contract/app.ts';
import type { Job } from '../shared/contract/index.ts';
import type { ReadableDb, WritableDb } from './types.ts';

interface JobRow {
  id: number;
  kind: string;
  title: string;
  state: string;
  result: string | null;
  error: string | null;
  started_at: string;
  finished_at: string | null;
}

/** The next free job number. */
export function nextJobId(db: ReadableDb): number {
  return db.prepare('SELECT COALESCE(MAX(id), 0) + 1 FROM job').pluck().get() as number;
}

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

export function listJobs(db: ReadableDb, limit: number): Job[] {
  const rows = db.prepare('SELECT * FROM job ORDER BY id DESC LIMIT ?').all(limit) as JobRow[];
  return rows.map(toJob);
}

export function findJob(db: ReadableDb, id: number): Job | undefined {
  const row = db.prepare('SELECT * FROM job WHERE id = ?').get(id) as JobRow | undefined;
  return row && toJob(row);
}

function toJob(row: JobRow): Job {
  return JobSchema.parse({
    id: row.id,
    kind: row.kind,
    title: row.title,
    state: row.state,
    done: 0,
    total: null,
    unit: '',
    message: '',
    ratePerSecond: null,
    secondsLeft: null,
    result: row.result === null ? null : JSON.parse(row.result),
    error: row.error === null ? null : JSON.parse(row.error),
    startedAt: row.started_at,
    finishedAt: row.finished_at,
  });
}
