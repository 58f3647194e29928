import { createHash } from 'node:crypto';
import { stringify } from 'csv-stringify/sync';
import { csvCell } from '../../platform/files/csv-cell.ts';
import type { LabelRow } from './label-rows.ts';
import { type Table, tableOf } from './table.ts';

const columnNames: Record<keyof LabelRow, string> = {
  study: 'study',
  N: 'N',
  sharedItems: 'shared_items',
  seed: 'seed',
  alpha: 'alpha',
  design: 'design',
  drawOrder: 'draw_order',
  id: 'id',
  system: 'system',
  probability: 'probability',
  surrogate: 's',
  surrogateMean: 's_mean',
  uncertainty: 'u',
  x: 'x',
  weight: 'weight',
  annotator: 'annotator',
  kind: 'kind',
  value: 'value',
  answer: 'answer',
  answerGroup: 'answer_group',
  reason: 'reason',
  source: 'source',
  estimateVisible: 'estimate_visible',
  durationMs: 'duration_ms',
  labeledAt: 'labeled_at',
  decisionNote: 'decision_note',
  decisionOutdated: 'decision_outdated',
  overlap: 'overlap',
  finalRule: 'final_rule',
  finalState: 'final_state',
  finalValue: 'final_value',
};
const columnList = Object.entries(columnNames) as [keyof LabelRow, string][];

/** The cells of the predictor are a column where the rule has any, uncertainties where items were chosen by them. */
const columnsOf = (rows: readonly LabelRow[]) =>
  columnList.filter(
    ([key]) => (key !== 'x' && key !== 'uncertainty') || rows.some((row) => row[key] !== undefined),
  );

/** Labels as CSV with a header row; cells that a spreadsheet would run as a formula are made text. */
export function labelsCsv(rows: readonly LabelRow[]): string {
  const columns = columnsOf(rows);
  const cellOf = (row: LabelRow, key: keyof LabelRow) =>
    key === 'x' ? JSON.stringify(row.x ?? null) : csvCell(row[key] ?? null);
  return stringify(
    rows.map((row) => columns.map(([key]) => cellOf(row, key))),
    { header: true, columns: columns.map(([, name]) => name) },
  );
}

/** Columns that are no texts. */
const kinds: Partial<Record<keyof LabelRow, 'number' | 'whole' | 'boolean'>> = {
  ...{ N: 'whole', sharedItems: 'whole', seed: 'whole', drawOrder: 'whole', answerGroup: 'whole' },
  ...{ durationMs: 'whole', overlap: 'whole' },
  ...{
    alpha: 'number',
    probability: 'number',
    surrogate: 'number',
    surrogateMean: 'number',
    uncertainty: 'number',
    weight: 'number',
  },
  ...{ value: 'number', finalValue: 'number' },
  ...{ estimateVisible: 'boolean', decisionOutdated: 'boolean' },
};

/** Labels as a table with the columns of the CSV. */
export function labelsTable(rows: readonly LabelRow[]): Table {
  const columns = columnsOf(rows);
  return tableOf(
    'labels',
    rows.map((row) =>
      Object.fromEntries(
        columns.map(([key, name]) => [name, key === 'x' ? JSON.stringify(row.x ?? null) : row[key]]),
      ),
    ),
    Object.fromEntries(columns.map(([key, name]) => [name, kinds[key] ?? 'text'])),
  );
}

/** Labels as JSON, one object per line, with the same names as the CSV. */
export const labelsJsonl = (rows: readonly LabelRow[]): string =>
  rows
    .map(
      (row) =>
        `${JSON.stringify(Object.fromEntries(columnList.map(([key, name]) => [name, jsonOf(row, key)])))}\n`,
    )
    .join('');

/** SHA-256 of label lines, in hexadecimal: says whether a report and a label file belong together. */
export const labelsHash = (lines: string): string => createHash('sha256').update(lines).digest('hex');

/** A written answer as the list that it is, everything else as it stands. */
const jsonOf = (row: LabelRow, key: keyof LabelRow): unknown =>
  key === 'answer' && row.answer !== null ? (JSON.parse(row.answer) as unknown) : row[key];
