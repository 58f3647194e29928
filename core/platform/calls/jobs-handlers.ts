import { jobContract } from '../../../shared/contract/app.ts';
import { baseOf } from '../base.ts';
import { cancelJob, jobOf, recentJobs } from './known-jobs.ts';

const base = baseOf({ job: jobContract });

export const jobHandlers = {
  list: base.job.list.handler(({ context }) => recentJobs(context)),
  get: base.job.get.handler(({ context, input }) => jobOf(context, input.jobId)),
  cancel: base.job.cancel.handler(({ context, input }) => cancelJob(context, input.jobId)),
};
