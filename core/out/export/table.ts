import type { ColumnSource } from 'hyparquet-writer';

type Cell = string | number | boolean | null | undefined;

/** A table whose columns have one kind of values each: texts, numbers, whole numbers, or true and false; null is no value. */
export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
}

export interface Column {
  readonly name: string;
  readonly kind: 'text' | 'number' | 'whole' | 'boolean';
  readonly values: readonly (string | number | boolean | null)[];
}

/**
 * A table of rows, whose columns are what the rows have; `columns` are there even if no row is. The kind of a column is what
 * its values have in common; a column without values is of texts. Numbers that are not finite are no values.
 */
export function tableOf(
  name: string,
  rows: readonly Readonly<Record<string, Cell>>[],
  columns: readonly string[] = [],
): Table {
  const names = [...new Set([...columns, ...rows.flatMap((row) => Object.keys(row))])];
  return {
    name,
    columns: names.map((column) => {
      const values = rows.map((row) => cellValue(row[column]));
      const kind = kindOf(values);
      return { name: column, kind, values: kind === 'text' ? values.map(asText) : values };
    }),
  };
}

const cellValue = (cell: Cell) =>
  cell === undefined || (typeof cell === 'number' && !Number.isFinite(cell)) ? null : cell;
const asText = (value: string | number | boolean | null) => (value === null ? null : String(value));

function kindOf(values: readonly (string | number | boolean | null)[]): Column['kind'] {
  const present = values.filter((value) => value !== null);
  if (present.length === 0) return 'text';
  if (present.every((value) => typeof value === 'boolean')) return 'boolean';
  if (!present.every((value) => typeof value === 'number')) return 'text';
  return present.every((value) => Number.isSafeInteger(value)) ? 'whole' : 'number';
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
