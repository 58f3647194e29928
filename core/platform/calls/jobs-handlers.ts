import { findJob, listJobs } from '../../../db/jobs.ts';
import { jobContract } from '../../../shared/contract/app.ts';
import type { Job } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { baseOf } from '../base.ts';
import { type CoreContext, dbOf } from '../context.ts';

const base = baseOf({ job: jobContract });

const jobsShown = 50;

function jobOf(context: CoreContext, jobId: number): Job {
  const job = context.jobs.find(jobId) ?? findJob(dbOf(context), jobId);
  if (!job) throw new AppError('NOT_FOUND', `There is no job ${jobId} in this project.`);
  return job;
}

export const jobHandlers = {
  list: base.job.list.handler(({ context }) => {
    const live = new Map(context.jobs.running.map((job) => [job.id, job]));
    return listJobs(dbOf(context), jobsShown).map((job) => live.get(job.id) ?? job);
  }),
  get: base.job.get.handler(({ context, input }) => jobOf(context, input.jobId)),
  cancel: base.job.cancel.handler(({ context, input }) => {
    context.jobs.cancel(input.jobId);
    return jobOf(context, input.jobId);
  }),
};
