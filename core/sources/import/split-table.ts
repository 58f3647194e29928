import { readForeignJson } from './foreign-json.ts';
import type { JsonObject } from './json-lines.ts';
import { Problems } from './problems.ts';

/** How tables begin that pandas writes with `orient="split"` (evaluation tables of MLflow are such), "table", "index" and "columns". */
const beginnings = [
  /^\s{0,99}\{\s{0,99}"(?:columns|index)"\s{0,99}:\s{0,99}\[/,
  /^\s{0,99}\{\s{0,99}"schema"\s{0,99}:\s{0,99}\{\s{0,99}"fields"/,
  /^\s{0,99}\{\s{0,99}"(?:0|[^"\\]{1,200}"\s{0,99}:\s{0,99}\{\s{0,99}"0)"\s{0,99}:/,
];

/** Whether a file begins as a table that pandas wrote otherwise than as records. */
export const isSplitTable = (head: string): boolean =>
  beginnings.some(
    (one, at) => one.test(head) && (at > 0 || /"(?:columns|data)"\s{0,99}:\s{0,99}\[/.test(head)),
  );

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The rows of such a table as JSON records, one a line, and what to say of them.
 *
 * @throws Error when it is no JSON, or a row has not the cells of the columns
 */
export function recordsOfSplit(text: string): { lines: string; note: string } {
  const problems = new Problems();
  const table = readForeignJson(text, problems) as JsonObject;
  const [orient, records] = recordsIn(table);
  const missing = [...problems.notices].map(([what, count]) => ` ${count} ${what}.`).join('');
  return {
    lines: records.map((record) => `${JSON.stringify(record)}\n`).join(''),
    note: `Read as a table of columns and rows, as pandas writes it with orient="${orient}".${missing}`,
  };
}

function recordsIn(table: JsonObject): [string, unknown[]] {
  const { schema, data } = table;
  if (isObject(schema) && Array.isArray(data)) return ['table', data];
  if (Array.isArray(table.columns) || Array.isArray(data)) return ['split', rowsOfSplit(table)];
  const values = Object.values(table);
  if (!values.every(isObject)) throw new Error('it has no lists "columns" and "data"');
  return Object.hasOwn(table, '0')
    ? ['index', values]
    : ['columns', rowsOfColumns(table as Record<string, JsonObject>)];
}

/** Each column is an object with a value for each row, by the row's name. */
function rowsOfColumns(table: Readonly<Record<string, JsonObject>>): JsonObject[] {
  const columns = Object.entries(table);
  const rows = Object.keys(columns[0]![1]);
  for (const [name, values] of columns) {
    const differs =
      Object.keys(values).length !== rows.length || rows.some((row) => !Object.hasOwn(values, row));
    if (differs) throw new Error(`the column ${JSON.stringify(name)} has other rows than the first`);
  }
  return rows.map((row) => Object.fromEntries(columns.map(([name, values]) => [name, values[row]])));
}

function rowsOfSplit({ columns, data }: JsonObject): JsonObject[] {
  if (!Array.isArray(columns) || !Array.isArray(data))
    throw new Error('it has no lists "columns" and "data"');
  const names = columns.map(String);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`the column ${JSON.stringify(twice)} stands twice`);
  return data.map((row: unknown, at) => {
    if (Array.isArray(row) && row.length === names.length) {
      return Object.fromEntries(names.map((name, i) => [name, row[i]]));
    }
    throw new Error(`data[${at}] has not one cell for each of the ${names.length} columns`);
  });
}
