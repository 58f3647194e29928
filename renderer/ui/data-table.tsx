import { Table, type TableTdProps, type TableTrProps, UnstyledButton } from '@mantine/core';
import { type ReactNode, type Ref, useState } from 'react';
import classes from './data-table.module.css';
import { ScrollBox } from './scroll-box.tsx';

/** A column of a table: its head, and what it shows of a row. */
export interface Column<Row> {
  /** Of columns that are made in a loop. */
  readonly id?: string | number;
  /** A table none of whose columns has one shows no row of heads. */
  readonly head?: ReactNode;
  /** Numbers stand at the end of their cell, and so does their head. */
  readonly isNumber?: boolean;
  /** The cell says what its row is about. */
  readonly namesRow?: boolean;
  readonly width?: number | string;
  readonly cell: (row: Row, at: number) => ReactNode;
  /** How a cell looks that is not like the others. */
  readonly look?: (row: Row, at: number) => TableTdProps;
  /** By what its head, then a button, orders the rows; those without a value stand last. */
  readonly sortBy?: (row: Row) => number | string | null;
}

interface DataTableProps<Row> {
  readonly rows: readonly Row[];
  /** Those that the rows at hand do not need are `false`. */
  readonly columns: readonly (Column<Row> | false)[];
  readonly keyOf: (row: Row, at: number) => string | number;
  /** What scrolls where it does not fit, for those who reach it by keyboard; without it the table is as wide as it is. */
  readonly label?: string;
  /** Pixels, from where on rows scroll below their heads. */
  readonly maxHeight?: number;
  /** Said in place of rows where there is none. */
  readonly empty?: ReactNode;
  /** Whether a row stands out, as that of the study itself. */
  readonly isMarked?: (row: Row) => boolean;
  /** What a row has beside its cells. */
  readonly rowProps?: (row: Row) => TableTrProps & { ref?: Ref<HTMLTableRowElement> | undefined };
  /** Cells of several lines begin side by side. */
  readonly alignTop?: boolean;
  readonly highlightOnHover?: boolean;
  /** In a box of the caller's own that scrolls. */
  readonly stickyHeader?: boolean;
  /** Columns as wide as they say, whatever they hold. */
  readonly layout?: 'fixed';
  readonly w?: number | string;
  readonly maw?: number;
  /** Pixels, from where on it scrolls rather than press its columns together. */
  readonly miw?: number;
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

interface Order {
  /** Which of the columns. */
  readonly by: number;
  readonly isDown: boolean;
}

function PlainTable<Row>(props: Omit<DataTableProps<Row>, 'label' | 'maxHeight'>) {
  const { rows, columns, keyOf, empty, isMarked, rowProps, alignTop, ...look } = props;
  const [order, setOrder] = useState<Order | null>(null);
  // A column keeps its place among all, also while another is not needed: it is what rows are ordered by.
  const shown = columns.flatMap((column, at) => (column ? [{ column, at }] : []));
  const by = order && columns[order.by];
  return (
    <Table
      fz="sm"
      verticalSpacing={6}
      className={classes.table}
      data-align={alignTop ? 'top' : undefined}
      {...look}
    >
      {shown.some(({ column }) => column.head !== undefined) && (
        <Table.Thead>
          <Table.Tr>
            {shown.map(({ column, at }) => (
              <Head key={column.id ?? at} {...{ column, at, order }} onOrder={setOrder} />
            ))}
          </Table.Tr>
        </Table.Thead>
      )}
      <Table.Tbody>
        {ordered(rows, by ? by.sortBy : null, order?.isDown).map((row, place) => (
          <Table.Tr key={keyOf(row, place)} data-marked={isMarked?.(row) || undefined} {...rowProps?.(row)}>
            {shown.map(({ column, at }) => (
              <Cell key={column.id ?? at} {...{ column, row }} at={place} />
            ))}
          </Table.Tr>
        ))}
        {rows.length === 0 && empty !== undefined && (
          <Table.Tr>
            <Table.Td colSpan={shown.length} c="dimmed">
              {empty}
            </Table.Td>
          </Table.Tr>
        )}
      </Table.Tbody>
    </Table>
  );
}

/** The rows as they come, or by a value of each, the greatest first where that is asked. */
export function ordered<Row>(
  rows: readonly Row[],
  sortBy: Column<Row>['sortBy'] | null,
  isDown = false,
): readonly Row[] {
  if (!sortBy) return rows;
  return rows.toSorted((one, other) => {
    const [a, b] = [sortBy(one), sortBy(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    const apart = typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b));
    return isDown ? -apart : apart;
  });
}

interface HeadProps<Row> {
  column: Column<Row>;
  at: number;
  order: Order | null;
  onOrder: (order: Order) => void;
}

function Head<Row>({ column: { head, isNumber, width, sortBy }, at, order, onOrder }: HeadProps<Row>) {
  if (head === undefined) return <Table.Td />;
  const isDown = order?.by === at ? order.isDown : null;
  const sorted = isDown === null ? 'none' : isDown ? 'descending' : 'ascending';
  return (
    <Table.Th
      {...(isNumber && { ta: 'end' })}
      {...(width !== undefined && { w: width })}
      {...(sortBy && { 'aria-sort': sorted })}
    >
      {sortBy ? (
        // Of numbers the greatest are looked for first, of names the first.
        <UnstyledButton
          className={classes.sort}
          onClick={() => onOrder({ by: at, isDown: isDown === null ? isNumber === true : !isDown })}
        >
          {head}
        </UnstyledButton>
      ) : (
        head
      )}
    </Table.Th>
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
