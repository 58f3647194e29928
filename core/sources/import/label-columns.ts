import type { ColumnMapping } from '../../../shared/contract/index.ts';
import type { JsonObject } from './json-lines.ts';
import { plainName } from './suggest-mapping.ts';

const items = ['item', 'id', 'item_id', 'external_id'];
const values = ['value', 'label', 'rating', 'score', 'human'];
const textColumns =
  /question|prompt|input|query|conversation|messages|response|output|passage|context|completion/;

/** Columns that a file of labels may have beside the mapped ones, by their plain names. */
export const extraLabelColumns = {
  answer: ['answer', 'answers'],
  skip: ['skip'],
  reason: ['reason', 'skip_reason'],
  kind: ['kind'],
  source: ['source'],
  durationMs: ['duration_ms', 'milliseconds'],
} as const;

export function findColumn(columns: readonly string[], wanted: readonly string[]): string | undefined {
  for (const name of wanted) {
    const found = columns.find((column) => plainName(column) === name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Guesses which columns of a label file name the item and the value; undefined when it has none of them. */
export function suggestLabelMapping(columns: readonly string[]): ColumnMapping['label'] {
  const item = findColumn(columns, items);
  const value = findColumn(columns, values) ?? findColumn(columns, extraLabelColumns.answer);
  if (item === undefined || value === undefined) return undefined;
  const more = Object.entries({
    annotator: findColumn(columns, ['annotator', 'rater', 'user', 'completed_by']),
    system: findColumn(columns, ['system', 'model']),
    criterion: findColumn(columns, ['criterion', 'question']),
  }).filter(([, column]) => column !== undefined);
  return { item, value, ...Object.fromEntries(more) };
}

/** A table with an item and a value but nothing to judge. */
export function looksLikeLabels(columns: readonly string[]): boolean {
  if (suggestLabelMapping(columns) === undefined) return false;
  return !columns.some((column) => textColumns.test(plainName(column)));
}

/** A JSON record with an item and a value but nothing to judge. */
export function isLabelRecord(record: JsonObject): boolean {
  const hasItem = record.item !== undefined || record.id !== undefined;
  const hasValue = ['value', 'answer', 'skip'].some((field) => record[field] !== undefined);
  const hasText = ['conversation', 'responses', 'question', 'messages', 'human'].some(
    (field) => field in record,
  );
  return hasItem && hasValue && !hasText;
}
