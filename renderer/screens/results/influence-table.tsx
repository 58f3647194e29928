import { Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { EstimateReport } from '../../../shared/contract/index.ts';
import { formatScore } from '../../api/format.ts';
import { ScrollBox } from '../../charts/scroll-box.tsx';
import { influenceQuery } from './result-queries.ts';
import classes from './results.module.css';
import { shortNumber, signedNumber } from './table-rows.ts';

/** The labels worth a second look: those whose absence would move the estimate most. */
export function InfluenceTable({ report }: { report: EstimateReport }) {
  const influence = useQuery(influenceQuery(report.studyId));
  if (!influence.data || influence.data.length === 0) return null;
  return (
    <section aria-labelledby="influence-title">
      <h3 id="influence-title" className={classes.heading}>
        Which labels move the estimate most?
      </h3>
      <ScrollBox label="Influential labels" maxHeight={380}>
        <Table verticalSpacing={6} className={classes.table} stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th ta="end">Draw</Table.Th>
              <Table.Th>Question</Table.Th>
              <Table.Th ta="end">Label</Table.Th>
              <Table.Th ta="end">Machine score (0 to 1)</Table.Th>
              <Table.Th ta="end">Weight</Table.Th>
              <Table.Th ta="end">Shift</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {influence.data.map((row) => (
              <Table.Tr key={row.order}>
                <Table.Td ta="end">{row.order}</Table.Td>
                <Table.Td className={classes.clip}>
                  <Text size="sm" lineClamp={2} dir="auto">
                    {row.question}
                  </Text>
                </Table.Td>
                <Table.Td ta="end">{formatScore(row.value, report.scale)}</Table.Td>
                <Table.Td ta="end">{shortNumber(row.surrogateValue)}</Table.Td>
                <Table.Td ta="end">{shortNumber(row.weight)}</Table.Td>
                <Table.Td ta="end">{signedNumber(row.shift)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollBox>
      <Text size="xs" c="dimmed" mt={4}>
        Shift: how much this label moves the estimate. A large one is worth checking, not leaving out.
      </Text>
    </section>
  );
}
