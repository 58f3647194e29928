import { useLocation } from 'wouter';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { useDatasets, useStudyOptions } from '../../api/queries.ts';
import { useCurrentDataset } from '../../app/current-place.ts';
import { paths } from '../../app/paths.ts';
import { DatasetSelect } from '../../ui/dataset-select.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { NeedsData } from '../../ui/needs-data.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { StudySetup } from './study-setup.tsx';

/** Without a data set in the address, the current one is taken. */
export function NewStudyScreen({ datasetId }: { datasetId: number | null }) {
  const datasets = useDatasets();
  const { dataset: current } = useCurrentDataset();
  const [, go] = useLocation();
  const chosen = datasetId ?? current?.id ?? null;
  const options = useStudyOptions(chosen);
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
        description="One question about one system, or about the difference of two. Assay draws the items that are worth a human look."
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
      {!error && !options.data && <LoadingNote label="Reading what this data allows" />}
      {options.data && options.data.systems.length === 0 && (
        <EmptyState title="No system to judge">
          This data set has no responses. Import data with the responses of a system.
        </EmptyState>
      )}
      {options.data && options.data.systems.length > 0 && chosen !== null && (
        <StudySetup key={chosen} datasetId={chosen} options={options.data} />
      )}
    </Page>
  );
}
