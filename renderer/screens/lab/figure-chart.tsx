import { Checkbox, Group, NativeSelect, Table } from '@mantine/core';
import { useCallback, useMemo, useState } from 'react';
import type { LabMethod, LabRow, Scale } from '../../../shared/contract/index.ts';
import { PlotFigure } from '../../charts/plot-figure.tsx';
import { ScrollBox } from '../../charts/scroll-box.tsx';
import { type Curve, curvePlot } from './curve-plot.ts';
import { figureOf, figureText, type LabFigure, labFigures } from './lab-words.ts';

interface FigureChartProps {
  rows: readonly LabRow[];
  methods: readonly LabMethod[];
  scale: Scale;
  alpha: number;
}

/** Far off by construction; it would press all other lines flat, and has figures of its own below. */
const hiddenAtFirst = ['random-sample'];

/** One figure of the methods over the number of labels, and the choice of the figure. */
export function FigureChart({ rows, methods, scale, alpha }: FigureChartProps) {
  const [field, setField] = useState<LabFigure['field']>('rmse');
  const [hidden, setHidden] = useState<readonly string[]>(hiddenAtFirst);
  const figure = figureOf(field);
  const shown = useMemo(() => methods.filter(({ id }) => !hidden.includes(id)), [methods, hidden]);
  const curves = useMemo(() => curvesOf(rows, shown, figure), [rows, shown, figure]);
  const plot = useCallback(
    (width: number) =>
      curvePlot(
        {
          curves,
          yLabel: figure.name,
          format: (value) => figureText(value, figure, scale),
          include: figure.field.startsWith('coverage') ? [1 - alpha, 1] : figure.unit === 'share' ? [1] : [0],
          height: 380,
        },
        width,
      ),
    [curves, figure, scale, alpha],
  );
  return (
    <PlotFigure
      title={figure.question}
      summary={summaryOf(curves, figure, scale)}
      plot={plot}
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

/** A figure as lines; methods without it have none. */
export function curvesOf(
  rows: readonly LabRow[],
  methods: readonly LabMethod[],
  { field }: LabFigure,
): Curve[] {
  return methods.flatMap(({ id, name }) => {
    const points = rows.flatMap((row) => {
      const value = row[field];
      return row.method === id && value !== null ? [{ budget: row.budget, value }] : [];
    });
    return points.length > 0 ? [{ id, name, points }] : [];
  });
}

function summaryOf(curves: readonly Curve[], figure: LabFigure, scale: Scale): string {
  const ends = curves.map(({ name, points }) => {
    const { budget, value } = points.at(-1)!;
    return `${name} ${figureText(value, figure, scale)} at ${budget} labels`;
  });
  return ends.length === 0 ? `No method has this figure.` : `${figure.name}: ${ends.join(', ')}.`;
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
  const budgets = [...new Set(curves.flatMap(({ points }) => points.map(({ budget }) => budget)))].sort(
    (a, b) => a - b,
  );
  return (
    <ScrollBox label={figure.name}>
      <Table fz="sm" verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Method</Table.Th>
            {budgets.map((budget) => (
              <Table.Th key={budget} ta="end">
                {budget} labels
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {curves.map(({ id, name, points }) => (
            <Table.Tr key={id}>
              <Table.Td>{name}</Table.Td>
              {budgets.map((budget) => (
                <Table.Td key={budget} ta="end" className="tabular">
                  {figureText(points.find((point) => point.budget === budget)?.value ?? null, figure, scale)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  );
}
