import { Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { markOf } from '../../../shared/charts/curve-chart.ts';
import {
  curvesOf,
  figureOf,
  figureText,
  type LabFigure,
  labFigureChart,
  labFigures,
} from '../../../shared/charts/lab-figures.ts';
import type { LabMethod, LabRow, LabRun, Scale } from '../../../shared/contract/index.ts';
import { labFormats } from '../../../shared/contract/lab.ts';
import { lookPlanWords } from '../../../shared/plan-words.ts';
import { api } from '../../api/client.ts';
import { formatCount, formatInstant, formatScore, plural } from '../../api/format.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { whyUnread } from '../../api/queries.ts';
import { PlotFigure } from '../../charts/plot-figure.tsx';
import { AlterationsNote } from '../../ui/alterations-note.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Facts } from '../../ui/facts.tsx';
import { keepFile } from '../../ui/keep-file.ts';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { paths } from '../../ui/place/paths.ts';
import { Term } from '../../ui/term.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { CurveTable, FigureChart, type FigureChartProps } from './figure-chart.tsx';
import classes from './lab.module.css';
import { useLabRun } from './lab-queries.ts';
import { PaperLayout } from './paper-layout.tsx';
import { RunComparison } from './run-comparison.tsx';

const ablated = ['humcoe', 'random-sample', 'no-calibration', 'uniform-plain'];
const panels = ['consistencyOfMean', 'tauV', 'tauE'] as const;

/** Figures 1 and 2 of the HumCoE paper, on these data: what its sampling and its calibration do each. */
function AblationFigures({ rows, methods, scale, alpha }: FigureChartProps) {
  const shown = methods.filter(({ id }) => ablated.includes(id));
  if (shown.length < 2) return null;
  return (
    <section aria-labelledby="ablation-title">
      <h2 id="ablation-title" className={classes.heading}>
        What sampling and calibration do each, as in Figures 1 and 2 of the paper
      </h2>
      <p className={classes.small}>
        Other data, layout only. The paper prints its curves as pictures. On average over its tasks, HumCoE
        has τ_v 0.34 and τ_e 0.35. Random samples add 1.24 and 1.36; leaving calibration out adds 0.24 and
        0.95. With weights from the hardness, random samples are far off. With equal weights they are the
        plain mean.
      </p>
      <div className={classes.figures}>
        {panels.map((field) => (
          <AblationPanel
            key={field}
            figure={figureOf(field)}
            rows={rows}
            methods={shown}
            scale={scale}
            alpha={alpha}
          />
        ))}
      </div>
    </section>
  );
}

function AblationPanel({ figure, rows, methods, scale, alpha }: FigureChartProps & { figure: LabFigure }) {
  const curves = useMemo(() => curvesOf(rows, methods, figure), [rows, methods, figure]);
  const chart = useMemo(
    () => labFigureChart({ curves, figure, scale, alpha, height: 280 }),
    [curves, figure, scale, alpha],
  );
  return (
    <PlotFigure
      title={figure.name}
      chart={chart}
      table={<CurveTable curves={curves} figure={figure} scale={scale} />}
      note={curves.map((curve, i) => `${markOf(curve, i)} ${curve.name}`).join(', ')}
    />
  );
}

/** One back-test: how each method did, in charts, tables and the paper's layouts. */
export function LabRunScreen({ runId }: { runId: number }) {
  const run = useLabRun(runId);
  if (whyUnread(run)) {
    return (
      <Page>
        <ProblemNote problem={toProblem(run.error)} />
        <Group>
          <Button component={Link} href={paths.lab}>
            All back-tests
          </Button>
        </Group>
      </Page>
    );
  }
  return run.data ? <LabRunPage key={runId} run={run.data} /> : <LoadingNote label="Reading the back-test" />;
}

function LabRunPage({ run }: { run: LabRun }) {
  const [chosen, setSystem] = useState(run.populations[0]!.system);
  const [, go] = useLocation();
  const keep = useMutation({
    mutationFn: (format: (typeof labFormats)[number]) => keepLabFile(run.id, format),
  });
  const remove = useMutation({
    mutationFn: () => api.lab.remove({ runId: run.id }),
    onSuccess: () => go(paths.lab),
  });
  const population = run.populations.find(({ system }) => system === chosen) ?? run.populations[0]!;
  const rows = run.rows.filter(({ system }) => system === population.system);
  const { seeds, firstSeed, alpha } = run.request;
  const error = keep.error ?? remove.error;
  return (
    <Page>
      <AlterationsNote />
      <PageHeader
        above={<TextLink href={paths.lab}>Lab</TextLink>}
        title={`${run.measureName} on ${run.datasetName}`}
        description={`${plural(seeds, 'run')} of every method, seeds from ${firstSeed} on, ${lookPlanWords(run.request.plan)}, ${formatInstant(run.createdAt)}.`}
        actions={
          <Group gap="xs">
            {labFormats.map((format) => (
              <Button
                key={format}
                variant="default"
                aria-label={`Save as ${format.toUpperCase()}`}
                loading={keep.isPending && keep.variables === format}
                onClick={() => keep.mutate(format)}
              >
                {format.toUpperCase()}
              </Button>
            ))}
            <ConfirmButton
              question="Remove this back-test? It cannot be brought back, only run again."
              confirm="Remove"
              isBusy={remove.isPending}
              onConfirm={() => remove.mutate()}
            >
              Remove
            </ConfirmButton>
          </Group>
        }
      />
      {error && <ProblemNote problem={toProblem(error)} />}
      <div className={classes.run}>
        {run.populations.length > 1 && (
          <NativeSelect
            label="System"
            w={320}
            value={population.system}
            onChange={(event) => setSystem(event.currentTarget.value)}
            data={run.populations.map(({ system }) => system)}
          />
        )}
        <Facts
          facts={[
            { name: 'System', value: population.system },
            { name: 'Full evaluation', value: formatScore(population.truth, population.scale) },
            { name: 'Labeled items', value: formatCount(population.N) },
            ...(population.unlabeled > 0
              ? [{ name: 'Left out, no human value', value: formatCount(population.unlabeled) }]
              : []),
            { name: 'Machine score', value: population.surrogate },
            ...(run.request.surrogate.kind !== 'none'
              ? [
                  { name: 'Its mean', value: formatScore(population.surrogateMean, population.scale) },
                  {
                    name: 'Correlation with people',
                    value: population.correlation === null ? 'constant' : population.correlation.toFixed(2),
                  },
                ]
              : []),
            { name: 'Uncertainty', value: population.uncertainty },
            ...(population.signals
              ? [{ name: 'Signals of the presets', value: signalsText(population.signals) }]
              : []),
          ]}
        />
        <FigureChart rows={rows} methods={run.methods} scale={population.scale} alpha={alpha} />
        <RowsTable rows={rows} methods={run.methods} scale={population.scale} />
        <PaperLayout run={run} />
        <AblationFigures rows={rows} methods={run.methods} scale={population.scale} alpha={alpha} />
        <RunComparison run={run} />
      </div>
    </Page>
  );
}

const signalsText = ({ all, carried }: { all: number; carried: number }): string =>
  carried === 0
    ? `${formatCount(all)} beside the machine score`
    : `${formatCount(all)} beside the machine score, ${formatCount(carried)} of them labels of other systems`;

/** A back-test as a file to keep. */
const keepLabFile = (runId: number, format: (typeof labFormats)[number]) =>
  keepFile(
    async () => (await api.lab.render({ runId, format })).fileName,
    (path) => api.lab.save({ runId, format, path, overwrite: true }),
    () => api.lab.render({ runId, format }),
  );

interface RowsTableProps {
  rows: readonly LabRow[];
  methods: readonly LabMethod[];
  scale: Scale;
}

/** Every figure of every method at one number of labels. */
function RowsTable({ rows, methods, scale }: RowsTableProps) {
  const budgets = [...new Set(rows.map(({ budget }) => budget))];
  const [chosen, setBudget] = useState(budgets.at(-1) ?? 0);
  const budget = budgets.includes(chosen) ? chosen : (budgets.at(-1) ?? 0);
  const shown = methods.flatMap((method) => {
    const row = rows.find((one) => one.method === method.id && one.budget === budget);
    return row ? [{ method, row }] : [];
  });
  return (
    <section aria-labelledby="rows-title">
      <div className={classes.head}>
        <h2 id="rows-title" className={classes.heading}>
          Every figure at
        </h2>
        <NativeSelect
          size="xs"
          aria-label="Labels"
          value={String(budget)}
          onChange={(event) => setBudget(Number(event.currentTarget.value))}
          data={budgets.map((one) => ({ value: String(one), label: `${one} labels` }))}
        />
      </div>
      <DataTable
        label="Every figure"
        miw={900}
        rows={shown}
        keyOf={({ method }) => method.id}
        columns={[
          {
            head: 'Method',
            look: () => ({ className: classes.name }),
            cell: ({ method, row }) => (
              <>
                {method.name}
                {row.reason && (
                  <Text size="xs" c="dimmed">
                    {row.meanEstimate === null
                      ? `Not estimable: ${row.reason}.`
                      : `${row.reason[0]!.toUpperCase()}${row.reason.slice(1)}.`}
                  </Text>
                )}
              </>
            ),
          },
          ...labFigures.map(
            (figure): Column<(typeof shown)[number]> => ({
              id: figure.field,
              head: <Term meaning={figure.meaning}>{figure.name}</Term>,
              isNumber: true,
              cell: ({ row }) => figureText(row[figure.field], figure, scale),
            }),
          ),
        ]}
      />
    </section>
  );
}
