import { createHash } from 'node:crypto';
import { stringify } from 'csv-stringify/sync';
import { csvCell } from '../../platform/files/csv-cell.ts';
import { isNamedCoding, plainAnswer } from './further-answers.ts';
import type { LabelRow } from './label-rows.ts';
import { type Table, tableOf } from './table.ts';

/** What has a column of its own in every label file. */
type Named = Exclude<keyof LabelRow, 'further'>;

const columnNames: Record<Named, string> = {
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
const columnList = Object.entries(columnNames) as [Named, string][];

/** The cells of the predictor are a column where the rule has any, uncertainties where items were chosen by them. */
const columnsOf = (rows: readonly LabelRow[]) =>
  columnList.filter(
    ([key]) => (key !== 'x' && key !== 'uncertainty') || rows.some((row) => row[key] !== undefined),
  );

/** Labels as CSV with a header row; cells that a spreadsheet would run as a formula are made text. */
export function labelsCsv(rows: readonly LabelRow[]): string {
  const columns = columnsOf(rows);
  const further = furtherColumns(rows);
  const cellOf = (row: LabelRow, key: Named) =>
    key === 'x' ? JSON.stringify(row.x ?? null) : csvCell(row[key] ?? null);
  return stringify(
    rows.map((row) => [
      ...columns.map(([key]) => cellOf(row, key)),
      ...further.map((column) => csvCell(column.cellOf(row))),
    ]),
    { header: true, columns: [...columns.map(([, name]) => name), ...further.map(({ name }) => name)] },
  );
}

/** A column of what was answered to a further question. */
interface FurtherColumn {
  readonly name: string;
  cellOf(row: LabelRow): number | string | null;
}

/**
 * Of each further question that anybody answered, in order; what went wrong has its failure modes, and in columns of their own its notes
 * and, as JSON, what was said of steps.
 * No name of a question is that of another column.
 */
function furtherColumns(rows: readonly LabelRow[]): FurtherColumn[] {
  const names = [...new Set(rows.flatMap(({ further }) => Object.keys(further ?? {})))];
  return names.flatMap((name): FurtherColumn[] => {
    const said = ({ further }: LabelRow) =>
      further && Object.hasOwn(further, name) ? further[name] : undefined;
    const plain = (row: LabelRow) => {
      const value = said(row);
      return value === undefined ? null : plainAnswer(value);
    };
    const note = (row: LabelRow) => {
      const value = said(row);
      return isNamedCoding(value) && value.note !== '' ? value.note : null;
    };
    const hasNotes = rows.some((row) => isNamedCoding(said(row)));
    const steps = (row: LabelRow) => {
      const value = said(row);
      return isNamedCoding(value) && value.steps ? JSON.stringify(value.steps) : null;
    };
    return [
      { name: `further: ${name}`, cellOf: plain },
      ...(hasNotes ? [{ name: `further note: ${name}`, cellOf: note }] : []),
      ...(rows.some((row) => steps(row) !== null) ? [{ name: `further steps: ${name}`, cellOf: steps }] : []),
    ];
  });
}

/** Columns that are no texts. */
const kinds: Partial<Record<Named, 'number' | 'whole' | 'boolean'>> = {
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
  const further = furtherColumns(rows);
  const kindOf = ({ name, cellOf }: FurtherColumn) =>
    name.startsWith('further note') || rows.some((row) => typeof cellOf(row) === 'string')
      ? 'text'
      : 'number';
  return tableOf(
    'labels',
    rows.map((row) =>
      Object.fromEntries([
        ...columns.map(([key, name]) => [name, key === 'x' ? JSON.stringify(row.x ?? null) : row[key]]),
        ...further.map(({ name, cellOf }) => [name, cellOf(row)]),
      ]),
    ),
    Object.fromEntries([
      ...columns.map(([key, name]) => [name, kinds[key] ?? 'text']),
      ...further.map((column) => [column.name, kindOf(column)]),
    ]),
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

/**
 * The same with `further`, the answers to further questions by their names; a span has its text and its place, what went wrong
 * its failure modes by name, its note and its place. Reports and label files
 * with a header leave them out, for the estimate is recomputed from what the study measures.
 */
export const plainLabelsJsonl = (rows: readonly LabelRow[]): string =>
  rows
    .map((row) => {
      const line = Object.fromEntries(columnList.map(([key, name]) => [name, jsonOf(row, key)]));
      return `${JSON.stringify({ ...line, ...(row.further && { further: row.further }) })}\n`;
    })
    .join('');

/** SHA-256 of label lines, in hexadecimal: says whether a report and a label file belong together. */
export const labelsHash = (lines: string): string => createHash('sha256').update(lines).digest('hex');

/** A written answer as the list that it is, everything else as it stands. */
const jsonOf = (row: LabelRow, key: Named): unknown =>
  key === 'answer' && row.answer !== null ? (JSON.parse(row.answer) as unknown) : row[key];
