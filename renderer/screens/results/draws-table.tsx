import { Button, Group, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EstimateReport, Study } from '../../../shared/contract/index.ts';
import { givenScore } from '../../../shared/number-text.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { DRAWS_PER_PAGE, drawsQuery } from './result-queries.ts';
import classes from './results.module.css';
import { drawStateWords, machineScoreColumns, pageOf, shortNumber } from './table-rows.ts';

/** The draw order with probabilities and weights: all that it takes to compute the estimate elsewhere. */
export function DrawsTable({ report, study }: { report: EstimateReport; study: Study }) {
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
      <DataTable
        label="Draws"
        maxHeight={420}
        rows={rows}
        keyOf={({ order }) => order}
        columns={[
          { head: 'Draw', isNumber: true, cell: ({ order }) => order },
          {
            head: 'Item',
            look: () => ({ className: classes.clip }),
            cell: ({ externalId, question }) => (
              <Text size="sm" truncate dir="auto" title={question}>
                <span className={classes.itemId}>{externalId}</span> {question}
              </Text>
            ),
          },
          { head: 'State', cell: ({ state }) => drawStateWords[state] },
          {
            head: 'Label',
            isNumber: true,
            cell: ({ value }) => (value === null ? '' : givenScore(value, report.scale)),
          },
          ...machineScoreColumns(study),
          { head: 'Probability', isNumber: true, cell: ({ probability }) => shortNumber(probability) },
          {
            head: 'Weight',
            isNumber: true,
            cell: ({ weight }) => (weight === null ? '' : shortNumber(weight)),
          },
        ]}
      />
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
