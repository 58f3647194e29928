import { findJob, listJobs } from '../../../db/jobs.ts';
import type { Job } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { type CoreContext, dbOf } from '../context.ts';

const jobsShown = 50;

/** The last jobs of the open project; those that run as they are now. */
export function recentJobs(context: CoreContext): Job[] {
  const live = new Map(context.jobs.running.map((job) => [job.id, job]));
  return listJobs(dbOf(context), jobsShown).map((job) => live.get(job.id) ?? job);
}

/** @throws AppError NOT_FOUND */
export function jobOf(context: CoreContext, jobId: number): Job {
  const job = context.jobs.find(jobId) ?? findJob(dbOf(context), jobId);
  if (!job) throw new AppError('NOT_FOUND', `There is no job ${jobId} in this project.`);
  return job;
}

/** Asks a job to stop. @throws AppError NOT_FOUND */
export function cancelJob(context: CoreContext, jobId: number): Job {
  context.jobs.cancel(jobId);
  return jobOf(context, jobId);
}
