import type { ColumnMapping } from '../../../shared/contract/index.ts';
import { isIdOfItem } from '../evidence/column-names.ts';
import { pathOf } from '../readers/json/record-columns.ts';
import { cellsIn, saidCells } from '../readers/tables/cell-values.ts';

interface Rows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/**
 * The mapping of a file of scores whose items go by the column that holds the ids of what is there, whatever it is called: `text_id`,
 * `hash`. Numbers are ids only where the name says so, since ratings are numbers, too.
 */
export function withKnownId(
  mapping: ColumnMapping | undefined,
  table: Rows | undefined,
  hasItem: (id: string) => boolean,
): ColumnMapping | undefined {
  if (mapping === undefined || table === undefined) return mapping;
  const { question, conversation, context, text } = mapping;
  if ([question, conversation, context, text].some((one) => one !== undefined)) return mapping;
  const areIds = (column: string) => {
    const said = saidCells(cellsIn(column, table.columns, table.rows));
    const isNamed = isIdOfItem(column) || said.some((one) => !/^\d+$/.test(one));
    return isNamed && said.length > 0 && said.filter(hasItem).length * 2 > said.length;
  };
  if (mapping.id !== undefined && areIds(mapping.id)) return mapping;
  const isOfRecord = (column: string) => pathOf(column).every((step) => typeof step === 'string');
  const [only, another] = table.columns.filter((column) => isOfRecord(column) && areIds(column));
  if (only === undefined || another !== undefined) return mapping;
  const { group, ...rest } = mapping;
  return { ...rest, ...(group !== undefined && group !== only && { group }), id: only };
}
