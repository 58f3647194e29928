import { Button, Group, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { seriesChart } from '../../../shared/charts/series-chart.ts';
import { mostStudies } from '../../../shared/contract/estimate.ts';
import type { Release, Series } from '../../../shared/contract/index.ts';
import { shareTexts } from '../../../shared/failure-words.ts';
import { formatPercent, inPercent, writtenEstimate } from '../../../shared/number-text.ts';
import {
  differenceNumber,
  differenceWords,
  failureLinesNote,
  failureVerdictWords,
  labeledWords,
  laborWords,
  namedApart,
  releaseCaveats,
  seriesAssumptions,
  watchAssumptions,
  watchDetails,
  watchWords,
  wholeSeriesWords,
} from '../../../shared/series-words.ts';
import { api } from '../../api/client.ts';
import { isDesktop } from '../../api/desktop-port.ts';
import { formatCount } from '../../api/format.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { useDatasets, useStudies, whyUnread } from '../../api/queries.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { PlotFigure } from '../../charts/plot-figure.tsx';
import { AlterationsNote } from '../../ui/alterations-note.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { keepFile, savedPath } from '../../ui/keep-file.ts';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { NumberInput } from '../../ui/number-field.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { paths } from '../../ui/place/paths.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { SeriesPlanPart } from './series-plan.tsx';

/** Release after release: what each came to, and whether it is better or worse than the one before. */
export function ReleasesScreen() {
  const all = useQuery({ queryKey: queryKeys.series, queryFn: () => api.series.list({}) });
  if (whyUnread(all)) return <ProblemNote problem={toProblem(all.error)} />;
  if (!all.data) return <LoadingNote label="Reading the releases" />;
  return (
    <Page>
      <AlterationsNote />
      <PageHeader
        above={<TextLink href={paths.studies}>Studies</TextLink>}
        title="Releases"
        description="The same question asked of release after release on one sample, or of window after window of production."
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
  const { id, name, releases, watch } = series;
  const refresh = useChange(() => api.series.refresh({ seriesId: id }));
  const remove = useChange(() => api.series.remove({ seriesId: id }));
  const report = useMutation({ mutationFn: () => keepReport(releases) });
  const problem = refresh.error ?? remove.error ?? report.error;
  const named = useMemo(() => (watch ? releases : namedApart(releases)), [releases, watch]);
  const chart = useMemo(() => seriesChart({ releases: named, watch }), [named, watch]);
  return (
    <Panel title={name}>
      {problem && <ProblemNote problem={toProblem(problem)} />}
      {chart && (
        <PlotFigure
          title={watch ? 'Score of each window' : 'Score of each release'}
          chart={chart}
          note={
            watch ? 'The band holds the mean of the traffic that the reference was sampled from.' : undefined
          }
        />
      )}
      <ReleasesTable releases={named} isWatch={watch !== null} />
      <FailureLines seriesId={id} />
      {watch && (
        <Text fw={600} data-verdict={watch.verdict}>
          {watchWords({ watch, releases })}
        </Text>
      )}
      {watch &&
        watchDetails({ watch, releases }).map((words) => (
          <Text key={words} size="sm">
            {words}
          </Text>
        ))}
      {named.map((release) => {
        const words = differenceWords(release);
        return (
          words !== null && (
            <Text key={release.studyId} size="sm">
              <b>{release.system}</b>: {words}
            </Text>
          )
        );
      })}
      {!watch && wholeSeriesWords(releases) !== '' && (
        <Text size="sm" data-whole-series>
          {wholeSeriesWords(releases)}
        </Text>
      )}
      {releaseCaveats(named).map((words) => (
        <Text key={words} size="sm" data-judges>
          {words}
        </Text>
      ))}
      {!watch && (
        <Text size="sm" data-labor>
          {laborWords({ releases })}
        </Text>
      )}
      <Text size="sm" c="dimmed" maw="75ch">
        {watch ? watchAssumptions : seriesAssumptions()}
      </Text>
      {!watch && releases.length > 0 && <SeriesPlanPart series={series} />}
      <AddRelease series={series} />
      <Group gap="sm">
        {releases.length > 1 && !watch && (
          <Button variant="default" loading={refresh.isPending} onClick={() => refresh.mutate(undefined)}>
            Reuse new labels
          </Button>
        )}
        {releases.length > 1 && !watch && (
          <Button variant="default" loading={report.isPending} onClick={() => report.mutate()}>
            {isDesktop() ? 'Save the report' : 'Download the report'}
          </Button>
        )}
        <ConfirmButton
          question={`Remove the ${watch ? 'watch' : 'series'}? Its studies and their labels stay.`}
          confirm="Remove it"
          onConfirm={() => remove.mutate(undefined)}
        >
          Remove the {watch ? 'watch' : 'series'}
        </ConfirmButton>
      </Group>
      {savedPath(report.data) && (
        <Text size="sm" role="status">
          Saved to {savedPath(report.data)}
        </Text>
      )}
    </Panel>
  );
}

/** The report of a series, as one page: release after release first, then each of the newest in full. */
function keepReport(releases: readonly Release[]) {
  const [studyId, ...also] = releases.slice(-mostStudies).map((release) => release.studyId);
  const choice = { studyId: studyId!, also, format: 'html' as const };
  return keepFile(
    async () => (await api.report.name(choice)).fileName,
    (path) => api.report.save({ ...choice, path, overwrite: true }),
    () => api.report.render(choice),
  );
}

function ReleasesTable({ releases, isWatch }: { releases: readonly Release[]; isWatch: boolean }) {
  return (
    <DataTable
      label={isWatch ? 'Windows' : 'Releases'}
      miw={760}
      rows={releases}
      keyOf={({ studyId }) => studyId}
      columns={[
        {
          head: isWatch ? 'Window' : 'Release',
          cell: (release) => <ReleaseName release={release} isWindow={isWatch} />,
        },
        { head: 'Labeled', isNumber: true, cell: labeledWords },
        !isWatch && {
          head: 'Labels spent',
          isNumber: true,
          cell: ({ labelsSpent }) => formatCount(labelsSpent),
        },
        !isWatch && {
          head: 'Saved by reuse',
          isNumber: true,
          cell: ({ labelsSaved }) => formatCount(labelsSaved),
        },
        {
          head: 'Estimate',
          isNumber: true,
          cell: (release) => writtenEstimate(release, inPercent(release).scale).value ?? 'not estimable',
        },
        {
          head: 'Interval',
          cell: (release) => writtenEstimate(release, inPercent(release).scale).interval ?? '–',
        },
        !isWatch && {
          head: 'Difference',
          cell: (release) => (release.difference ? differenceNumber(release) : '–'),
        },
      ]}
    />
  );
}

/** Failure modes from release to release; nothing where no release asks what went wrong. */
function FailureLines({ seriesId }: { seriesId: number }) {
  const { data, error } = useQuery({
    queryKey: [...queryKeys.series, 'failures', seriesId],
    queryFn: () => api.series.failures({ seriesId }),
  });
  if (error) return <ProblemNote problem={toProblem(error)} />;
  if (!data || data.modes.length === 0) return null;
  const names = new Map(data.releases.map(({ position, name }) => [position, name]));
  return (
    <>
      <DataTable
        label="Failures from release to release"
        miw={560}
        rows={data.modes.flatMap(({ modeId, name, releases }) =>
          releases.map((line) => ({ modeId, name, line, texts: line.share && shareTexts(line.share) })),
        )}
        keyOf={({ modeId, line }) => `${modeId} ${line.position}`}
        columns={[
          { head: 'Failure', cell: ({ name }) => name },
          { head: 'Release', cell: ({ line }) => names.get(line.position) },
          { head: 'Share of all', isNumber: true, cell: ({ texts }) => texts?.value ?? 'not estimable' },
          { head: 'Interval', cell: ({ texts }) => texts?.interval ?? '–' },
          {
            head: 'Since the previous release',
            cell: ({ line }) => (line.verdict === null ? '–' : failureVerdictWords(line)),
          },
        ]}
      />
      <Text size="sm" c="dimmed" maw="75ch">
        {failureLinesNote(data.modes.flatMap(({ releases }) => releases.map(({ basis }) => basis)))}
      </Text>
    </>
  );
}

function ReleaseName({ release, isWindow }: { release: Release; isWindow: boolean }) {
  const { studyId, datasetName, system, study, position } = release;
  const other = system === datasetName ? study : datasetName;
  return (
    <>
      <TextLink href={paths.results(studyId)}>{isWindow ? datasetName : system}</TextLink>
      <Text size="xs" c="dimmed">
        {isWindow ? `${position === 1 ? 'Reference, ' : ''}${system}` : other}
      </Text>
    </>
  );
}

const againChoices = [
  { value: '0', label: 'None' },
  ...[0.1, 0.2, 0.5, 1].map((share) => ({ value: String(share), label: formatPercent(share) })),
];

function AddRelease({ series: { id, releases, watch } }: { series: Series }) {
  const { data: datasets = [] } = useDatasets();
  const [chosen, setChosen] = useState('');
  const [again, setAgain] = useState(0);
  const add = useChange((input: { system: string; datasetId: number }) =>
    api.series.release({ seriesId: id, ...input, ...(!watch && again > 0 && { again }) }),
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
        To add a {watch ? 'window' : 'release'},{' '}
        <TextLink href={paths.importData}>import its {watch ? 'conversations' : 'replies'}</TextLink>
        {watch ? '' : ': the same questions under the same ids,'} as a data set of their own.
      </Text>
    );
  }
  const value = choices.some((choice) => choice.value === chosen) ? chosen : choices[0]!.value;
  return (
    <>
      {add.error && <ProblemNote problem={toProblem(add.error)} />}
      <Group gap="sm" align="flex-end">
        <NativeSelect
          label={watch ? 'Next window' : 'Next release'}
          data={choices}
          value={value}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
        {!watch && (
          <NativeSelect
            label="Equal replies to rate again"
            description="Measures whether people became stricter"
            data={againChoices}
            value={String(again)}
            onChange={(event) => setAgain(Number(event.currentTarget.value))}
          />
        )}
        <Button
          loading={add.isPending}
          onClick={() => add.mutate(JSON.parse(value) as { system: string; datasetId: number })}
        >
          Add the {watch ? 'window' : 'release'}
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
  const [isWatch, setIsWatch] = useState(false);
  const [drop, setDrop] = useState<number | null>(null);
  const begin = useChange((studyId: number) =>
    api.series.begin({
      studyId,
      ...(name.trim() !== '' && { name: name.trim() }),
      ...(isWatch && drop !== null && { leastDrop: drop }),
    }),
  );
  const choices = studies
    .filter(
      ({ id, comparison, preset }) => comparison === null && preset === 'uniform' && !taken.includes(id),
    )
    .map((study) => ({ value: String(study.id), label: study.name }));
  return (
    <Panel title="Begin a series or a watch">
      {begin.error && <ProblemNote problem={toProblem(begin.error)} />}
      {choices.length === 0 ? (
        <Text size="sm" maw="75ch">
          A series begins with a study of one system that draws every item alike.{' '}
          <TextLink href={paths.newStudy}>Make a study</TextLink> and choose the uniform draw under “For
          researchers: method and seed”.
        </Text>
      ) : (
        <Group gap="sm" align="flex-end">
          <NativeSelect
            label={isWatch ? 'Reference' : 'First release'}
            data={choices}
            value={chosen || choices[0]!.value}
            onChange={(event) => setChosen(event.currentTarget.value)}
          />
          <NativeSelect
            label="What follows"
            data={[
              { value: 'releases', label: 'releases, on one sample' },
              { value: 'windows', label: 'windows of production' },
            ]}
            value={isWatch ? 'windows' : 'releases'}
            onChange={(event) => setIsWatch(event.currentTarget.value === 'windows')}
          />
          {isWatch && (
            <NumberInput
              label="Drop that matters"
              description="On the scale of the measure"
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              min={0}
              value={drop ?? ''}
              onChange={(value) => setDrop(typeof value === 'number' && value > 0 ? value : null)}
            />
          )}
          <TextInput
            label="Name"
            placeholder={isWatch ? 'Watch' : 'Releases'}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button
            loading={begin.isPending}
            disabled={isWatch && drop === null}
            onClick={() => begin.mutate(Number(chosen || choices[0]!.value))}
          >
            Begin the {isWatch ? 'watch' : 'series'}
          </Button>
        </Group>
      )}
    </Panel>
  );
}
