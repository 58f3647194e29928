import { readForeignJson } from './foreign-json.ts';
import type { JsonObject } from './json-lines.ts';
import { Problems } from './problems.ts';

/** Whether a file begins as a table that pandas wrote with `orient="split"`, as evaluation tables of MLflow are. */
export const isSplitTable = (head: string): boolean =>
  /^\s{0,99}\{\s{0,99}"(?:columns|index)"\s{0,99}:\s{0,99}\[/.test(head) &&
  /"(?:columns|data)"\s{0,99}:\s{0,99}\[/.test(head);

/**
 * The rows of such a table as JSON records, one a line, and what to say of them.
 *
 * @throws Error when it is no JSON, or a row has not the cells of the columns
 */
export function recordsOfSplit(text: string): { lines: string; note: string } {
  const problems = new Problems();
  const { columns, data } = readForeignJson(text, problems) as JsonObject;
  if (!Array.isArray(columns) || !Array.isArray(data))
    throw new Error('it has no lists "columns" and "data"');
  const names = columns.map(String);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`the column ${JSON.stringify(twice)} stands twice`);
  const lines = data.map((row: unknown, at) => {
    if (Array.isArray(row) && row.length === names.length) {
      return `${JSON.stringify(Object.fromEntries(names.map((name, i) => [name, row[i]])))}\n`;
    }
    throw new Error(`data[${at}] has not one cell for each of the ${names.length} columns`);
  });
  const missing = [...problems.notices].map(([what, count]) => ` ${count} ${what}.`).join('');
  return {
    lines: lines.join(''),
    note: `Read as a table of columns and rows, as pandas writes it with orient="split".${missing}`,
  };
}
