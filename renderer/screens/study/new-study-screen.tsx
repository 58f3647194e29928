import { useLocation } from 'wouter';
import type { StudyOptions } from '../../../shared/contract/index.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { useDatasets, useStudyOptions } from '../../api/queries.ts';
import { studyOfRun } from '../../parts/judge-choices.ts';
import { useJudges, useRuns } from '../../parts/judge-queries.ts';
import type { StudyDraft } from '../../parts/study/study-draft.ts';
import { DatasetSelect } from '../../ui/dataset-select.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { NeedsData } from '../../ui/needs-data.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { useCurrentDataset } from '../../ui/place/current-place.ts';
import { paths } from '../../ui/place/paths.ts';
import { StudySetup } from './study-setup.tsx';

interface NewStudyScreenProps {
  /** Null takes the current one. */
  datasetId: number | null;
  /** The judge's run whose scores the study is to use. */
  runId?: number;
}

/** Sets up a study: from nothing, or with what the scores of a judge's run are for. */
export function NewStudyScreen({ datasetId, runId }: NewStudyScreenProps) {
  const datasets = useDatasets();
  const { dataset: current } = useCurrentDataset();
  const [, go] = useLocation();
  const chosen = datasetId ?? current?.id ?? null;
  const dataset = datasets.data?.find(({ id }) => id === chosen);
  const options = useStudyOptions(chosen);
  const start = useStudyOfRun(runId, options.data?.surrogates);
  const error = datasets.error ?? options.error;
  if (datasets.data?.length === 0) {
    return (
      <NeedsData title="A study needs data">
        Import conversations with the responses of a system first; then choose what to measure.
      </NeedsData>
    );
  }
  return (
    <Page>
      <PageHeader
        title="New study"
        description="One question about one system, the difference of two, or the order of several. Assay picks the items that are worth a human look."
        actions={
          datasets.data && (
            <DatasetSelect
              datasets={datasets.data}
              value={chosen}
              onChange={(id) => go(paths.newStudyOn(id))}
            />
          )
        }
      />
      {error && <ProblemNote problem={toProblem(error)} />}
      {!error && (!options.data || start === undefined) && (
        <LoadingNote label="Reading what this data allows" />
      )}
      {options.data && options.data.systems.length === 0 && (
        <EmptyState order={2} title="No system to judge">
          This data set has no responses. Import data with the responses of a system.
        </EmptyState>
      )}
      {options.data && options.data.systems.length > 0 && dataset && start !== undefined && (
        <StudySetup key={`${chosen}/${runId}`} dataset={dataset} options={options.data} start={start} />
      )}
    </Page>
  );
}

/** What the scores of a run are for; undefined while that is being read. */
function useStudyOfRun(
  runId: number | undefined,
  surrogates: StudyOptions['surrogates'] | undefined,
): Partial<StudyDraft> | undefined {
  const runs = useRuns();
  const judges = useJudges();
  if (runId === undefined) return {};
  if (runs.isPending || judges.isPending) return undefined;
  const run = runs.data?.find(({ id }) => id === runId);
  const judge = judges.data?.find(({ id }) => id === run?.judgeId);
  return (run && judge && studyOfRun(run, judge, surrogates)) ?? {};
}
