import { Group, Text, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AltTestAsked, AltTestReport, DatasetDetail } from '../../../shared/contract/index.ts';
import { api } from '../../api/client.ts';
import { type Problem, ProblemNote, toProblem } from '../../api/problem.tsx';
import { useDataset, useDatasets, useStudiesAlone, useStudyOptions, whyUnread } from '../../api/queries.ts';
import { type AlignmentAsked, useAlignment, useJudgeQuality } from '../../parts/judge-queries.ts';
import { AlterationsNote } from '../../ui/alterations-note.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { useCurrentDataset, useCurrentSystem } from '../../ui/place/current-place.ts';
import { AlignmentView } from './alignment-view.tsx';
import { AltTestView, altTestTitle } from './alt-test-view.tsx';
import { QualityView } from './quality-view.tsx';

type Raters = NonNullable<AltTestAsked['raters']>;

const raters: { value: Raters | ''; label: string }[] = [
  { value: '', label: 'choose' },
  { value: 'experts', label: 'experts: it may be .2 behind' },
  { value: 'trained', label: 'trained people: .15 behind' },
  { value: 'crowd', label: 'a crowd: .1 behind' },
];

/** The alternative annotator test, once it is said who rated. */
function AltTestPart({ question }: { question: AlignmentAsked }) {
  const [who, setWho] = useState<Raters | ''>('');
  const asked = who === '' ? null : { ...question, raters: who };
  const found = useQuery<AltTestReport>({
    queryKey: ['alt-test', asked],
    queryFn: () => api.judge.altTest(asked!),
    enabled: asked !== null,
  });
  return (
    <section aria-labelledby="alt-test-title">
      <Title order={2} id="alt-test-title" mb="xs">
        {altTestTitle}
      </Title>
      <Text maw="75ch" mb="sm">
        Each person is left out in turn. Who agrees with the others better, the judge or this person?
        (Calderon, Reichart and Dror, 2025)
      </Text>
      <Group mb="sm">
        <NativeSelect
          label="Who rated"
          w={300}
          value={who}
          onChange={(event) => setWho(event.currentTarget.value as Raters | '')}
          data={raters}
        />
      </Group>
      {found.error && <ProblemNote problem={toProblem(found.error)} />}
      {asked && found.isPending && <LoadingNote label="Comparing the judge with each person" />}
      {found.data && <AltTestView report={found.data} />}
    </section>
  );
}

