import { Alert, Button, Group, Stack, Tabs, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { ConfirmerName } from '../../../shared/contract/data.ts';
import type { DatasetDetail } from '../../../shared/contract/index.ts';
import { formatName } from '../../../shared/import-formats.ts';
import { api } from '../../api/client.ts';
import { formatCount, formatInstant, plural } from '../../api/format.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { useDataset, whyUnread } from '../../api/queries.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { sessionStore } from '../../api/session-store.ts';
import { ChecksPanel } from '../../parts/study/checks-panel.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EditableTitle } from '../../ui/editable-title.tsx';
import { Facts } from '../../ui/facts.tsx';
import { FirstPhaseNote } from '../../ui/first-phase-note.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { longest } from '../../ui/number-field.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { paths } from '../../ui/place/paths.ts';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { ItemBrowser } from './item-browser.tsx';
import { ScaleTable } from './scale-table.tsx';

interface DatasetScreenProps {
  datasetId: number;
  /** What the table of items shows, as the address has it. */
  view?: string | undefined;
}

export function DatasetScreen({ datasetId, view }: DatasetScreenProps) {
  const dataset = useDataset(datasetId);
  if (whyUnread(dataset)) {
    return (
      <Page>
        <PageHeader above={<TextLink href={paths.data}>← Data</TextLink>} title="Data set" />
        <ProblemNote problem={toProblem(dataset.error)} />
      </Page>
    );
  }
  if (!dataset.data) return <LoadingNote label="Reading the data set" />;
  return <DatasetPage dataset={dataset.data} view={view} />;
}

/** The next file that is chosen is added to this data set. */
function addTo(datasetId: number): void {
  const { chooseImport, chooseImportTo } = sessionStore.getState();
  chooseImport([]);
  chooseImportTo(datasetId);
}

function DatasetPage({ dataset, view }: { dataset: DatasetDetail; view: string | undefined }) {
  const queries = useQueryClient();
  const [, go] = useLocation();
  const remove = useMutation({
    mutationFn: () => api.dataset.remove({ datasetId: dataset.id }),
    onSuccess: () => {
      go(paths.data);
      void queries.invalidateQueries({ queryKey: queryKeys.datasets });
    },
  });
  const rename = async (name: string, version: string | undefined) => {
    await api.dataset.rename({ datasetId: dataset.id, name, version });
    await queries.invalidateQueries({ queryKey: queryKeys.dataset(dataset.id) });
    await queries.invalidateQueries({ queryKey: queryKeys.datasets });
  };
  const scores = dataset.criteria.length + dataset.signals.length;
  return (
    <Page isFilled>
      <PageHeader
        title={
          <EditableTitle
            value={dataset.name}
            label="Name of the data set"
            version={dataset.version}
            onSave={rename}
          />
        }
        description={`${formatName(dataset.format)} · ${dataset.sourceFile}`}
        actions={
          <Group gap="xs">
            <ConfirmButton
              question="Remove this data set and its items from the project?"
              confirm="Remove"
              isBusy={remove.isPending}
              onConfirm={() => remove.mutate()}
            >
              Remove
            </ConfirmButton>
            <Button
              variant="default"
              component={Link}
              href={paths.importData}
              onClick={() => addTo(dataset.id)}
            >
              Add a file to this data set
            </Button>
            <Button component={Link} href={paths.newStudyOn(dataset.id)}>
              Set up a study
            </Button>
          </Group>
        }
      />
      {remove.error && <ProblemNote problem={toProblem(remove.error)} />}
      <FirstPhaseNote dataset={dataset} />
      {dataset.claimed > 0 && <ClaimedNote dataset={dataset} />}
      <Facts
        facts={[
          { name: 'Items', value: formatCount(dataset.itemCount) },
          { name: 'Systems', value: formatCount(dataset.systems.length) },
          { name: 'With passage', value: formatCount(dataset.itemsWithContext) },
          { name: 'With references', value: formatCount(dataset.itemsWithReferences) },
          { name: 'Groups', value: formatCount(dataset.groupCount) },
          { name: 'Imported', value: formatInstant(dataset.importedAt) },
        ]}
      />
      <Tabs
        defaultValue="items"
        keepMounted={false}
        style={{ display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 }}
      >
        <Tabs.List mb="sm">
          <Tabs.Tab value="items">Items</Tabs.Tab>
          <Tabs.Tab value="scores">Scores and ranges ({formatCount(scores)})</Tabs.Tab>
          {dataset.signals.length > 0 && <Tabs.Tab value="checks">Checks alone</Tabs.Tab>}
          <Tabs.Tab value="systems">Systems ({formatCount(dataset.systems.length)})</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="items" style={{ display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 }}>
          <ItemBrowser dataset={dataset} view={view} />
        </Tabs.Panel>
        <Tabs.Panel value="scores" style={{ overflow: 'auto', minHeight: 0 }}>
          <ScaleTable dataset={dataset} />
        </Tabs.Panel>
        <Tabs.Panel value="checks" style={{ overflow: 'auto', minHeight: 0 }}>
          <ChecksPanel datasetId={dataset.id} isAlways />
        </Tabs.Panel>
        <Tabs.Panel value="systems" style={{ overflow: 'auto', minHeight: 0 }}>
          <SystemTable dataset={dataset} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

/** That an agent calls scores people's, and where a person says that they are. */
function ClaimedNote({ dataset: { id: datasetId, claimed } }: { dataset: DatasetDetail }) {
  const queries = useQueryClient();
  const [by, setBy] = useState('');
  const confirm = useMutation({
    mutationFn: () => api.dataset.confirmScores({ datasetId, by }),
    onSuccess: () => queries.invalidateQueries(),
  });
  return (
    <Alert color="orange" title="Claimed by an agent">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          An agent says that people gave {plural(claimed, 'score')} of this data set. No number counts them
          until a person confirms it.
        </Text>
        {confirm.error && <ProblemNote problem={toProblem(confirm.error)} />}
        <Group gap="sm" align="flex-end">
          <TextInput
            label="Your name"
            value={by}
            {...longest(ConfirmerName)}
            onChange={(event) => setBy(event.currentTarget.value)}
          />
          <ReasonButton
            lack={by.trim() === '' ? 'Give your name: the audit trail says who confirmed it.' : null}
            loading={confirm.isPending}
            onClick={() => confirm.mutate()}
          >
            People gave these scores
          </ReasonButton>
        </Group>
      </Stack>
    </Alert>
  );
}

/** The systems of a data set, whose names are changed where they stand. */
function SystemTable({ dataset: { id: datasetId, systems } }: { dataset: DatasetDetail }) {
  const queries = useQueryClient();
  const rename = async (system: string, name: string) => {
    const renamed = await api.dataset.renameSystem({ datasetId, system, name });
    queries.setQueryData(queryKeys.dataset(datasetId), renamed);
    // Studies, runs and other data sets name it, too.
    await queries.invalidateQueries();
  };
  return (
    <>
      <Text c="dimmed" mb="xs">
        A new name changes no label, score or draw. It holds in every data set of the project, and in reports
        made from now on.
      </Text>
      <DataTable
        w="auto"
        rows={systems}
        keyOf={({ name }) => name}
        columns={[
          {
            head: 'System',
            cell: ({ name }) => (
              <EditableTitle
                value={name}
                label={`New name of ${name}`}
                onSave={(next) => rename(name, next)}
              />
            ),
          },
          { head: 'Items', cell: ({ items }) => formatCount(items) },
        ]}
      />
    </>
  );
}
