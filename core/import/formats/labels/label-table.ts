import type { ColumnMapping } from '../../../../shared/contract/index.ts';
import { unguarded } from '../../../platform/files/csv-cell.ts';
import { isIdOfItem, plainName } from '../../evidence/column-names.ts';
import { type Look, lookAt } from '../../evidence/column-values.ts';
import { evidenceOfScorers } from '../../evidence/scores/who-scored.ts';
import { ownOf } from '../../evidence/typed-columns.ts';
import type { JsonObject } from '../../readers/json/json-lines.ts';
import type { FilePlace } from '../../readers/record-fields.ts';
import { cellJson, cellNumbers, type NumberWords } from '../../readers/tables/cell-values.ts';
import { hasCleanNames, hasWidth, placesOf } from '../../readers/tables/table-columns.ts';
import { ownValueColumns, valueColumns } from './label-entry.ts';

const itemColumns = ['item', 'id', 'item_id', 'external_id'];
/** By these columns a table shows that Assay wrote it. */
const ownColumns = ['draw_order', 'probability', 'annotator', 'id'];
/** The same of a table of all that annotators did, in which not every row counts. */
const workColumns = ['annotator', 'id', 'use', 'counts', 'guidelines'];
/** Whether Assay wrote a table of labels. */
export const isLabelsOfAssay = (columns: readonly string[]): boolean =>
  hasAll(columns, ownColumns) || hasAll(columns, workColumns);
const hasAll = (columns: readonly string[], wanted: readonly string[]) =>
  wanted.every((name) => columns.includes(name));
const textColumns =
  /question|prompt|input|query|conversation|messages|response|output|passage|context|completion|summary|^summ$|article|translation|candidate|hypothesis|^doc$|^document$/;

/** Columns that a file of labels may have beside the mapped ones, by their plain names. */
const extraLabelColumns = {
  answer: ['answer', 'answers'],
  skip: ['skip'],
  reason: ['reason', 'skip_reason'],
  kind: ['kind'],
  study: ['study'],
  source: ['source'],
  judge: ['judge', 'judge_model', 'judged_by'],
  durationMs: ['duration_ms', 'milliseconds'],
} as const;

