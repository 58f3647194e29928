import { Switch } from '@mantine/core';
import { useCallback, useState } from 'react';
import type { EstimatePoint, Scale } from '../../shared/contract/index.ts';
import { formatScore } from '../app/format.ts';
import { fittedDomain } from './estimate-domain.ts';
import type { ReferenceLine } from './estimate-lines.ts';
import { estimatePlot } from './estimate-plot.ts';
import { EstimateTable } from './estimate-table.tsx';
import { PlotFigure } from './plot-figure.tsx';

interface EstimateChartProps {
  points: readonly EstimatePoint[];
  references: readonly ReferenceLine[];
  scale: Scale;
  /** What is measured, with its unit, e.g. “Overall quality (1 to 5)”. */
  yLabel: string;
  drawCount: number;
  /** What the band is, in words. */
  note?: string;
}

export function EstimateChart({ points, references, scale, yLabel, drawCount, note }: EstimateChartProps) {
  const [isWhole, setWhole] = useState(false);
  const format = useCallback((value: number) => formatScore(value, scale), [scale]);
  const plot = useCallback(
    (width: number) => {
      const domain: [number, number] = isWhole
        ? [scale.min, scale.max]
        : fittedDomain(points, references, scale);
      return estimatePlot({ points, references, domain, yLabel, format, drawCount }, width);
    },
    [points, references, scale, yLabel, format, drawCount, isWhole],
  );
  return (
    <PlotFigure
      title="Where does the estimate settle?"
      summary={summaryOf(points, references, format)}
      plot={plot}
      note={note}
      controls={
        <Switch
          size="xs"
          label="Whole scale"
          checked={isWhole}
          onChange={(event) => setWhole(event.currentTarget.checked)}
        />
      }
      table={<EstimateTable points={points} format={format} />}
    />
  );
}

function summaryOf(
  points: readonly EstimatePoint[],
  references: readonly ReferenceLine[],
  format: (value: number) => string,
): string {
  const last = points.at(-1);
  const lines = references.map((line) => `${line.name} ${format(line.value)}`).join(', ');
  if (!last || last.labeled === 0) return `No label yet. ${lines}`;
  const interval =
    last.lower !== null && last.upper !== null
      ? `interval ${format(last.lower)} to ${format(last.upper)}`
      : 'no interval';
  return `Estimate after ${last.labeled} labels: ${format(last.value)}, ${interval}. ${lines}`;
}
