import { Button, Group, Text } from '@mantine/core';
import { IconDatabaseImport } from '@tabler/icons-react';
import { Link } from 'wouter';
import type { Dataset } from '../../../shared/contract/index.ts';
import { formatName } from '../../../shared/import-formats.ts';
import { formatCount, formatInstant } from '../../api/format.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { useDatasets } from '../../api/queries.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { paths } from '../../ui/place/paths.ts';
import { TextLink } from '../../ui/text-link.tsx';

const importButton = (
  <Group gap="xs">
    <Button variant="default" component={Link} href={paths.sourceData}>
      From a warehouse or a folder of files
    </Button>
    <Button component={Link} href={paths.importData}>
      Import data
    </Button>
  </Group>
);

export function DataScreen() {
  const datasets = useDatasets();
  return (
    <Page>
      {datasets.error && <ProblemNote problem={toProblem(datasets.error)} />}
      {datasets.isPending && <LoadingNote label="Reading the data sets" />}
      {datasets.data?.length === 0 && (
        <EmptyState
          title="No data yet"
          icon={<IconDatabaseImport size={32} stroke={1.5} aria-hidden />}
          action={importButton}
        >
          Import conversations with responses of one or more systems: JSON lines, OpenAI chat lines, CSV or
          TSV. You see a preview first, and you can drop files anywhere on this window. What is too large to
          copy can be drawn from where it lies.
        </EmptyState>
      )}
      {datasets.data && datasets.data.length > 0 && (
        <>
          <PageHeader title="Data" actions={importButton} />
          <DatasetTable datasets={datasets.data} />
        </>
      )}
    </Page>
  );
}

function DatasetTable({ datasets }: { datasets: readonly Dataset[] }) {
  return (
    <DataTable
      label="Data sets"
      highlightOnHover
      rows={datasets}
      keyOf={(dataset) => dataset.id}
      columns={[
        {
          head: 'Data set',
          cell: (dataset) => (
            <>
              <TextLink href={paths.dataset(dataset.id)}>{dataset.name}</TextLink>
              <Text size="xs" c="dimmed" truncate maw={420} title={dataset.sourceFile}>
                {dataset.sourceFile}
              </Text>
            </>
          ),
        },
        { head: 'Items', isNumber: true, cell: (dataset) => formatCount(dataset.itemCount) },
        {
          head: 'Systems',
          look: () => ({ maw: 320 }),
          cell: (dataset) => (
            <Text size="sm" lineClamp={1} title={dataset.systems.map(({ name }) => name).join(', ')}>
              {dataset.systems.length > 3 && `${formatCount(dataset.systems.length)}: `}
              {dataset.systems.map(({ name }) => name).join(', ')}
            </Text>
          ),
        },
        { head: 'Format', cell: (dataset) => formatName(dataset.format) },
        { head: 'Imported', cell: (dataset) => formatInstant(dataset.importedAt) },
      ]}
    />
  );
}
