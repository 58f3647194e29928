import type { JobRunner } from './runner.ts';

/** Waits for what comes of a job, and cancels it when the signal aborts. @throws AppError as the job does */
export async function awaitJob<R>(
  jobs: Pick<JobRunner, 'cancel'>,
  job: { readonly jobId: number; readonly finished: Promise<R> },
  signal: AbortSignal | undefined,
): Promise<R> {
  const cancel = () => jobs.cancel(job.jobId);
  signal?.addEventListener('abort', cancel);
  if (signal?.aborted) cancel();
  try {
    return await job.finished;
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
}
