import { Checkbox, Group } from '@mantine/core';
import { useMemo, useState } from 'react';
import { budgetsIn, type Curve } from '../../../shared/charts/curve-chart.ts';
import {
  curvesOf,
  figureOf,
  figureText,
  hiddenAtFirst,
  type LabFigure,
  labFigureChart,
  labFigures,
} from '../../../shared/charts/lab-figures.ts';
import type { LabMethod, LabRow, Scale } from '../../../shared/contract/index.ts';
import { PlotFigure } from '../../charts/plot-figure.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';

export interface FigureChartProps {
  rows: readonly LabRow[];
  methods: readonly LabMethod[];
  scale: Scale;
  alpha: number;
}

/** One figure of the methods over the number of labels, and the choice of the figure. */
export function FigureChart({ rows, methods, scale, alpha }: FigureChartProps) {
  const [field, setField] = useState<LabFigure['field']>('rmse');
  const [hidden, setHidden] = useState<readonly string[]>(hiddenAtFirst);
  const figure = figureOf(field);
  const shown = useMemo(() => methods.filter(({ id }) => !hidden.includes(id)), [methods, hidden]);
  const curves = useMemo(() => curvesOf(rows, shown, figure), [rows, shown, figure]);
  const chart = useMemo(
    () => labFigureChart({ curves, figure, scale, alpha, height: 380 }),
    [curves, figure, scale, alpha],
  );
  return (
    <PlotFigure
      title={figure.question}
      chart={chart}
      note={
        <>
          {figure.meaning}
          <Checkbox.Group
            aria-label="Methods shown"
            mt="xs"
            value={shown.map(({ id }) => id)}
            onChange={(ids) => setHidden(methods.flatMap(({ id }) => (ids.includes(id) ? [] : [id])))}
          >
            <Group gap="xs">
              {methods.map(({ id, name }) => (
                <Checkbox key={id} size="xs" value={id} label={name} />
              ))}
            </Group>
          </Checkbox.Group>
        </>
      }
      controls={
        <NativeSelect
          size="xs"
          aria-label="Figure"
          value={field}
          onChange={(event) => setField(figureOf(event.currentTarget.value).field)}
          data={labFigures.map(({ field: value, name }) => ({ value, label: name }))}
        />
      }
      table={<CurveTable curves={curves} figure={figure} scale={scale} />}
    />
  );
}

export function CurveTable({
  curves,
  figure,
  scale,
}: {
  curves: readonly Curve[];
  figure: LabFigure;
  scale: Scale;
}) {
  const budgets = budgetsIn(curves);
  return (
    <DataTable
      label={figure.name}
      rows={curves}
      keyOf={({ id }) => id}
      columns={[
        { head: 'Method', cell: ({ name }) => name },
        ...budgets.map((budget) => ({
          id: budget,
          head: <>{budget} labels</>,
          isNumber: true,
          cell: ({ points }: (typeof curves)[number]) =>
            figureText(points.find((point) => point.budget === budget)?.value ?? null, figure, scale),
        })),
      ]}
    />
  );
}
