import { type ReactNode, useMemo } from 'react';
import { subgroupChart } from '../../shared/charts/subgroup-chart.ts';
import type { Subgroups } from '../../shared/contract/index.ts';
import { digitsOf, formatCount, formatInterval, formatScore } from '../api/format.ts';
import { DataTable } from '../ui/data-table.tsx';
import { PlotFigure } from './plot-figure.tsx';

interface SubgroupChartProps {
  found: Subgroups;
  measureName: string;
  controls: ReactNode;
  note: ReactNode;
}

/** Every subgroup as a dot with its approximate interval, or as a row of a table. */
export function SubgroupChart({ found, measureName, controls, note }: SubgroupChartProps) {
  const chart = useMemo(() => subgroupChart(found, measureName), [found, measureName]);
  return (
    <PlotFigure
      title="Where is it better, and where worse?"
      chart={chart}
      controls={controls}
      note={note}
      table={<SubgroupTable found={found} />}
    />
  );
}

function SubgroupTable({ found: { name, subgroups, scale } }: { found: Subgroups }) {
  return (
    <DataTable
      label={`Scores by ${name}`}
      maxHeight={480}
      rows={subgroups}
      keyOf={(one) => one.level}
      columns={[
        { head: name, cell: (one) => one.level },
        { head: 'Items', isNumber: true, cell: (one) => formatCount(one.items) },
        {
          head: 'Labeled',
          isNumber: true,
          cell: (one) => (
            <>
              {formatCount(one.labeled)}
              {one.skipped > 0 && `, ${formatCount(one.skipped)} skipped`}
            </>
          ),
        },
        {
          head: 'Estimate',
          isNumber: true,
          cell: (one) => (one.estimable ? formatScore(one.value, scale, digitsOf(one, scale)) : ''),
        },
        {
          head: 'Approximate interval',
          look: (one) => ({ ...(!one.estimable && { c: 'dimmed' }) }),
          cell: (one) => (one.estimable ? formatInterval(one, scale) : one.reason),
        },
      ]}
    />
  );
}
