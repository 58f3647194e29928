import { Switch } from '@mantine/core';
import { useMemo, useState } from 'react';
import { estimateChart } from '../../shared/charts/estimate-chart.ts';
import type { EstimatePoint, EstimateReport } from '../../shared/contract/index.ts';
import { formatScore } from '../app/format.ts';
import { EstimateTable } from './estimate-table.tsx';
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
      title="Where does the estimate settle?"
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
      table={<EstimateTable points={points} format={(value) => formatScore(value, report.scale)} />}
    />
  );
}
