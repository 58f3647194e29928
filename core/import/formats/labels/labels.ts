import { lookAt } from '../../evidence/column-values.ts';
import { rowsSeen } from '../../evidence/complete-mapping.ts';
import { isJsonObject, type JsonObject } from '../../readers/json/json-lines.ts';
import { linesReader } from '../../readers/json/json-records.ts';
import { rowsOfHead, tableReader } from '../../readers/tables/table-rows.ts';
import { cellText, type TableValue } from '../../readers/tables/table-value.ts';
import { misfitReader } from '../files-without-items.ts';
import { format } from '../format.ts';
import { isFeedback, readLabelEntries } from './label-entry.ts';
import { isLabelHeader } from './label-record.ts';
import { LabelTable, looksLikeLabels, saysPeople, suggestLabelMapping } from './label-table.ts';

const described = {
  from: 'labels by item id',
  becomes: 'human scores of a data set, or labels of a study',
  isGeneral: true,
};

/** One label a line, perhaps below the header of a file that Assay wrote. */
export const labelLines = format('labels-jsonl', {
  ...described,
  recognize: ({ isJson, record, name }) =>
    isJson && record && (isLabelHeader(record) || isLabelRecord(record, name))
      ? 'The first line has an item and a value, but no text to judge.'
      : null,
  readLabels: (at, take, { head }) =>
    misfitReader(head, at) ??
    linesReader(
      at,
      (record) => {
        if (at.line === 1 && isLabelHeader(record)) return;
        for (const entry of readLabelEntries(record, at)) take(entry);
      },
      { mayBeEmpty: true },
    ),
});

/** One label a row. */
export const labelTable = format('labels-csv', {
  ...described,
  recognize(head) {
    const [columns = [], ...rows] = rowsOfHead(head.text, rowsSeen + 1);
    return looksLikeLabels(columns, rows, head.name)
      ? 'The header names an item and a value, but no text to judge.'
      : null;
  },
  columns: {
    table(head, most) {
      const [columns = [], ...rows] = rowsOfHead(head.text, most + 1);
      return { columns, rows };
    },
    mapping: (head, given) =>
      given?.label
        ? given
        : {
            references: [],
            responses: [],
            human: [],
            signals: [],
            ...given,
            label: suggestLabelMapping(head.columns()),
          },
  },
  readLabels: (at, take, { mapping, head }) =>
    misfitReader(head, at) ??
    tableReader(at, { mayBeEmpty: true }, (columns, isGuarded) => {
      const table = new LabelTable(columns, mapping, at, isGuarded);
      return {
        row(cells, loose) {
          const record = table.toRecord(cells, at, loose);
          for (const entry of record ? readLabelEntries(record, at) : []) take(entry);
        },
      };
    }),
});

/** A JSON record with an item and a value but nothing to judge. */
function isLabelRecord(record: JsonObject, fileName: string): boolean {
  if (isFeedback(record)) return true;
  const hasItem = record.item !== undefined || record.id !== undefined;
  const hasValue = ['value', 'answer', 'skip'].some(
    (field) => record[field] !== undefined && !isJsonObject(record[field]),
  );
  const hasText = [
    ...['conversation', 'responses', 'question', 'messages', 'human'],
    ...['query', 'prompt', 'instruction', 'response', 'output'],
  ].some((field) => field in record);
  if (!hasItem || !hasValue || hasText) return false;
  const looks = Object.values(record).map((value) => lookAt([cellText(value as TableValue)]));
  return saysPeople(Object.keys(record), looks, 'value', fileName);
}
