import * as Plot from '@observablehq/plot';
import { useMemo } from 'react';
import type { Chart } from '../../shared/charts/chart.ts';
import { series } from '../../shared/palette.ts';
import { DataTable } from '../ui/data-table.tsx';
import { PlotFigure } from './plot-figure.tsx';

interface HistogramBin {
  from: number;
  to: number;
  count: number;
}
interface HistogramProps {
  bins: readonly HistogramBin[];
  /** The question that the chart answers. */
  title: string;
  xLabel: string;
  yLabel?: string;
  height?: number;
}

const round = (value: number) => Number(value.toPrecision(3)).toLocaleString('en');

export function Histogram({ bins, title, xLabel, yLabel = 'Items', height = 200 }: HistogramProps) {
  const chart = useMemo(
    () => histogramChart(bins, { xLabel, yLabel, height }),
    [bins, xLabel, yLabel, height],
  );
  return (
    <PlotFigure
      title={title}
      chart={chart}
      table={<BinTable bins={bins} xLabel={xLabel} yLabel={yLabel} />}
    />
  );
}

const histogramChart = (
  bins: readonly HistogramBin[],
  { xLabel, yLabel, height }: Required<Pick<HistogramProps, 'xLabel' | 'yLabel' | 'height'>>,
): Chart => ({
  summary: histogramSummary(bins, xLabel),
  optionsOn: () => ({
    height,
    marginLeft: 56,
    marginBottom: 40,
    x: { label: xLabel, labelAnchor: 'center', labelArrow: 'none' },
    y: {
      label: yLabel,
      labelArrow: 'none',
      grid: true,
      nice: true,
      tickFormat: (n: number) => n.toLocaleString('en'),
    },
    marks: [
      Plot.rectY(bins, { x1: 'from', x2: 'to', y: 'count', fill: series.blue, inset: 0.5 }),
      Plot.ruleY([0], { strokeOpacity: 0.6 }),
    ],
  }),
});

function histogramSummary(bins: readonly HistogramBin[], xLabel: string): string {
  const total = bins.reduce((sum, bin) => sum + bin.count, 0);
  const tallest = bins.reduce<HistogramBin | null>(
    (top, bin) => (top && top.count >= bin.count ? top : bin),
    null,
  );
  return tallest
    ? `${total.toLocaleString('en')} items in ${bins.length} bins of ${xLabel.toLowerCase()}; most, ${tallest.count.toLocaleString('en')}, lie between ${round(tallest.from)} and ${round(tallest.to)}.`
    : 'No items.';
}

function BinTable({
  bins,
  xLabel,
  yLabel,
}: {
  bins: readonly HistogramBin[];
  xLabel: string;
  yLabel: string;
}) {
  return (
    <DataTable
      label="Bins"
      maxHeight={320}
      rows={bins}
      keyOf={(bin) => bin.from}
      columns={[
        {
          head: xLabel,
          cell: (bin) => (
            <>
              {round(bin.from)} to {round(bin.to)}
            </>
          ),
        },
        { head: yLabel, isNumber: true, cell: (bin) => bin.count.toLocaleString('en') },
      ]}
    />
  );
}
