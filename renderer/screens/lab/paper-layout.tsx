import { Table, Text } from '@mantine/core';
import { useState } from 'react';
import type { LabRow, LabRun, PaperTable } from '../../../shared/contract/index.ts';
import { formatPercent, formatScore } from '../../api/format.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { whyUnread } from '../../api/queries.ts';
import { NativeSelect } from '../../ui/native-select.tsx';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import classes from './lab.module.css';
import { usePaperTables } from './lab-queries.ts';

/** The columns of the paper's tables. */
const paperColumns = [
  { method: 'humcoe', name: 'HumCoE' },
  { method: 'top-k', name: 'Active Top-K' },
  { method: 'hmceval', name: 'HMCEval' },
  { method: 'mcm', name: 'MCM' },
] as const;

/** This run in the layout of a table of the HumCoE paper, with what the paper printed beside it. */
export function PaperLayout({ run }: { run: LabRun }) {
  const tables = usePaperTables();
  const [chosen, setChosen] = useState('table-1');
  if (whyUnread(tables)) return <ProblemNote problem={toProblem(tables.error)} />;
  const table = tables.data?.find(({ id }) => id === chosen);
  if (!table) return null;
  return (
    <section aria-labelledby="paper-title">
      <div className={classes.head}>
        <h2 id="paper-title" className={classes.heading}>
          In the layout of the HumCoE paper
        </h2>
        <NativeSelect
          size="xs"
          aria-label="Table of the paper"
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
          data={(tables.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        />
      </div>
      <ScrollBox label={`${table.name} of the paper and this run`}>
        <Table fz="sm" verticalSpacing={4} captionSide="top" className={classes.paper}>
          <caption className={classes.small}>
            Consistency of the mean of {run.request.seeds} runs (inconsistency), then of a single run. Beside
            it what the paper printed for its own data: {table.caption} Other data, layout only.
          </caption>
          <PaperHead />
          {run.populations.map(({ system, scale }, i) => (
            <Table.Tbody key={system}>
              {run.request.budgets.map((budget) => (
                <PaperRow
                  key={budget}
                  system={system}
                  budget={budget}
                  rows={run.rows.filter((row) => row.system === system && row.budget === budget)}
                  scale={scale}
                  printed={table.systems[i]}
                />
              ))}
            </Table.Tbody>
          ))}
        </Table>
      </ScrollBox>
    </section>
  );
}

function PaperHead() {
  return (
    <Table.Thead>
      <Table.Tr>
        <Table.Th rowSpan={2}>System</Table.Th>
        <Table.Th rowSpan={2} ta="end">
          #
        </Table.Th>
        <Table.Th colSpan={paperColumns.length}>This run</Table.Th>
        <Table.Th colSpan={paperColumns.length}>The paper, its own data</Table.Th>
      </Table.Tr>
      <Table.Tr>
        {['ours', 'paper'].flatMap((side) =>
          paperColumns.map(({ method, name }) => (
            <Table.Th key={`${side} ${method}`} ta="end">
              {name}
            </Table.Th>
          )),
        )}
      </Table.Tr>
    </Table.Thead>
  );
}

interface PaperRowProps {
  system: string;
  budget: number;
  rows: readonly LabRow[];
  scale: LabRun['populations'][number]['scale'];
  printed: PaperTable['systems'][number] | undefined;
}

function PaperRow({ system, budget, rows, scale, printed }: PaperRowProps) {
  const theirs = printed?.rows.find((row) => row.budget === budget);
  return (
    <Table.Tr>
      <Table.Th scope="row">{system}</Table.Th>
      <Table.Td ta="end">{budget}</Table.Td>
      {paperColumns.map(({ method }) => {
        const row = rows.find((one) => one.method === method);
        return (
          <Table.Td key={method} ta="end" className="tabular">
            {row && row.consistencyOfMean !== null && row.bias !== null ? (
              <>
                {formatPercent(row.consistencyOfMean)} ({formatScore(Math.abs(row.bias), scale)})
                <Text size="xs" c="dimmed">
                  one run {formatPercent(row.consistencySingleRun)}
                </Text>
              </>
            ) : (
              '–'
            )}
          </Table.Td>
        );
      })}
      {paperColumns.map(({ method }) => {
        const cell = theirs?.cells.find((one) => one.method === method);
        return (
          <Table.Td key={method} ta="end" className="tabular">
            {cell ? `${cell.consistency.toFixed(2)} % (${cell.inconsistency.toFixed(2)})` : '–'}
            {cell && printed && method === 'humcoe' && (
              <Text size="xs" c="dimmed">
                {printed.system}
              </Text>
            )}
          </Table.Td>
        );
      })}
    </Table.Tr>
  );
}
