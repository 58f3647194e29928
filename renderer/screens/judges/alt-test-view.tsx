import { Table, Text } from '@mantine/core';
import type { AltTestReport } from '../../../shared/contract/index.ts';
import { formatCount, formatFixed } from '../../api/format.ts';
import { ScrollBox } from '../../charts/scroll-box.tsx';
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
      <ScrollBox label={altTestTitle}>
        <Table className="tabular">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Left out</Table.Th>
              <Table.Th ta="end">Items</Table.Th>
              <Table.Th ta="end">Judge is as good</Table.Th>
              <Table.Th ta="end">Person is as good</Table.Th>
              <Table.Th ta="end">p</Table.Th>
              <Table.Th>Judge wins</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {annotators.map(({ name, items: own, judge, person, probability, isBeaten }) => (
              <Table.Tr key={name}>
                <Table.Td>{name}</Table.Td>
                <Table.Td ta="end">{formatCount(own)}</Table.Td>
                <Table.Td ta="end">{formatFixed(judge)}</Table.Td>
                <Table.Td ta="end">{formatFixed(person)}</Table.Td>
                <Table.Td ta="end">{probability.toPrecision(2)}</Table.Td>
                <Table.Td>{isBeaten ? 'yes' : 'no'}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollBox>
      <Text size="sm" c="dimmed">
        {leftOut.map(({ name, items: own }) => `${name} rated ${own} such items, too few to be compared. `)}
        {basis} {interval}
      </Text>
    </>
  );
}
