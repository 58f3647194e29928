import { Alert, Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useStore } from 'zustand';
import type { Job, LabRunSummary } from '../../../shared/contract/index.ts';
import { api } from '../../api/client.ts';
import { formatInstant } from '../../api/format.ts';
import { jobStore } from '../../api/job-store.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { useDataset, useDatasets, useStudyOptions, whyUnread } from '../../api/queries.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { DatasetSelect } from '../../ui/dataset-select.tsx';
import { JobProgress } from '../../ui/job-progress.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { NeedsData } from '../../ui/needs-data.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useCurrentDataset } from '../../ui/place/current-place.ts';
import { paths } from '../../ui/place/paths.ts';
import { TextLink } from '../../ui/text-link.tsx';
import classes from './lab.module.css';
import { useLabMethods, useLabRuns } from './lab-queries.ts';
import { LabSetup } from './lab-setup.tsx';

/** Back-tests: what to try, and what was tried before. */
export function LabScreen() {
  const datasets = useDatasets();
  const runs = useLabRuns();
  const { dataset, chooseDataset } = useCurrentDataset();
  const error = whyUnread(datasets, runs);
  if (datasets.data?.length === 0) {
    return (
      <NeedsData title="The Lab needs labeled data">
        The Lab tries every method many times on fully labeled data. It shows how far off each one is.
      </NeedsData>
    );
  }
  const datasetId = dataset?.id ?? null;
  return (
    <Page>
      <PageHeader
        title="Lab"
        description="Tries every method many times on fully labeled data, and shows how far off a single run is."
        actions={
          datasets.data && (
            <DatasetSelect datasets={datasets.data} value={datasetId} onChange={chooseDataset} />
          )
        }
      />
      {error !== null && <ProblemNote problem={toProblem(error)} />}
      {datasetId !== null && <DatasetLab key={datasetId} datasetId={datasetId} />}
      {runs.data && runs.data.length > 0 && <LabRunList runs={runs.data} />}
    </Page>
  );
}

function DatasetLab({ datasetId }: { datasetId: number }) {
  const dataset = useDataset(datasetId);
  const options = useStudyOptions(datasetId);
  const methods = useLabMethods();
  const [jobId, setJobId] = useState<number | null>(null);
  const error = whyUnread(dataset, options, methods);
  if (error) return <ProblemNote problem={toProblem(error)} />;
  if (!dataset.data || !options.data || !methods.data)
    return <LoadingNote label="Reading what this data allows" />;
  if (jobId !== null) return <LabJob jobId={jobId} onBack={() => setJobId(null)} />;
  return (
    <LabSetup dataset={dataset.data} options={options.data} methods={methods.data} onStarted={setJobId} />
  );
}

function LabRunList({ runs }: { runs: readonly LabRunSummary[] }) {
  return (
    <section aria-labelledby="runs-title">
      <h2 id="runs-title" className={classes.heading}>
        Back-tests so far
      </h2>
      <DataTable
        label="Back-tests so far"
        rows={runs}
        keyOf={({ id }) => id}
        columns={[
          {
            head: 'Measure',
            cell: ({ id, measureName }) => <TextLink href={paths.labRun(id)}>{measureName}</TextLink>,
          },
          { head: 'Data set', cell: ({ datasetName }) => datasetName },
          { head: 'Systems', cell: ({ request }) => request.systems.join(', ') },
          { head: 'Methods', isNumber: true, cell: ({ request }) => request.methods.length },
          { head: 'Runs', isNumber: true, cell: ({ request }) => request.seeds.toLocaleString('en') },
          { head: 'Seconds', isNumber: true, cell: ({ seconds }) => seconds.toFixed(1) },
          { head: 'When', cell: ({ createdAt }) => formatInstant(createdAt) },
        ]}
      />
    </section>
  );
}

/** A back-test as it runs; leads to its outcome. */
function LabJob({ jobId, onBack }: { jobId: number; onBack: () => void }) {
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
