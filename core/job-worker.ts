import { parentPort, workerData } from 'node:worker_threads';
import { doJob } from './do-job.ts';
import type { JobKind, JobWork, WorkerInput } from './platform/jobs/job-work.ts';
import { jobWorks } from './work-list.ts';

const work = (await jobWorks[workerData as JobKind]()) as JobWork<unknown, unknown>;
parentPort?.once('message', (input: WorkerInput) => {
  void doJob(work, input, (message) => parentPort?.postMessage(message));
});
