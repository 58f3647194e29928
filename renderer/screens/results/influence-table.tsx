import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { EstimateReport, Study } from '../../../shared/contract/index.ts';
import { givenScore } from '../../../shared/number-text.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { influenceQuery } from './result-queries.ts';
import classes from './results.module.css';
import { machineScoreColumns, shortNumber, signedNumber } from './table-rows.ts';

/** The labels worth a second look: those whose absence would move the estimate most. */
export function InfluenceTable({ report, study }: { report: EstimateReport; study: Study }) {
  const influence = useQuery(influenceQuery(report.studyId));
  if (!influence.data || influence.data.length === 0) return null;
  return (
    <section aria-labelledby="influence-title">
      <h3 id="influence-title" className={classes.heading}>
        Which labels move the estimate most?
      </h3>
      <DataTable
        label="Influential labels"
        maxHeight={380}
        rows={influence.data}
        keyOf={(row) => row.order}
        columns={[
          { head: 'Draw', isNumber: true, cell: (row) => row.order },
          {
            head: 'Question',
            look: () => ({ className: classes.clip }),
            cell: (row) => (
              <Text size="sm" lineClamp={2} dir="auto">
                {row.question}
              </Text>
            ),
          },
          { head: 'Label', isNumber: true, cell: (row) => givenScore(row.value, report.scale) },
          ...machineScoreColumns(study),
          { head: 'Weight', isNumber: true, cell: (row) => shortNumber(row.weight) },
          { head: 'Shift', isNumber: true, cell: (row) => signedNumber(row.shift) },
        ]}
      />
      <Text size="xs" c="dimmed" mt={4}>
        Shift: how much this label moves the estimate. A large one is worth checking, not leaving out.
      </Text>
    </section>
  );
}
