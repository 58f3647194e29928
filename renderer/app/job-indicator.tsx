import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { useStore } from 'zustand';
import { jobStore, runningJob } from '../api/job-store.ts';
import { JobProgress } from '../ui/job-progress.tsx';
import { paths } from './paths.ts';
import { sessionStore } from './session-store.ts';
import classes from './shell.module.css';

/** The work that runs in the background. Leaving the page while it runs asks first, unless it goes on where it stopped. */
export function JobIndicator() {
  const job = useStore(jobStore, runningJob);
  const isRunning = job !== null && job.kind !== 'index';
  useEffect(() => {
    if (!isRunning) return;
    const guard = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', guard);
    return () => window.removeEventListener('beforeunload', guard);
  }, [isRunning]);
  const [path] = useLocation();
  const isImporting = useStore(sessionStore, (state) => state.importFile !== null);
  const isShownInPage =
    (job?.kind === 'import' && path === paths.importData && isImporting) ||
    (job?.kind === 'score' && path.startsWith(paths.newStudy));
  if (!job || isShownInPage) return null;
  return (
    <section className={classes.job} aria-label="Running job">
      <JobProgress job={job} key={job.id} />
    </section>
  );
}
