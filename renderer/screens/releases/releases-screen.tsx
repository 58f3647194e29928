import { Button, Group, NativeSelect, Table, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Release, Series } from '../../../shared/contract/index.ts';
import { writtenEstimate } from '../../../shared/number-text.ts';
import { differenceNumber, differenceWords, seriesAssumptions } from '../../../shared/series-words.ts';
import { api } from '../../api/client.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { useDatasets, useStudies } from '../../api/queries.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { formatCount } from '../../app/format.ts';
import { paths } from '../../app/paths.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { TextLink } from '../../ui/text-link.tsx';

/** Release after release: what each came to, and whether it is better or worse than the one before. */
export function ReleasesScreen() {
  const all = useQuery({ queryKey: queryKeys.series, queryFn: () => api.series.list({}) });
  if (all.error) return <ProblemNote problem={toProblem(all.error)} />;
  if (!all.data) return <LoadingNote label="Reading the releases" />;
  return (
    <Page>
      <PageHeader
        above={<TextLink href={paths.studies}>Studies</TextLink>}
        title="Releases"
        description="The same question asked of release after release on one sample: replies that did not change need no new label."
      />
      {all.data.map((series) => (
        <SeriesPanel key={series.id} series={series} />
      ))}
      <BeginPanel taken={all.data.flatMap(({ releases }) => releases.map(({ studyId }) => studyId))} />
    </Page>
  );
}

/** Does something about a series, and has the list asked again. */
function useChange<T>(change: (input: T) => Promise<unknown>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.studies }),
  });
}

function SeriesPanel({ series }: { series: Series }) {
  const { id, name, releases } = series;
  const refresh = useChange(() => api.series.refresh({ seriesId: id }));
  const remove = useChange(() => api.series.remove({ seriesId: id }));
  const problem = refresh.error ?? remove.error;
  return (
    <Panel title={name}>
      {problem && <ProblemNote problem={toProblem(problem)} />}
      <Table.ScrollContainer minWidth={620}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Release</Table.Th>
              <Table.Th ta="end">Labeled</Table.Th>
              <Table.Th ta="end">Taken over</Table.Th>
              <Table.Th ta="end">Estimate</Table.Th>
              <Table.Th>Interval</Table.Th>
              <Table.Th>Difference</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {releases.map((release) => (
              <ReleaseRow key={release.studyId} release={release} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {releases.map((release) => {
        const words = differenceWords(release);
        return (
          words !== null && (
            <Text key={release.studyId} size="sm">
              <b>{release.system}</b>: {words}
            </Text>
          )
        );
      })}
      <Text size="sm" c="dimmed" maw="75ch">
        {seriesAssumptions}
      </Text>
      <AddRelease series={series} />
      <Group gap="sm">
        {releases.length > 1 && (
          <Button variant="default" loading={refresh.isPending} onClick={() => refresh.mutate(undefined)}>
            Take over labels given since
          </Button>
        )}
        <ConfirmButton
          question="Remove the series? Its studies and their labels stay."
          confirm="Remove it"
          onConfirm={() => remove.mutate(undefined)}
        >
          Remove the series
        </ConfirmButton>
      </Group>
    </Panel>
  );
}

function ReleaseRow({ release }: { release: Release }) {
  const { value, interval } = writtenEstimate(release, release.scale);
  return (
    <Table.Tr>
      <Table.Td>
        <TextLink href={paths.results(release.studyId)}>{release.system}</TextLink>
        <Text size="xs" c="dimmed">
          {release.datasetName}
        </Text>
      </Table.Td>
      <Table.Td ta="end">
        {formatCount(release.labeled)} of {formatCount(release.drawn)}
      </Table.Td>
      <Table.Td ta="end">{formatCount(release.reused)}</Table.Td>
      <Table.Td ta="end">{value ?? 'not estimable'}</Table.Td>
      <Table.Td>{interval ?? '–'}</Table.Td>
      <Table.Td>{release.difference ? differenceNumber(release) : '–'}</Table.Td>
    </Table.Tr>
  );
}

function AddRelease({ series: { id, releases } }: { series: Series }) {
  const { data: datasets = [] } = useDatasets();
  const [chosen, setChosen] = useState('');
  const add = useChange((input: { system: string; datasetId: number }) =>
    api.series.release({ seriesId: id, ...input }),
  );
  const taken = new Set(releases.map(({ datasetName, system }) => JSON.stringify([datasetName, system])));
  const choices = datasets.flatMap(({ id: datasetId, name, systems }) =>
    systems
      .map(({ name: system }) => system)
      .filter((system) => !taken.has(JSON.stringify([name, system])))
      .map((system) => ({ value: JSON.stringify({ system, datasetId }), label: `${system}, in ${name}` })),
  );
  if (choices.length === 0) {
    return (
      <Text size="sm">
        To add a release, <TextLink href={paths.importData}>import its replies</TextLink>: the same questions
        under the same ids, as a data set of their own.
      </Text>
    );
  }
  const value = choices.some((choice) => choice.value === chosen) ? chosen : choices[0]!.value;
  return (
    <>
      {add.error && <ProblemNote problem={toProblem(add.error)} />}
      <Group gap="sm" align="flex-end">
        <NativeSelect
          label="Next release"
          data={choices}
          value={value}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
        <Button
          loading={add.isPending}
          onClick={() => add.mutate(JSON.parse(value) as { system: string; datasetId: number })}
        >
          Add the release
        </Button>
      </Group>
    </>
  );
}

/** The first release is a study that is there. */
function BeginPanel({ taken }: { taken: readonly number[] }) {
  const { data: studies = [] } = useStudies();
  const [chosen, setChosen] = useState('');
  const [name, setName] = useState('');
  const begin = useChange((studyId: number) =>
    api.series.begin({ studyId, ...(name.trim() !== '' && { name: name.trim() }) }),
  );
  const choices = studies
    .filter(
      ({ id, comparison, preset }) => comparison === null && preset === 'uniform' && !taken.includes(id),
    )
    .map((study) => ({ value: String(study.id), label: study.name }));
  return (
    <Panel title="Begin a series">
      {begin.error && <ProblemNote problem={toProblem(begin.error)} />}
      {choices.length === 0 ? (
        <Text size="sm" maw="75ch">
          A series begins with a study of one system whose sample draws every item alike, so that it can be
          the sample of every release: <TextLink href={paths.newStudy}>make a study</TextLink> and choose the
          uniform draw under “For researchers: method and seed”.
        </Text>
      ) : (
        <Group gap="sm" align="flex-end">
          <NativeSelect
            label="First release"
            data={choices}
            value={chosen || choices[0]!.value}
            onChange={(event) => setChosen(event.currentTarget.value)}
          />
          <TextInput
            label="Name of the series"
            placeholder="Releases"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button loading={begin.isPending} onClick={() => begin.mutate(Number(chosen || choices[0]!.value))}>
            Begin the series
          </Button>
        </Group>
      )}
    </Panel>
  );
}
