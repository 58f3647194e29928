import { parseJson } from '../../platform/files/parse-json.ts';
import type { FilePlace } from './record-fields.ts';

const decimal = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;

const withComma = /^[+-]?\d+,\d+$/;

/**
 * A cell as a number, or as the list of numbers that its JSON says; undefined when empty or, with a problem, not one.
 *
 * @param decimalComma whether 4,5 is four and a half; undefined where that cannot be chosen
 */
export function cellNumbers(
  cell: string,
  column: string,
  at: FilePlace,
  decimalComma?: boolean,
): number | number[] | undefined {
  const text = cell.trim();
  if (text === '') return undefined;
  if (decimal.test(text)) return finite(Number(text), column, at);
  if (/^true$/i.test(text)) return 1;
  if (/^false$/i.test(text)) return 0;
  const list = cellJson(text);
  if (Array.isArray(list) && list.every((value) => typeof value === 'number')) return list;
  if (decimalComma && withComma.test(text)) return finite(Number(text.replace(',', '.')), column, at);
  const message = `${column} is ${JSON.stringify(text.slice(0, 40))}, not a number.`;
  if (!withComma.test(text)) at.problems.add(at.line, column, message, 'Write a number or leave it empty.');
  else if (decimalComma === undefined) {
    at.problems.add(at.line, column, message, 'Write the decimal sign as a point.');
  } else {
    const mend = 'Read the comma as the decimal sign, or write a point.';
    at.problems.add(at.line, column, message, mend, 'decimal-comma');
  }
  return undefined;
}

function finite(value: number, column: string, at: FilePlace): number | undefined {
  if (Number.isFinite(value)) return value;
  at.problems.add(at.line, column, `${column} is not a finite number.`, 'Leave the cell empty when unknown.');
  return undefined;
}

/** What the JSON in a cell says; undefined when the cell is no JSON list. */
export function cellJson(cell: string): unknown {
  if (!cell.trimStart().startsWith('[')) return undefined;
  try {
    return parseJson(cell);
  } catch {
    return undefined;
  }
}
