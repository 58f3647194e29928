import { Text } from '@mantine/core';
import type { AltTestReport } from '../../../shared/contract/index.ts';
import { formatCount, formatFixed } from '../../api/format.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Facts } from '../../ui/facts.tsx';

export const altTestTitle = 'Can it replace people?';

/** Its verdict first, then each person. */
export function AltTestView({ report }: { report: AltTestReport }) {
  const { summary, basis, interval, annotators, leftOut, advantage, winningRate, items } = report;
  if (winningRate === null) {
    return (
      <Text maw="75ch">
        {summary} {basis}
      </Text>
    );
  }
  const { value, lower, upper } = advantage;
  const ends = lower === null || upper === null ? '' : ` (${formatFixed(lower)} to ${formatFixed(upper)})`;
  return (
    <>
      <Text maw="75ch" fw={600}>
        {summary}
      </Text>
      <Facts
        facts={[
          { name: 'Items', value: formatCount(items!) },
          { name: 'Winning rate (passes from .5)', value: formatFixed(winningRate) },
          { name: 'Advantage probability', value: `${formatFixed(value!)}${ends}` },
        ]}
      />
      <DataTable
        label={altTestTitle}
        rows={annotators}
        keyOf={({ name }) => name}
        columns={[
          { head: 'Left out', cell: ({ name }) => name },
          { head: 'Items', isNumber: true, cell: ({ items: own }) => formatCount(own) },
          { head: 'Judge is as good', isNumber: true, cell: ({ judge }) => formatFixed(judge) },
          { head: 'Person is as good', isNumber: true, cell: ({ person }) => formatFixed(person) },
          { head: 'p', isNumber: true, cell: ({ probability }) => probability.toPrecision(2) },
          { head: 'Judge wins', cell: ({ isBeaten }) => (isBeaten ? 'yes' : 'no') },
        ]}
      />
      <Text size="sm" c="dimmed">
        {leftOut.map(({ name, items: own }) => `${name} rated ${own} such items, too few to be compared. `)}
        {basis} {interval}
      </Text>
    </>
  );
}
