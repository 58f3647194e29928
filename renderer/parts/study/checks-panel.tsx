import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { useStore } from 'zustand';
import {
  checkName,
  checksCaveat,
  checksOfSystemWords,
  checksPairWords,
  labelsWords,
  peopleWords,
  repeatWords,
  type StudyOfChecks,
  studiesOf,
  unsharedWords,
} from '../../../shared/checks-words.ts';
import type { Checks, Study } from '../../../shared/contract/index.ts';
import { api } from '../../api/client.ts';
import { jobStore, runningJob } from '../../api/job-store.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { useStudies } from '../../api/queries.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { JobProgress } from '../../ui/job-progress.tsx';
import { Panel } from '../../ui/panel.tsx';
import { paths } from '../../ui/place/paths.ts';

/** Systems and pairs that are said of; a ranking says more. */
const mostSystems = 3;

/**
 * What the checks of a data set alone say, and the button that makes the study.
 *
 * @param isAlways whether it is there though a study asks people
 */
export function ChecksPanel({ datasetId, isAlways = false }: { datasetId: number; isAlways?: boolean }) {
  const studies = useStudies();
  const hasStudy = studies.data?.some((one) => one.datasetId === datasetId) ?? true;
  const isAsked = hasStudy && !isAlways;
  const { data } = useQuery({
    queryKey: [...queryKeys.dataset(datasetId), 'checks'],
    queryFn: () => api.estimate.checks({ datasetId }),
    enabled: !isAsked,
  });
  if (isAsked || !data) return null;
  const shown = isAlways ? data : data.slice(0, 1);
  return (
    <Stack gap="sm">
      {shown.map((one) => (
        <ChecksAlone key={one.signalId} checks={one} />
      ))}
    </Stack>
  );
}

function ChecksAlone({ checks }: { checks: Checks }) {
  const queries = useQueryClient();
  const [, go] = useLocation();
  const job = useStore(jobStore, runningJob);
  const start = useMutation({
    mutationFn: (study: StudyOfChecks) => makeStudy(checks, study),
    onSuccess: ({ id }) => {
      void queries.invalidateQueries({ queryKey: queryKeys.studies });
      go(paths.label(id));
    },
  });
  const systems = checks.systems.slice(0, mostSystems);
  const studies = studiesOf(checks);
  return (
    <Panel title={`What ${checkName(checks)} alone says`}>
      <Stack gap={4}>
        {systems.map((one) => (
          <Text size="sm" key={one.system}>
            {[checksOfSystemWords(checks, one), repeatWords(checks, one)].filter(Boolean).join(' ')}
          </Text>
        ))}
        {checks.pairs.slice(0, mostSystems).map((pair) => (
          <Text size="sm" key={`${pair.system} ${pair.against}`}>
            {checksPairWords(checks, pair)}
          </Text>
        ))}
        {[...unsharedWords(checks), ...peopleWords(checks)].slice(0, mostSystems).map((words) => (
          <Text size="sm" key={words}>
            {words}
          </Text>
        ))}
      </Stack>
      {start.error && <ProblemNote problem={toProblem(start.error)} />}
      {start.isPending && job && <JobProgress job={job} key={job.id} />}
      {studies.slice(0, mostSystems + 1).map((study) => (
        <Group gap="sm" key={study.criterion}>
          <Button
            variant="default"
            loading={start.isPending && start.variables === study}
            disabled={start.isPending}
            onClick={() => start.mutate(study)}
          >
            {studies.length === 1 ? labelsWords(checks).replace(/\.$/, '') : `Label ${study.criterion}`}
          </Button>
          {study.condition !== null && <Text size="sm">{study.condition}.</Text>}
        </Group>
      ))}
      <Text size="sm" c="dimmed">
        {checksCaveat}
      </Text>
    </Panel>
  );
}

/** A study by which people say the same as the check: of both systems where there are two, else of the first. */
async function makeStudy(
  { datasetId, kind, name, criterion, systems, pairs, labels }: Checks,
  { criterion: asked, scale }: StudyOfChecks,
): Promise<Study> {
  if (scale) await api.dataset.declareScale({ datasetId, kind: 'criterion', name: asked, scale });
  const [first, second] = systems;
  return api.study.create({
    datasetId,
    system: first!.system,
    ...(systems.length === 2 && pairs.length > 0 && { against: second!.system }),
    measure: { kind: 'criterion', criterion: asked },
    surrogate:
      kind === 'auto'
        ? { kind, name }
        : criterion === null
          ? { kind: 'none' }
          : { kind, judge: name, criterion },
    size: Math.min(labels, pairs[0]?.items ?? labels),
  });
}
