import { createStore } from 'zustand/vanilla';
import type { Job } from '../../shared/contract/index.ts';

export interface JobState {
  jobs: Record<number, Job>;
  put(job: Job): void;
  /** Replaces all, after a fresh look at the engine. */
  reset(jobs: readonly Job[]): void;
}

export function createJobStore() {
  return createStore<JobState>()((set) => ({
    jobs: {},
    put: (job) => set(({ jobs }) => ({ jobs: { ...jobs, [job.id]: job } })),
    reset: (jobs) => set({ jobs: Object.fromEntries(jobs.map((job) => [job.id, job])) }),
  }));
}

const newest = (jobs: readonly Job[]): Job | null =>
  jobs.reduce<Job | null>((latest, job) => (latest && latest.id > job.id ? latest : job), null);

/** The job to show: the newest that runs. */
export const runningJob = ({ jobs }: JobState): Job | null =>
  newest(Object.values(jobs).filter(({ state }) => state === 'running'));

/** The newest of a kind that runs. */
export const runningJobOf =
  (kind: Job['kind']) =>
  ({ jobs }: JobState): Job | null =>
    newest(Object.values(jobs).filter((job) => job.state === 'running' && job.kind === kind));

export const jobStore = createJobStore();
