import { Table, Text } from '@mantine/core';
import { useState } from 'react';
import { figureText, labFigures } from '../../../shared/charts/lab-figures.ts';
import type { LabMethod, LabRow, Scale } from '../../../shared/contract/index.ts';
import { ScrollBox } from '../../charts/scroll-box.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { Term } from '../../ui/term.tsx';
import classes from './lab.module.css';

interface RowsTableProps {
  rows: readonly LabRow[];
  methods: readonly LabMethod[];
  scale: Scale;
}

/** Every figure of every method at one number of labels. */
export function RowsTable({ rows, methods, scale }: RowsTableProps) {
  const budgets = [...new Set(rows.map(({ budget }) => budget))];
  const [chosen, setBudget] = useState(budgets.at(-1) ?? 0);
  const budget = budgets.includes(chosen) ? chosen : (budgets.at(-1) ?? 0);
  const shown = methods.flatMap((method) => {
    const row = rows.find((one) => one.method === method.id && one.budget === budget);
    return row ? [{ method, row }] : [];
  });
  return (
    <section aria-labelledby="rows-title">
      <div className={classes.head}>
        <h2 id="rows-title" className={classes.heading}>
          Every figure at
        </h2>
        <NativeSelect
          size="xs"
          aria-label="Labels"
          value={String(budget)}
          onChange={(event) => setBudget(Number(event.currentTarget.value))}
          data={budgets.map((one) => ({ value: String(one), label: `${one} labels` }))}
        />
      </div>
      <ScrollBox label="Every figure">
        <Table fz="sm" verticalSpacing={6} className={classes.table}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Method</Table.Th>
              {labFigures.map(({ field, name, meaning }) => (
                <Table.Th key={field} ta="end">
                  <Term meaning={meaning}>{name}</Term>
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map(({ method, row }) => (
              <Table.Tr key={method.id}>
                <Table.Td className={classes.name}>
                  {method.name}
                  {row.reason && (
                    <Text size="xs" c="dimmed">
                      {row.meanEstimate === null
                        ? `Not estimable: ${row.reason}.`
                        : `${row.reason[0]!.toUpperCase()}${row.reason.slice(1)}.`}
                    </Text>
                  )}
                </Table.Td>
                {labFigures.map((figure) => (
                  <Table.Td key={figure.field} ta="end" className="tabular">
                    {figureText(row[figure.field], figure, scale)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollBox>
    </section>
  );
}
