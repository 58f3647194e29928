import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { failureChart, unnamedChart } from '../../../shared/charts/failure-chart.ts';
import type { Study } from '../../../shared/contract/index.ts';
import {
  failureSentence,
  goodSentence,
  huntedSentence,
  noShareSentence,
  nothingWrongSentence,
  orderSentence,
  readOnSentence,
  togetherSentence,
  unnamedSentence,
} from '../../../shared/failure-words.ts';
import { formatCount, plural } from '../../../shared/number-text.ts';
import { api } from '../../api/client.ts';
import { type FailureRow, type FailureTable, failureTableQuery } from '../../api/failures.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { useStudy, whyUnread } from '../../api/queries.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { PlotFigure } from '../../charts/plot-figure.tsx';
import { failuresAlone, failuresField } from '../../parts/study/study-draft.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { Page } from '../../ui/page.tsx';
import { paths } from '../../ui/place/paths.ts';
import { RetryButton } from '../../ui/retry-button.tsx';
import { allModesQuery } from './failure-queries.ts';
import { FailureShares, UnnamedBounds } from './failure-tables.tsx';
import classes from './failures.module.css';
import { FoundElsewhere } from './found-elsewhere.tsx';
import { ModesPane } from './modes-pane.tsx';
import { NotesPane } from './notes-pane.tsx';
import { StepKinds } from './step-kinds.tsx';

/** What goes wrong: notes get names, and names their shares of all conversations. */
export function FailuresScreen({ studyId }: { studyId: number }) {
  const study = useStudy(studyId);
  const asks = study.data !== undefined && asksFailures(study.data);
  const table = useQuery({ ...failureTableQuery(studyId), enabled: asks });
  const modes = useQuery(allModesQuery);
  if (study.data && !asks) return <NotAsked study={study.data} />;
  const error = whyUnread(study, table, modes);
  if (error) {
    const retry = () => void Promise.all([study.refetch(), table.refetch(), modes.refetch()]);
    return (
      <Page>
        <ProblemNote problem={toProblem(error)} />
        <RetryButton problem={toProblem(error)} onRetry={retry} />
      </Page>
    );
  }
  if (!study.data || !table.data || !modes.data) return <LoadingNote label="Counting the failures" />;
  return <Failures study={study.data} table={table.data} modes={modes.data.modes} />;
}

interface FailuresProps {
  study: Study;
  table: FailureTable;
  modes: Awaited<ReturnType<typeof api.failures.list>>['modes'];
}

const asksFailures = ({ fields }: Study): boolean => fields.some(({ form }) => form.kind === 'failures');

function Failures({ study, table, modes }: FailuresProps) {
  const [dragged, setDragged] = useState(false);
  return (
    <Page>
      <div className={classes.screen}>
        {table.coded === 0 ? <ReadFirst study={study} /> : <Found table={table} study={study} />}
        <StepKinds studyId={study.id} />
        <div className={classes.bench} data-dragged={dragged || undefined}>
          <NotesPane studyId={study.id} datasetId={study.datasetId} modes={modes} onDrag={setDragged} />
          <ModesPane study={study} table={table} modes={modes} />
        </div>
        <FoundElsewhere studyId={study.id} datasetId={study.datasetId} />
      </div>
    </Page>
  );
}

/** Before anything is coded: what to do first. */
function ReadFirst({ study: { id: studyId, labeled, skipped, itemsDrawn } }: { study: Study }) {
  return (
    <EmptyState
      order={2}
      title="Read first, then name"
      action={
        <Button component={Link} href={paths.label(studyId)}>
          {labeled + skipped < itemsDrawn ? 'Start labeling' : 'Review answers'}
        </Button>
      }
    >
      Read conversations and write down what went wrong. Your notes come here and get names. Names that you
      know already can be added below. They count from the first item that nobody has opened.
    </EmptyState>
  );
}

/** A study that does not ask yet can do so before its first label; after it a new one asks on the same sample. */
function NotAsked({ study }: { study: Study }) {
  const queries = useQueryClient();
  const [, go] = useLocation();
  const ask = useMutation({
    mutationFn: () =>
      api.study.edit({
        studyId: study.id,
        version: study.version,
        fields: [...study.fields, failuresField({ mayMake: false })],
      }),
    onSuccess: async (edited) => {
      queries.setQueryData(queryKeys.study(study.id), edited);
      await queries.invalidateQueries();
    },
  });
  const beside = useMutation({
    mutationFn: () => askBeside(study),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries();
      go(paths.failures(id));
    },
  });
  const hasLabels = study.labeled + study.skipped > 0;
  const isOfOne = study.comparison === null && study.measure.kind === 'criterion';
  const error = ask.error ?? beside.error;
  return (
    <Page>
      <EmptyState
        order={2}
        title="This study does not ask what went wrong"
        action={
          !isOfOne ? (
            <Button component={Link} href={paths.newStudyOn(study.datasetId)}>
              New study
            </Button>
          ) : hasLabels ? (
            <Button loading={beside.isPending} onClick={() => beside.mutate()}>
              Ask in a new study on the same sample
            </Button>
          ) : (
            <Button loading={ask.isPending} onClick={() => ask.mutate()}>
              Ask what went wrong
            </Button>
          )
        }
      >
        {!isOfOne
          ? 'Failures belong to the replies of one system. Make a study of one system that asks.'
          : hasLabels
            ? 'It has labels, so its questions cannot change. A new study asks for failures alone, on the same items in the same order. A failure counts from the first item that nobody has read.'
            : 'Each item is then asked for a note and failure modes, too.'}
      </EmptyState>
      {error && <ProblemNote problem={toProblem(error)} />}
    </Page>
  );
}

