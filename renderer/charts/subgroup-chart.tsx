import { Table } from '@mantine/core';
import { type ReactNode, useCallback } from 'react';
import type { Subgroup, Subgroups } from '../../shared/contract/index.ts';
import { formatCount, formatInterval, formatScore } from '../app/format.ts';
import { PlotFigure } from './plot-figure.tsx';
import { ScrollBox } from './scroll-box.tsx';
import { subgroupPlot } from './subgroup-plot.ts';

interface SubgroupChartProps {
  found: Subgroups;
  /** What is measured, with its unit. */
  xLabel: string;
  controls: ReactNode;
  note: ReactNode;
}

/** Every subgroup as a dot with its approximate interval, or as a row of a table. */
export function SubgroupChart({ found, xLabel, controls, note }: SubgroupChartProps) {
  const plot = useCallback(() => {
    const format = (value: number) => formatScore(value, found.scale);
    return subgroupPlot({ ...found, subgroups: shownRows(found) }, { xLabel, format });
  }, [found, xLabel]);
  return (
    <PlotFigure
      title="Where is it better, and where worse?"
      summary={summaryOf(found)}
      plot={plot}
      controls={controls}
      note={note}
      table={<SubgroupTable found={found} />}
    />
  );
}

/** Many rows that say nothing would hide those that do. The table has them all. */
const mostRowsWithoutNumber = 12;

function shownRows({ subgroups }: Subgroups): Subgroup[] {
  const known = subgroups.filter(({ estimable }) => estimable);
  return subgroups.length <= mostRowsWithoutNumber || known.length === 0
    ? subgroups.slice(0, Math.max(known.length, mostRowsWithoutNumber))
    : known;
}

function summaryOf({ name, subgroups, scale }: Subgroups): string {
  const known = subgroups.filter(({ estimable }) => estimable);
  const parts = known.map(({ level, value }) => `${level} ${formatScore(value, scale)}`);
  const rest = subgroups.length - known.length;
  return `By ${name}: ${parts.join(', ') || 'none estimable'}${rest > 0 ? `; ${rest} not estimable` : ''}.`;
}

function SubgroupTable({ found: { name, subgroups, scale } }: { found: Subgroups }) {
  return (
    <ScrollBox label={`Scores by ${name}`} maxHeight={480}>
      <Table fz="sm" verticalSpacing={5} stickyHeader className="tabular">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{name}</Table.Th>
            <Table.Th ta="end">Items</Table.Th>
            <Table.Th ta="end">Labeled</Table.Th>
            <Table.Th ta="end">Estimate</Table.Th>
            <Table.Th>Approximate interval</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {subgroups.map((one) => (
            <Table.Tr key={one.level}>
              <Table.Td>{one.level}</Table.Td>
              <Table.Td ta="end">{formatCount(one.items)}</Table.Td>
              <Table.Td ta="end">
                {formatCount(one.labeled)}
                {one.skipped > 0 && `, ${formatCount(one.skipped)} skipped`}
              </Table.Td>
              <Table.Td ta="end">{one.estimable ? formatScore(one.value, scale) : ''}</Table.Td>
              <Table.Td {...(!one.estimable && { c: 'dimmed' })}>
                {one.estimable ? formatInterval(one, scale) : one.reason}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  );
}
