import type { ColumnSource } from 'hyparquet-writer';

type Cell = string | number | boolean | null | undefined;

/** A table whose columns have one kind of values each: texts, numbers, whole numbers, or true and false; null is no value. */
export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
}

/** What the values of a column are. */
export type Kind = 'text' | 'number' | 'whole' | 'boolean';

interface Column {
  readonly name: string;
  readonly kind: Kind;
  readonly values: readonly (string | number | boolean | null)[];
}

/**
 * A table of rows with these columns, whatever the rows hold, so that two exports have the same types. Numbers that are not
 * finite are no values.
 */
export function tableOf(
  name: string,
  rows: readonly Readonly<Record<string, Cell>>[],
  columns: Readonly<Record<string, Kind>>,
): Table {
  return {
    name,
    columns: Object.entries(columns).map(([column, kind]) => ({
      name: column,
      kind,
      values: rows.map((row) => cellOf(row[column], kind)),
    })),
  };
}

function cellOf(cell: Cell, kind: Kind): string | number | boolean | null {
  if (cell === undefined || cell === null || (typeof cell === 'number' && !Number.isFinite(cell)))
    return null;
  return kind === 'text' ? String(cell) : cell;
}

const parquetTypes = { text: 'STRING', number: 'DOUBLE', whole: 'INT64', boolean: 'BOOLEAN' } as const;

/** A table as a Parquet file. Its texts stand as they are: nothing there runs a formula. */
export async function parquetOf({ columns }: Table): Promise<Uint8Array> {
  // Its library is rarely needed, so it is read when it is.
  const { parquetWriteBuffer } = await import('hyparquet-writer');
  const columnData = columns.map(
    ({ name, kind, values }): ColumnSource => ({
      name,
      type: parquetTypes[kind],
      data:
        kind === 'whole'
          ? values.map((value) => (value === null ? null : BigInt(value as number)))
          : [...values],
    }),
  );
  return new Uint8Array(parquetWriteBuffer({ columnData }));
}