/** How far a judge agrees with people, on the items that people labeled. */
export function AlignmentScreen() {
  const datasets = useDatasets();
  const { dataset, chooseDataset } = useCurrentDataset();
  return (
    <Page>
      <AlterationsNote />
      <PageHeader
        title="How good is this judge?"
        description="A judge's scores beside people's on the same items. Figures are weighted by each item's chance to be in the sample. Intervals are approximate."
        actions={
          dataset && (
            <NativeSelect
              aria-label="Data set"
              w={280}
              value={dataset.id}
              onChange={(event) => chooseDataset(Number(event.currentTarget.value))}
              data={(datasets.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
            />
          )
        }
      />
      {datasets.error && <ProblemNote problem={toProblem(datasets.error)} />}
      {datasets.data?.length === 0 && (
        <EmptyState order={2} title="No data yet">
          Import data with judge scores, or run a judge on your data.
        </EmptyState>
      )}
      {dataset && <OfDataset key={dataset.id} datasetId={dataset.id} />}
    </Page>
  );
}

function OfDataset({ datasetId }: { datasetId: number }) {
  const dataset = useDataset(datasetId);
  if (whyUnread(dataset)) return <ProblemNote problem={toProblem(dataset.error)} />;
  if (!dataset.data) return <LoadingNote label="Reading the judges of this data" />;
  const judges = dataset.data.signals.filter(({ kind }) => kind === 'judge');
  if (judges.length === 0)
    return (
      <EmptyState order={2} title="No judge has scored this data">
        Run a judge on it, or import judge scores with the data.
      </EmptyState>
    );
  return <Chosen dataset={dataset.data} judges={judges} />;
}

function Chosen({ dataset, judges }: { dataset: DatasetDetail; judges: DatasetDetail['signals'] }) {
  const studies = useStudiesAlone();
  const [signalId, setSignalId] = useState<number | null>(null);
  const [system, setSystem] = useState<string | null>(null);
  const [studyId, setStudyId] = useState<number | null>(null);
  const judge = judges.find(({ id }) => id === signalId) ?? judges[0]!;
  const systems = judge.coverage.map((one) => one.system);
  const usual = useCurrentSystem(dataset.id);
  const judged = [system, usual, ...systems].find((name) => systems.some((one) => one === name)) ?? null;
  const ofSystem =
    studies.data?.filter((study) => study.datasetId === dataset.id && study.system === judged) ?? [];
  const question =
    judged === null ? null : { signalId: judge.id, system: judged, ...(studyId !== null && { studyId }) };
  const alignment = useAlignment(question);
  const quality = useJudgeQuality(question);
  return (
    <>
      <Group align="flex-start" gap="sm">
        <NativeSelect
          label="Judge"
          w={320}
          value={judge.id}
          onChange={(event) => setSignalId(Number(event.currentTarget.value))}
          data={judges.map(({ id, name, criterion }) => ({
            value: String(id),
            label: criterion ? `${name}: ${criterion}` : name,
          }))}
        />
        <NativeSelect
          label="System"
          w={220}
          value={judged ?? ''}
          onChange={(event) => setSystem(event.currentTarget.value)}
          data={systems}
        />
        {judge.criterion !== null && (
          <PeoplesCriterion
            datasetId={dataset.id}
            judged={judge.criterion}
            measures={judge.measures}
            found={alignment.data?.items ? alignment.data.humanCriterion : null}
          />
        )}
        <NativeSelect
          label="People's labels from"
          w={320}
          value={studyId ?? ''}
          onChange={(event) => setStudyId(Number(event.currentTarget.value) || null)}
          data={[
            { value: '', label: 'the file and the studies of this criterion' },
            ...ofSystem.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
      </Group>
      {alignment.error && <NoAlignment problem={toProblem(alignment.error)} system={judged} />}
      {alignment.isPending && judged !== null && <LoadingNote label="Comparing judge and people" />}
      {alignment.data && alignment.data.items === 0 && (
        <Text c="dimmed">
          No item has both a score of this judge and a label that counts for it. {alignment.data.basis}
        </Text>
      )}
      {alignment.data && alignment.data.items > 0 && <AlignmentView alignment={alignment.data} />}
      {quality.data && <QualityView quality={quality.data} />}
      {question && <AltTestPart question={question} />}
    </>
  );
}

/** What to do where people said nothing of what the judge scores; or what went wrong. */
function NoAlignment({ problem, system }: { problem: Problem; system: string | null }) {
  if (problem.details.field !== 'criterion') return <ProblemNote problem={problem} />;
  return (
    <EmptyState order={2} title={`Nobody has scored ${system} by this name`}>
      Choose what people call it, or label some items of a study first.
    </EmptyState>
  );
}

interface PeoplesCriterionProps {
  datasetId: number;
  judged: string;
  measures: string | null;
  /** The criterion of the labels that are shown: a study whose machine score the judge is may ask for another one. */
  found: string | null;
}

/** What people call what the judge scores; said once, it holds for alignment, machine scores and studies. */
function PeoplesCriterion({ datasetId, judged, measures, found }: PeoplesCriterionProps) {
  const options = useStudyOptions(datasetId);
  const same = useMutation({
    mutationFn: (said: Parameters<typeof api.study.sameCriterion>[0]) => api.study.sameCriterion(said),
  });
  const named = [
    judged,
    ...(options.data?.criteria ?? []).map(({ name }) => name),
    measures ?? found ?? judged,
  ];
  return (
    <NativeSelect
      label="People call it"
      w={220}
      value={measures ?? found ?? judged}
      onChange={(event) =>
        same.mutate({
          ...{ datasetId, judged, criterion: event.currentTarget.value },
          version: options.data?.version,
        })
      }
      data={[...new Set(named)]}
      error={same.error ? toProblem(same.error).message : null}
    />
  );
}