/**
 * A study of failures alone with the draw of another: same pool, signals, design and seed, so the same items in the same order. Of
 * labels given before nobody knows what went wrong, so adding the question to their study would leave all of them unknown.
 */
async function askBeside(study: Study): Promise<Study> {
  const { datasetId, system, surrogate, preset, seed, alpha, itemsDrawn, guidelines, plan } = study;
  const { measure, scale, form, question } = failuresAlone;
  const { criteria } = await api.study.options({ datasetId });
  if (!criteria.some(({ name }) => name === measure.criterion)) {
    await api.dataset.declareScale({ datasetId, kind: 'criterion', name: measure.criterion, scale });
  }
  return api.study.create({
    ...{ datasetId, system, measure, surrogate, preset, seed, alpha, guidelines, form, question },
    size: itemsDrawn,
    fields: [failuresField({ mayMake: false, alone: true })],
    ...(plan && { plan }),
  });
}

/** Whether the most frequent failure is decided to be that. */
function orderSaid({ order, modes }: FailureTable, first: FailureRow, known: number): string | null {
  const name = (id: number) => modes.find(({ mode }) => mode.id === id)?.mode.name ?? '';
  const claims = order
    .filter(({ modeId }) => modeId === first.mode.id)
    .map(({ otherId, decided }) => ({ than: name(otherId), isDecided: decided }));
  const isOfAll = claims.length === known - 1;
  return orderSentence(first.mode.name, isOfAll ? claims : claims.slice(0, 1));
}

function Found({ table, study }: { table: FailureTable; study: Study }) {
  const { modes, alpha, unnamed, items, coded } = table;
  const known = modes.filter(({ share }) => share !== null && share.value !== null);
  const [first] = known;
  const said = first ? orderSaid(table, first, known.length) : null;
  const charted = useMemo(
    () =>
      failureChart(
        modes.flatMap(({ mode, share }) => (share ? [{ id: mode.id, name: mode.name, ...share }] : [])),
      ),
    [modes],
  );
  const points = useMemo(
    () => unnamed?.curve.map(({ draws, ofUnread }) => ({ draws, upper: ofUnread })) ?? [],
    [unnamed],
  );
  const curve = useMemo(() => unnamedChart(points), [points]);
  const bound = { upper: unnamed?.ofUnread ?? null, unread: unnamed?.unread ?? items - coded };
  const good = goodSentence(unnamed?.good ?? null);
  return (
    <>
      <section className={classes.headline} aria-label="Largest failures">
        {first === undefined ? (
          <p className={classes.lead}>
            {table.because ??
              noShareSentence(
                modes.map(({ mode, clock }) => ({ name: mode.name, clock })),
                table.coded,
              )}
          </p>
        ) : (
          <>
            <p className={classes.lead}>{failureSentence({ name: first.mode.name, ...first.share! })}</p>
            {known.slice(1, 3).map(({ mode, share }) => (
              <p key={mode.id} className={classes.next}>
                {failureSentence({ name: mode.name, ...share! })}
              </p>
            ))}
          </>
        )}
        <Text size="sm" c="dimmed" className="tabular">
          {[
            said,
            table.nothingWrong.share?.value != null && nothingWrongSentence(table.nothingWrong.share),
            known.length > 0 && togetherSentence(known.length, alpha),
            `${formatCount(coded)} of ${formatCount(items)} conversations coded.`,
          ]
            .filter(Boolean)
            .join(' ')}
        </Text>
      </section>
      {(charted || curve) && (
        <div className={classes.charts}>
          {charted && (
            <PlotFigure
              title="How frequent is each failure?"
              chart={charted}
              table={<FailureShares modes={modes} />}
              note="Bars are shares of all conversations; lines are their intervals."
            />
          )}
          {curve && (
            <PlotFigure
              title="Have we read enough?"
              chart={curve}
              table={<UnnamedBounds curve={points} />}
              note={[unnamedSentence(bound), readOnSentence(bound), good].filter(Boolean).join(' ')}
            />
          )}
        </div>
      )}
      {(bound.unread === 0 || !curve) && (
        <Group gap="xs">
          <Text size="sm">
            <b>Have we read enough?</b> {unnamedSentence(bound)} {readOnSentence(bound)}
          </Text>
        </Group>
      )}
      {table.hunted > 0 && (
        <Text size="sm" c="dimmed">
          {plural(table.hunted, 'item')} outside of the sample {table.hunted === 1 ? 'was' : 'were'} coded,
          too. {huntedSentence}
        </Text>
      )}
      {known.length === 0 && table.because !== null && study.preset !== 'uniform' && (
        <Text size="sm" c="dimmed">
          Notes and failure modes are kept all the same.
        </Text>
      )}
    </>
  );
}
