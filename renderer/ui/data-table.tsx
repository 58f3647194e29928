import { Table, type TableTdProps } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './data-table.module.css';
import { ScrollBox } from './scroll-box.tsx';

/** A column of a table: its head, and what it shows of a row. */
export interface Column<Row> {
  /** Of columns that are made in a loop. */
  readonly id?: string | number;
  readonly head: ReactNode;
  /** Numbers stand at the end of their cell, and so does their head. */
  readonly isNumber?: boolean;
  /** The cell says what its row is about. */
  readonly namesRow?: boolean;
  readonly width?: number | string;
  readonly cell: (row: Row, at: number) => ReactNode;
  /** How a cell looks that is not like the others. */
  readonly look?: (row: Row, at: number) => TableTdProps;
}

interface DataTableProps<Row> {
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row, at: number) => string | number;
  /** What scrolls where it does not fit, for those who reach it by keyboard; without it the table is as wide as it is. */
  readonly label?: string;
  /** Pixels, from where on rows scroll below their heads. */
  readonly maxHeight?: number;
  /** Whether a row stands out, as that of the study itself. */
  readonly isMarked?: (row: Row) => boolean;
  readonly highlightOnHover?: boolean;
  /** In a box of the caller's own that scrolls. */
  readonly stickyHeader?: boolean;
  /** Columns as wide as they say, whatever they hold. */
  readonly layout?: 'fixed';
  readonly w?: number | string;
}

/** Rows with the same columns. Each column has its head and its cell in one place, so that they cannot part. */
export function DataTable<Row>({ label, maxHeight, ...table }: DataTableProps<Row>) {
  const plain = <PlainTable stickyHeader={maxHeight !== undefined} {...table} />;
  if (label === undefined) return plain;
  return (
    <ScrollBox label={label} {...(maxHeight !== undefined && { maxHeight })}>
      {plain}
    </ScrollBox>
  );
}

type PlainTableProps<Row> = Omit<DataTableProps<Row>, 'label' | 'maxHeight'>;

function PlainTable<Row>({ rows, columns, keyOf, isMarked, ...look }: PlainTableProps<Row>) {
  return (
    <Table fz="sm" verticalSpacing={6} className={classes.table} {...look}>
      <Table.Thead>
        <Table.Tr>
          {columns.map(({ id, head, isNumber, width }, at) => (
            <Table.Th
              key={id ?? at}
              {...(isNumber && { ta: 'end' })}
              {...(width !== undefined && { w: width })}
            >
              {head}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row, at) => (
          <Table.Tr key={keyOf(row, at)} data-marked={isMarked?.(row) || undefined}>
            {columns.map((column, index) => (
              <Cell key={column.id ?? index} {...{ column, row, at }} />
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Cell<Row>({ column, row, at }: { column: Column<Row>; row: Row; at: number }) {
  const props = { ...(column.isNumber && { ta: 'end' as const }), ...column.look?.(row, at) };
  const Kind = column.namesRow ? Table.Th : Table.Td;
  return (
    <Kind {...props} {...(column.namesRow && { scope: 'row' })}>
      {column.cell(row, at)}
    </Kind>
  );
}
