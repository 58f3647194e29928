import { Button, Group, Table, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DrawRow, EstimateReport, Scale } from '../../../shared/contract/index.ts';
import { formatScore } from '../../api/format.ts';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { DRAWS_PER_PAGE, drawsQuery } from './result-queries.ts';
import classes from './results.module.css';
import { drawStateWords, pageOf, shortNumber } from './table-rows.ts';

/** The draw order with probabilities and weights: all that it takes to compute the estimate elsewhere. */
export function DrawsTable({ report }: { report: EstimateReport }) {
  const [page, setPage] = useState(0);
  const draws = useQuery({ ...drawsQuery(report.studyId, page), placeholderData: keepPreviousData });
  if (!draws.data) return null;
  const { total, rows } = draws.data;
  const { isOnly, hasEarlier, hasLater, words } = pageOf(total, DRAWS_PER_PAGE, page);
  return (
    <section aria-labelledby="draws-title">
      <h3 id="draws-title" className={classes.heading}>
        Which items were drawn, and with what weight?
      </h3>
      <ScrollBox label="Draws" maxHeight={420}>
        <Table verticalSpacing={5} className={classes.table} stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th ta="end">Draw</Table.Th>
              <Table.Th>Item</Table.Th>
              <Table.Th>State</Table.Th>
              <Table.Th ta="end">Label</Table.Th>
              <Table.Th ta="end">Machine score (0 to 1)</Table.Th>
              <Table.Th ta="end">Probability</Table.Th>
              <Table.Th ta="end">Weight</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <ShownDraw key={row.order} row={row} scale={report.scale} />
            ))}
          </Table.Tbody>
        </Table>
      </ScrollBox>
      {!isOnly && (
        <Group gap="xs" mt="xs">
          <Button
            size="compact-sm"
            variant="default"
            disabled={!hasEarlier}
            onClick={() => setPage(page - 1)}
          >
            Earlier draws
          </Button>
          <Button size="compact-sm" variant="default" disabled={!hasLater} onClick={() => setPage(page + 1)}>
            Later draws
          </Button>
          <Text size="sm" c="dimmed">
            {words}
          </Text>
        </Group>
      )}
    </section>
  );
}

function ShownDraw({ row, scale }: { row: DrawRow; scale: Scale }) {
  return (
    <Table.Tr>
      <Table.Td ta="end">{row.order}</Table.Td>
      <Table.Td className={classes.clip}>
        <Text size="sm" truncate dir="auto" title={row.question}>
          <span className={classes.itemId}>{row.externalId}</span> {row.question}
        </Text>
      </Table.Td>
      <Table.Td>{drawStateWords[row.state]}</Table.Td>
      <Table.Td ta="end">{row.value === null ? '' : formatScore(row.value, scale)}</Table.Td>
      <Table.Td ta="end">{shortNumber(row.surrogateValue)}</Table.Td>
      <Table.Td ta="end">{shortNumber(row.probability)}</Table.Td>
      <Table.Td ta="end">{row.weight === null ? '' : shortNumber(row.weight)}</Table.Td>
    </Table.Tr>
  );
}