function findColumn(columns: readonly string[], wanted: readonly string[]): string | undefined {
  for (const name of wanted) {
    const found = columns.find((column) => plainName(column) === name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Guesses which columns of a label file name the item and the value; undefined when it has none of them. */
export function suggestLabelMapping(columns: readonly string[]): ColumnMapping['label'] {
  const item = findColumn(columns, itemColumns);
  const value = findColumn(columns, valueColumns) ?? findColumn(columns, extraLabelColumns.answer);
  if (item === undefined || value === undefined) return undefined;
  const more = Object.entries({
    annotator: findColumn(columns, ['annotator', 'rater', 'user', 'completed_by']),
    system: findColumn(columns, ['system', 'model']),
    criterion: findColumn(columns, ['criterion', 'question']),
  }).filter(([, column]) => column !== undefined);
  return { item, value, ...Object.fromEntries(more) };
}

/** What to write where no column is called as usual, with the columns that it could be. */
function mappingRemedy(columns: readonly string[]): string {
  const item = findColumn(columns, itemColumns) ?? columns[0] ?? 'id';
  const value = findColumn(columns, valueColumns) ?? columns.find((column) => column !== item) ?? 'value';
  const map = JSON.stringify({ label: { item, value } });
  const names = columns.slice(0, 20).join(', ');
  return `Call them "item" and "value", or say which do (--map '${map}'). Its columns are: ${names}.`;
}

/** What people write beside a label. */
const remarkColumns = /comment|reason|remark|note|explanation|rationale|justification|answer/;

/**
 * Whether values by id are people's: no column names a judge, and where none names a person either, they are no bare scores, and
 * nothing stands beside them that judges write. Of others it is asked whose they are.
 */
export function saysPeople(
  columns: readonly string[],
  looks: readonly Look[],
  value: string,
  fileName: string,
): boolean {
  const names = new Map(columns.map((column) => [column, plainName(column)]));
  const seen = new Map(columns.map((column, at) => [column, looks[at]!]));
  const { machine, judges, people, perhapsMachine } = evidenceOfScorers(names, seen, fileName);
  if (machine !== undefined || judges !== undefined) return false;
  const isOfSkips = columns.some((column) => ['skip', 'kind'].includes(plainName(column)));
  return people !== undefined || isOfSkips || (perhapsMachine === undefined && value !== 'score');
}

/** A table with an item and a value but nothing to judge: no column is called like a text, and none holds texts but remarks. */
export function looksLikeLabels(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  fileName: string,
): boolean {
  const mapping = suggestLabelMapping(columns);
  if (mapping === undefined) return false;
  // A score of people by its name may as well be a full evaluation, which is added to the replies.
  if (![...ownValueColumns, ...extraLabelColumns.answer].includes(plainName(mapping.value))) return false;
  if (hasAll(columns, ownColumns)) return true;
  // Beside another id a column `id` is of the row, and what the scores are of is found by the other.
  const hasOther = columns.some((column) => column !== mapping.item && isIdOfItem(column));
  if (plainName(mapping.item) === 'id' && hasOther) return false;
  const looks = columns.map((_, at) => lookAt(rows.map((row) => row[at] ?? '')));
  if (!saysPeople(columns, looks, plainName(mapping.value), fileName)) return false;
  return !columns.some((column, at) => {
    const plain = plainName(column);
    if (textColumns.test(plain)) return true;
    if (remarkColumns.test(plain) || Object.values(mapping).includes(column)) return false;
    return looks[at]!.areTexts;
  });
}

/** Turns the rows of a label table into records like those of a JSON label file. */
export class LabelTable {
  readonly #columns: readonly string[];
  readonly #place: ReadonlyMap<string, number>;
  readonly #mapping: NonNullable<ColumnMapping['label']> | undefined;
  readonly #extra: Record<keyof typeof extraLabelColumns, string | undefined>;

  readonly #how: NumberWords;
  /** Whether rows of practice, of checks and of people who were excluded stand among the labels. */
  readonly #isOfWork: boolean;
  /** Files that Assay wrote have an apostrophe before each cell that a spreadsheet could run. */
  readonly #plain: (cell: string) => string;

  /** @param isPlain whether apostrophes before formulas were taken off already */
  constructor(columns: readonly string[], given: ColumnMapping | undefined, at: FilePlace, isPlain = false) {
    this.#columns = columns;
    this.#isOfWork = hasAll(columns, workColumns);
    const isOwn = isLabelsOfAssay(columns);
    this.#plain = !isPlain && isOwn ? unguarded : (cell) => cell;
    this.#place = placesOf(columns, at);
    this.#mapping = given?.label ?? suggestLabelMapping(columns);
    const type = ownOf(given?.types, this.#mapping?.value ?? '');
    this.#how = { onlyNumbers: true, type, classes: given?.classes };
    if (!this.#mapping) {
      at.problems.add(at.line, '', 'No column names the item and the value.', mappingRemedy(columns));
    }
    for (const column of Object.values(this.#mapping ?? {})) {
      if (column === undefined || this.#place.has(column)) continue;
      const remedy = `Its columns are: ${columns.slice(0, 20).join(', ')}.`;
      at.problems.add(at.line, column, `The table has no column "${column}".`, remedy);
    }
    const open = columns.filter((column) => column !== this.#mapping?.value);
    this.#extra = Object.fromEntries(
      Object.entries(extraLabelColumns).map(([key, wanted]) => [key, findColumn(open, wanted)]),
    ) as Record<keyof typeof extraLabelColumns, string | undefined>;
  }

  toRecord(cells: readonly string[], at: FilePlace, loose: readonly number[] = []): JsonObject | null {
    const mapping = this.#mapping;
    if (!mapping || !hasWidth(cells, this.#columns.length, at)) return null;
    const { item, annotator, system, criterion } = mapping;
    if (!hasCleanNames(this.#columns, [item, annotator, system, criterion], loose, at)) return null;
    const cell = (column: string | undefined) =>
      this.#plain(cells[this.#place.get(column ?? '') ?? -1] ?? '');
    if (this.#isOfWork && !/^(?:1|true)$/.test(cell('counts'))) {
      at.problems.notice(
        'row of practice, of a check or of somebody who was excluded, which is not a label of the study',
      );
      return null;
    }
    const or = (text: string) => (text === '' ? undefined : text);
    const answer = cell(this.#extra.answer);
    const kind = cell(this.#extra.kind);
    const isAnswerColumn = /answer/i.test(mapping.value) && kind === '';
    const text = isAnswerColumn ? cell(mapping.value) : answer;
    const isScore = text === '' && kind !== 'skip' && cell(this.#extra.skip) === '';
    return {
      item: cell(mapping.item),
      annotator: or(cell(mapping.annotator)),
      system: or(cell(mapping.system)),
      criterion: or(cell(mapping.criterion)),
      kind: or(kind),
      study: or(cell(this.#extra.study)),
      source: or(cell(this.#extra.source)),
      judge: or(cell(this.#extra.judge)),
      skip: or(cell(this.#extra.skip)),
      reason: or(cell(this.#extra.reason)),
      answer: text === '' ? undefined : (cellJson(text) ?? text),
      value: isScore ? this.#score(cell(mapping.value), mapping.value, at) : undefined,
      duration_ms: cellNumbers(cell(this.#extra.durationMs), 'duration_ms', at, { onlyNumbers: true }),
    };
  }

  /** What is no number stays text, so that the line's own check names it. */
  #score(cell: string, column: string, at: FilePlace): unknown {
    const problems = at.problems.count;
    const value = cellNumbers(cell, column, at, this.#how);
    return at.problems.count > problems ? 0 : value;
  }
}
