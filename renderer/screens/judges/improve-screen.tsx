import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { Judge, JudgeImprovement } from '../../../shared/contract/index.ts';
import { api } from '../../api/client.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { useDataset, useDatasets } from '../../api/queries.ts';
import { improvementKey, useImprovements, useJudges } from '../../parts/judge-queries.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { useCurrentDataset, useCurrentSystem } from '../../ui/place/current-place.ts';
import { paths } from '../../ui/place/paths.ts';
import { Disagreements } from './disagreements.tsx';
import { ImprovePrompt } from './improve-prompt.tsx';
import { JudgeVersions } from './judge-versions.tsx';
import classes from './judges.module.css';

/** Makes a judge better on practice labels, and checks it on the others. */
export function ImproveScreen({ judgeId }: { judgeId: number }) {
  const judges = useJudges();
  const found = useImprovements();
  const judge = judges.data?.find(({ id }) => id === judgeId);
  const error = judges.error ?? found.error;
  const own = (found.data ?? []).filter(({ versions }) => versions.some((one) => one.judgeId === judgeId));
  return (
    <Page>
      <PageHeader
        title={judge ? `Improve ${judge.name}` : 'Improve a judge'}
        description="Change the prompt on practice labels. Then check on labels that no prompt was made from."
        actions={
          <Button component={Link} href={paths.judges} variant="default">
            All judges
          </Button>
        }
      />
      {error && <ProblemNote problem={toProblem(error)} />}
      {(judges.isPending || found.isPending) && <LoadingNote label="Reading the versions" />}
      {judges.data && !judge && (
        <EmptyState order={2} title="There is no such judge">
          It may have been removed. Choose another one.
        </EmptyState>
      )}
      {judge &&
        found.data &&
        (own.length > 0 ? <Loop judge={judge} improvements={own} /> : <Begin judge={judge} />)}
    </Page>
  );
}

/** Splits the labels, once it is said of which system. */
function Begin({ judge }: { judge: Judge }) {
  const datasets = useDatasets();
  const { dataset, chooseDataset } = useCurrentDataset();
  const usual = useCurrentSystem(dataset?.id ?? 0);
  const [chosen, setChosen] = useState<string | null>(null);
  const queries = useQueryClient();
  const systems = (dataset?.systems ?? []).filter(({ items }) => items > 0).map(({ name }) => name);
  const system = [chosen, usual, ...systems].find((name) => systems.some((one) => one === name));
  const scored = judge.criteria.map(({ name }) => name);
  const [judged = scored[0]!, setJudged] = useState<string>();
  const detail = useDataset(dataset?.id ?? null).data;
  const [called, setCalled] = useState<string | null>(null);
  const said = detail?.signals.find(({ kind, criterion: own }) => kind === 'judge' && own === judged);
  const usualName = said?.measures ?? judged;
  const rated = [judged, usualName, ...(detail?.criteria ?? []).map(({ name }) => name)];
  const criterion = rated.find((name) => name === called) ?? usualName;
  const open = useMutation({
    mutationFn: async () => {
      const datasetId = dataset!.id;
      // Left as it is, what was said before of the two holds.
      if (called !== null) await api.study.sameCriterion({ datasetId, judged, criterion });
      const asked = { judgeId: judge.id, datasetId, system: system! };
      return api.improvement.open(called === null && scored.length === 1 ? asked : { ...asked, criterion });
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: improvementKey }),
  });
  return (
    <Stack gap="md" maw="75ch">
      <Text>
        Half of the labeled items become practice, by conversation and with about as many of each value. The
        other half, and what the same study labels later, is for checks. The split is made once and kept.
      </Text>
      <Group align="flex-end">
        <NativeSelect
          label="Data set"
          w={280}
          value={dataset?.id ?? ''}
          onChange={(event) => chooseDataset(Number(event.currentTarget.value))}
          data={(datasets.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        />
        <NativeSelect
          label="System"
          w={220}
          value={system ?? ''}
          onChange={(event) => setChosen(event.currentTarget.value)}
          data={systems}
        />
        {scored.length > 1 && (
          <NativeSelect
            label="Criterion"
            w={220}
            value={judged}
            onChange={(event) => setJudged(event.currentTarget.value)}
            data={scored}
          />
        )}
        <NativeSelect
          label="People call it"
          w={220}
          value={criterion}
          onChange={(event) => setCalled(event.currentTarget.value)}
          data={[...new Set(rated)]}
        />
        <Button disabled={!system} loading={open.isPending} onClick={() => open.mutate()}>
          Split the labels
        </Button>
      </Group>
      {open.error && <ProblemNote problem={toProblem(open.error)} />}
    </Stack>
  );
}

function Loop({ judge, improvements }: { judge: Judge; improvements: readonly JudgeImprovement[] }) {
  const [id, setId] = useState(improvements[0]!.id);
  const improvement = improvements.find((one) => one.id === id) ?? improvements[0]!;
  const [, go] = useLocation();
  // In the address, so that a version is still chosen after a reload or the way back.
  const choose = (judgeId: number) => go(paths.improveJudge(judgeId), { replace: true });
  const version =
    improvement.versions.find(({ judgeId }) => judgeId === judge.id) ?? improvement.versions[0]!;
  // The example that was last taken, for the prompt on the right.
  const [example, setExample] = useState<string | null>(null);
  const judges = useJudges();
  const own = judges.data?.find((one) => one.id === version.judgeId) ?? judge;
  return (
    <Stack gap="md">
      {improvements.length > 1 && (
        <NativeSelect
          label="Labels of"
          w={360}
          value={improvement.id}
          onChange={(event) => setId(Number(event.currentTarget.value))}
          data={improvements.map((one) => ({
            value: String(one.id),
            label: `${one.criterion} of ${one.system} (${one.dataset})`,
          }))}
        />
      )}
      <Text size="sm" c="dimmed" maw="90ch">
        {improvement.basis} {improvement.practiceItems} are practice, {improvement.checkItems} are for checks.
      </Text>
      <div className={classes.improve}>
        <JudgeVersions improvement={improvement} chosen={version.judgeId} onChoose={choose} />
        <Disagreements
          key={`${improvement.id} ${version.judgeId}`}
          improvement={improvement}
          version={version}
          onExample={setExample}
        />
        <ImprovePrompt
          key={version.promptId}
          judge={own}
          improvement={improvement}
          version={version}
          example={example}
          onStored={(judgeId) => {
            setExample(null);
            choose(judgeId);
          }}
        />
      </div>
      {improvement.rules.length > 0 && (
        <Alert title="Rules for the guidelines">
          <ul>
            {improvement.rules.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
          {improvement.studyId !== null && (
            <Link href={paths.setup(improvement.studyId)}>Change the guidelines of the study</Link>
          )}
        </Alert>
      )}
    </Stack>
  );
}
