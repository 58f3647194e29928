import type { ColumnMapping } from '../../../../shared/contract/index.ts';
import { suggestMapping } from '../../evidence/suggest-mapping.ts';
import { isJsonObject, type JsonObject } from '../../readers/json/json-lines.ts';
import { recordCells, recordColumns } from '../../readers/json/record-columns.ts';
import type { FilePlace } from '../../readers/record-fields.ts';
import { cellList } from '../../readers/tables/cell-values.ts';
import { isSaidList, mayListScores, withSaid } from '../people/said-lists.ts';

/** A table of text as its columns and first rows. */
interface TextTable {
  readonly columns: string[];
  readonly rows: string[][];
}

/** Whether the cells of a column are lists of objects that say what several people said: `[{"fluency": 5}, {"fluency": 4}]`. */
function areVotes(column: string, cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '');
  return filled.length > 0 && filled.every((cell) => votesIn(column, cell) !== undefined);
}

function votesIn(column: string, cell: string): unknown[] | undefined {
  if (!mayListScores(column) || !/^\s{0,99}\[\s{0,99}\{/.test(cell)) return undefined;
  const list = cellList(cell);
  return Array.isArray(list) && list.every(isJsonObject) && isSaidList(column, list) ? list : undefined;
}

/** The same, with the columns whose cells are JSON objects: their fields are columns of their own. */
interface UnfoldedTable extends TextTable {
  readonly objects: ReadonlySet<string>;
}

/** What the object in a cell says, in the signs of JSON or as Python prints it; undefined when the cell is none. */
export function cellObject(cell: string): JsonObject | undefined {
  if (!/^\s{0,99}\{/.test(cell)) return undefined;
  const list = cellList(`[${cell}]`);
  return Array.isArray(list) && list.length === 1 && isJsonObject(list[0]) ? list[0] : undefined;
}

/**
 * Unfolds cells that are JSON objects where questions and replies are such, as in tables of LangSmith: `inputs` with
 * `{"question": "…"}` becomes `inputs.question`. A table stays as it is in which a question is plain text, for there a reply may be
 * JSON because that was asked for, and where no field inside is known for a question or a reply.
 */
export function unfoldedTable({ columns, rows }: TextTable): UnfoldedTable {
  const votes = new Set(
    columns.filter((column, at) =>
      areVotes(
        column,
        rows.map((row) => row[at] ?? ''),
      ),
    ),
  );
  const flat = votes.size > 0 ? unfoldedAt(columns, rows, votes) : { columns, rows, objects: votes };
  const objects = new Set(columns.filter((_, at) => areObjects(rows.map((row) => row[at] ?? ''))));
  if (objects.size === 0) return flat;
  const texts = textsOf(suggestMapping(columns, rows));
  if (!texts.flat().every((column) => objects.has(column))) return flat;
  const unfolded = unfoldedAt(columns, rows, new Set([...objects, ...votes]));
  const isKnown = textsOf(suggestMapping(unfolded.columns, unfolded.rows)).every((list) => list.length > 0);
  return isKnown ? unfolded : flat;
}

function unfoldedAt(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  objects: ReadonlySet<string>,
): UnfoldedTable {
  const records = rows.map((row) => recordOfRow(columns, row, objects));
  const names = recordColumns(records);
  return { columns: names, rows: records.map((record) => recordCells(record, names)), objects };
}

function areObjects(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '');
  return filled.length > 0 && filled.filter(cellObject).length > 0.7 * filled.length;
}

/** The columns of what was asked, and those of what was answered. */
const textsOf = ({ question, conversation, responses }: ColumnMapping): string[][] => [
  [question, conversation].filter((column) => column !== undefined),
  responses.map(({ column }) => column),
];

/** A row with its cells that say something; those of objects parsed. One that is none is a problem, where `at` is given. */
export function recordOfRow(
  columns: readonly string[],
  cells: readonly string[],
  objects: ReadonlySet<string>,
  at?: FilePlace,
): JsonObject {
  // A column may be called like what every object has.
  const record: JsonObject = Object.create(null);
  for (const [index, column] of columns.entries()) {
    const cell = cells[index] ?? '';
    if (cell.trim() === '') continue;
    const value = objects.has(column) ? (cellObject(cell) ?? votesIn(column, cell)) : cell;
    if (value !== undefined) record[column] = value;
    else {
      const message = `${column} is not a JSON object here, as it is in the rows before.`;
      at?.problems.add(at.line, column, message, 'Write every cell of the column as a JSON object.');
    }
  }
  return withSaid(record);
}
