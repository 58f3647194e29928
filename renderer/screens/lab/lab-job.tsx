import { Alert, Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { useStore } from 'zustand';
import type { Job } from '../../../shared/contract/index.ts';
import { api } from '../../api/client.ts';
import { jobStore } from '../../api/job-store.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { paths } from '../../app/paths.ts';
import { JobProgress } from '../../ui/job-progress.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { Panel } from '../../ui/panel.tsx';

/** A back-test as it runs; leads to its outcome. */
export function LabJob({ jobId, onBack }: { jobId: number; onBack: () => void }) {
  const heard = useStore(jobStore, (state) => state.jobs[jobId]);
  // A short run may end before its first event is heard.
  const asked = useQuery({
    queryKey: ['job', jobId],
    queryFn: () => api.job.get({ jobId }),
    enabled: !heard,
  });
  const job = heard ?? asked.data;
  const [, go] = useLocation();
  const runId = job && runIdOf(job);
  useEffect(() => {
    if (runId) go(paths.labRun(runId));
  }, [runId, go]);
  if (!job || runId) return <LoadingNote label="Starting the back-test" />;
  if (job.state === 'running') {
    return (
      <Panel>
        <JobProgress job={job} />
      </Panel>
    );
  }
  return (
    <Stack align="flex-start">
      {job.error && job.state === 'failed' ? (
        <ProblemNote problem={toProblem(job.error)} />
      ) : (
        <Alert title="The back-test was stopped">Nothing was stored.</Alert>
      )}
      <Button variant="default" onClick={onBack}>
        Back to the choice
      </Button>
    </Stack>
  );
}

const runIdOf = ({ state, result }: Job): number | null =>
  state === 'done' && typeof result === 'object' && result !== null && 'runId' in result
    ? Number(result.runId)
    : null;
