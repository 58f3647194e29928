import { Switch } from '@mantine/core';
import { useMemo, useState } from 'react';
import { estimateChart } from '../../shared/charts/estimate-chart.ts';
import { type ShownPoint, shownPoints } from '../../shared/charts/estimate-lines.ts';
import type { EstimatePoint, EstimateReport } from '../../shared/contract/index.ts';
import { formatScore } from '../api/format.ts';
import { DataTable } from '../ui/data-table.tsx';
import { PlotFigure } from './plot-figure.tsx';

interface EstimateChartProps {
  report: EstimateReport;
  points: readonly EstimatePoint[];
  /** What the band is, in words. */
  note: string;
}

export function EstimateChart({ report, points, note }: EstimateChartProps) {
  const [isWhole, setWhole] = useState(false);
  const chart = useMemo(() => estimateChart(report, points, isWhole), [report, points, isWhole]);
  return (
    <PlotFigure
      title="Estimate over time"
      chart={chart}
      note={note}
      controls={
        <Switch
          size="xs"
          label="Whole scale"
          checked={isWhole}
          onChange={(event) => setWhole(event.currentTarget.checked)}
        />
      }
      table={
        <EstimateTable
          points={shownPoints(report, points)}
          format={(value) => formatScore(value, report.scale)}
        />
      }
    />
  );
}

interface EstimateTableProps {
  points: readonly ShownPoint[];
  format: (value: number) => string;
}

/** The numbers behind the estimate chart, latest first. A skip, or a repeated item, is a draw without a new label. */
function EstimateTable({ points, format }: EstimateTableProps) {
  const cell = (value: number | null, none: string) => (value === null ? none : format(value));
  return (
    <DataTable
      label="Estimate after each label"
      maxHeight={360}
      rows={points.toReversed()}
      keyOf={(point) => point.draws}
      columns={[
        { head: 'Draws', isNumber: true, cell: (point) => point.draws },
        { head: 'Labels', isNumber: true, cell: (point) => point.labeled },
        { head: 'Estimate', isNumber: true, cell: (point) => cell(point.value, 'none yet') },
        { head: 'Lower end', isNumber: true, cell: (point) => cell(point.lower, 'no interval') },
        { head: 'Upper end', isNumber: true, cell: (point) => cell(point.upper, 'no interval') },
        { head: 'Plain mean', isNumber: true, cell: (point) => cell(point.plainMean, 'none') },
      ]}
    />
  );
}
