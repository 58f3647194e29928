import { Alert, Button, Group, List, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation } from 'wouter';
import { useStore } from 'zustand';
import { additionWords } from '../../../shared/addition-words.ts';
import type { ImportResult, Job, Study, StudyOptions } from '../../../shared/contract/index.ts';
import { preferenceCriterion } from '../../../shared/preference.ts';
import {
  proposedPair,
  proposedRanking,
  proposedSurrogate,
  sharedItems,
  withPreference,
} from '../../../shared/study-choices.ts';
import { api } from '../../api/client.ts';
import { formatCount } from '../../api/format.ts';
import { jobStore, runningJob } from '../../api/job-store.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { queryKeys } from '../../api/query-keys.ts';
import { screenWords } from '../../api/screen-words.ts';
import { ChecksPanel } from '../../parts/study/checks-panel.tsx';
import { Facts } from '../../ui/facts.tsx';
import { JobProgress } from '../../ui/job-progress.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { Panel } from '../../ui/panel.tsx';
import { paths } from '../../ui/place/paths.ts';

const measure = { kind: 'criterion', criterion: preferenceCriterion } as const;
/** Labels to ask for when nobody says how many. */
const usualSize = 30;

/** Compares the systems of a data set that has just got more of them: two as a pair, three or more as a ranking. */
function StartComparison({ datasetId }: { datasetId: number }) {
  const { data: options } = useQuery({
    queryKey: ['study-options', datasetId, 'after-import'],
    queryFn: async () => withPreference(await api.study.options({ datasetId })),
    staleTime: 0,
  });
  const queries = useQueryClient();
  const [, go] = useLocation();
  const job = useStore(jobStore, runningJob);
  const start = useMutation({
    mutationFn: (systems: readonly string[]) => makeStudies(datasetId, systems, options!),
    onSuccess: ([first]) => {
      void queries.invalidateQueries({ queryKey: queryKeys.studies });
      if (first)
        go(first.rankingId === null ? paths.label(first.id) : paths.ranking(first.rankingId, 'label'));
    },
  });
  if (!options) return null;
  const ranked = proposedRanking(options);
  const systems = ranked.length > 0 ? ranked : proposedPair(options, measure);
  if (!systems) return null;
  const words = ranked.length > 0 ? `Rank ${ranked.length} systems` : `Compare ${systems.join(' and ')}`;
  return (
    <>
      {start.error && <ProblemNote problem={toProblem(start.error)} />}
      {start.isPending && job && <JobProgress job={job} key={job.id} />}
      <Button loading={start.isPending} onClick={() => start.mutate(systems)}>
        {words}
      </Button>
    </>
  );
}

async function makeStudies(
  datasetId: number,
  systems: readonly string[],
  options: StudyOptions,
): Promise<Study[]> {
  const [system, against] = systems;
  const surrogate = proposedSurrogate(options, systems, measure) ?? ({ kind: 'none' } as const);
  const asked = { datasetId, measure, surrogate };
  if (systems.length > 2) return api.study.createPairs({ ...asked, systems: [...systems], size: usualSize });
  const size = Math.min(usualSize, sharedItems(options, system!, against!));
  return [await api.study.create({ ...asked, system: system!, against: against!, size })];
}

interface ImportProgressProps {
  jobId: number;
  onBack: () => void;
  onOther: () => void;
}

/** The import as it runs, and what came of it. */
export function ImportProgress({ jobId, onBack, onOther }: ImportProgressProps) {
  const heard = useStore(jobStore, (state) => state.jobs[jobId]);
  // A short import may end before its first event is heard.
  const asked = useQuery({
    queryKey: ['job', jobId],
    queryFn: () => api.job.get({ jobId }),
    enabled: !heard,
  });
  const job = heard ?? asked.data;
  if (!job) return <LoadingNote label="Starting the import" />;
  if (job.state === 'running') {
    return (
      <Panel>
        <JobProgress job={job} />
      </Panel>
    );
  }
  const result = importResultOf(job.result);
  if (job.state === 'done' && result) return <Imported result={result} onOther={onOther} />;
  return <NotImported job={job} onBack={onBack} />;
}

function NotImported({ job, onBack }: { job: Job; onBack: () => void }) {
  return (
    <Stack align="flex-start">
      {job.error && job.state === 'failed' ? (
        <ProblemNote problem={toProblem(job.error)} />
      ) : (
        <Alert title="The import was stopped">Nothing was stored; the project is as it was before.</Alert>
      )}
      <Button variant="default" onClick={onBack}>
        Back to the preview
      </Button>
    </Stack>
  );
}

function Imported({ result, onOther }: { result: ImportResult; onOther: () => void }) {
  const counts = [
    { name: 'Items', value: result.items },
    { name: 'Replies', value: result.responses },
    { name: 'Human scores', value: result.humanScores },
    { name: 'Machine scores', value: result.machineScores },
    { name: 'Labels', value: result.labels },
  ].filter(({ value }) => value > 0);
  const title = result.appended ? `Added to ${result.datasetName}` : `Imported into ${result.datasetName}`;
  const wasThere = result.unchanged || (result.redeclared ?? []).length > 0;
  return (
    <Stack gap="md" align="flex-start" role="status">
      <Panel title={wasThere ? 'Already there' : title}>
        {result.unchanged && <p>This content was imported before. Nothing was changed.</p>}
        <Facts facts={counts.map(({ name, value }) => ({ name, value: formatCount(value) }))} />
        {result.appended && additionWords(result.appended).map((one) => <p key={one}>{one}</p>)}
      </Panel>
      {result.took && result.took.length > 0 && (
        <Panel title="How columns were read">
          <Facts facts={result.took} />
        </Panel>
      )}
      {result.datasetId !== null && <ChecksPanel datasetId={result.datasetId} />}
      {result.warnings.length > 0 && (
        <Alert color="orange" title="Worth knowing">
          <List size="sm">
            {result.warnings.map((warning) => (
              <List.Item key={warning}>{screenWords(warning)}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Group gap="sm">
        {result.datasetId !== null && bringsSystems(result) && (
          <StartComparison datasetId={result.datasetId} />
        )}
        {result.datasetId !== null && (
          <>
            <Button
              component={Link}
              href={paths.newStudyOn(result.datasetId)}
              variant={bringsSystems(result) ? 'default' : 'filled'}
            >
              Set up a study
            </Button>
            <Button component={Link} href={paths.dataset(result.datasetId)} variant="default">
              Browse the items
            </Button>
          </>
        )}
        <Button variant="subtle" onClick={onOther}>
          Import another file
        </Button>
      </Group>
    </Stack>
  );
}

/** Whether systems came in that are there to be compared. */
const bringsSystems = ({ appended, together }: ImportResult): boolean =>
  (appended?.systems ?? []).length > 0 || (together?.files ?? []).length > 1;

/** The result of an import job, whose type the job list cannot know. */
function importResultOf(result: unknown): ImportResult | null {
  return typeof result === 'object' && result !== null && 'datasetName' in result
    ? (result as ImportResult)
    : null;
}
