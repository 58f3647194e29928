import type { FileHead } from '../../readers/file-head.ts';
import type { JsonObject } from '../../readers/json/json-lines.ts';
import { jsonRecordsReader } from '../../readers/json/json-records.ts';
import { rowsOfHead, tableReader } from '../../readers/tables/table-rows.ts';
import { cellText, type TableValue } from '../../readers/tables/table-value.ts';
import { format, thenHandOn } from '../format.ts';
import { type ChosenColumns, chosenColumns, pairOfChosen } from './chosen-columns.ts';
import { pairField, recognizePairs, withPairFields } from './preference-fields.ts';
import { PreferenceItems } from './preference-items.ts';

const fieldsOf = (head: FileHead): string[] => {
  if (!head.isJson) return head.columns();
  const [record] = head.records(1);
  return Object.keys(record ?? {});
};

const rowsLooked = 200;

function chosenIn(head: FileHead): ChosenColumns | undefined {
  if (!head.isJson) {
    const [columns = [], ...rows] = rowsOfHead(head.text, rowsLooked, head.delimiter);
    return chosenColumns(columns, rows);
  }
  const records = head.records(rowsLooked);
  const columns = [...new Set(records.flatMap((record) => Object.keys(record)))];
  return chosenColumns(
    columns,
    records.map((record) => columns.map((column) => cellText(record[column] as TableValue))),
  );
}

/** Two named systems' replies to the same, and which is preferred: JSON records, rows of a table, or of Parquet. */
export const preferencePairs = format('preference-pairs', {
  from: 'Chatbot Arena (`winner`, or a column for each), MT-Bench pairs, AlpacaEval annotations, PandaLM, HelpSteer, DPO with the models named; spreadsheets with two replies and a choice',
  becomes: 'one item per prompt and pair of systems, with the criterion `preference`',
  recognize(head) {
    const known = recognizePairs(fieldsOf(head).map(pairField));
    if (known !== null) return known;
    const found = chosenIn(head);
    return found
      ? `"${found.choice}" says which of "${found.replies[0]}" and "${found.replies[1]}" was chosen.`
      : null;
  },
  rows: {
    recognize: (columns) => recognizePairs(columns.map(pairField)) !== null,
    open(at, sink, mapping) {
      const items = new PreferenceItems(at, sink, mapping);
      return { read: (record, place) => items.read(withPairFields(record), place), end: () => items.end() };
    },
  },
  read(at, sink, { head, mapping }) {
    const items = new PreferenceItems(at, sink, mapping);
    const chosen = recognizePairs(fieldsOf(head).map(pairField)) === null ? chosenIn(head) : undefined;
    const read = (record: JsonObject, place: string) =>
      items.read(withPairFields(chosen ? pairOfChosen(chosen, record) : record), place);
    if (head.isJson) {
      const reader = jsonRecordsReader(at, head, read);
      return thenHandOn(reader, () => items.end());
    }
    return tableReader(at, {}, (columns) => ({
      row: (cells) =>
        read(
          Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ''])),
          `line-${at.line}`,
        ),
      end: () => items.end(),
    }));
  },
});
