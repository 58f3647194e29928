import { parseJson } from '../../platform/files/parse-json.ts';
import { plainWorth } from './formats/score-names.ts';
import type { FilePlace } from './record-fields.ts';

const decimal = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;

const withComma = /^[+-]?\d+,\d+$/;

/** Numbers whose thousands are marked, where only one reading is possible: two groups or more, or a decimal sign of the other kind. */
const byCommas = /^[+-]?\d{1,3}(?:(?:,\d{3}){2,}(?:\.\d+)?|,\d{3}\.\d+)$/;
const byPoints = /^[+-]?\d{1,3}(?:(?:\.\d{3}){2,}(?:,\d+)?|\.\d{3},\d+)$/;
const bySpaces = /^[+-]?\d{1,3}(?:[ \u00a0\u202f'’]\d{3})+(?:[.,]\d+)?$/;

/** What people write where there is no value. */
const noValue = /^(n\/?a|none|null|nan|nil|-|–|—|\?)$/i;

/** What the words of a column are worth, if its cells are such words alone; undefined where one is a number or means nothing. */
export function wordsOf(cells: readonly string[]): Record<string, number> | undefined {
  const words: Record<string, number> = {};
  for (const cell of cells.map((one) => one.trim())) {
    if (cell === '' || noValue.test(cell)) continue;
    const plain = cell.toLowerCase();
    if (!Object.hasOwn(plainWorth, plain)) return undefined;
    words[cell] = plainWorth[plain]!;
  }
  return Object.keys(words).length > 0 ? words : undefined;
}

/** How the cells of a table say numbers. */
export interface NumberWords {
  /** Whether 4,5 is four and a half; undefined where that cannot be chosen. */
  readonly decimalComma?: boolean | undefined;
  /** Whether no word stands for a number or for none but true and false: a label is never guessed at. */
  readonly onlyNumbers?: boolean;
  /** What words are worth, by column. */
  readonly classes?: Readonly<Record<string, Readonly<Record<string, number>>>> | undefined;
}

/** What a text says as a number; undefined where it is none, or where a comma may be the decimal sign or the mark of thousands. */
function numberIn(text: string, decimalComma: boolean): number | undefined {
  if (decimal.test(text)) return Number(text);
  if (byCommas.test(text)) return Number(text.replaceAll(',', ''));
  if (byPoints.test(text)) return Number(text.replaceAll('.', '').replace(',', '.'));
  if (bySpaces.test(text)) return Number(text.replaceAll(/[ \u00a0\u202f'’]/g, '').replace(',', '.'));
  return decimalComma && withComma.test(text) ? Number(text.replace(',', '.')) : undefined;
}

/**
 * A cell as a number, or as the list of numbers that its JSON says; undefined when empty, when it says that there is no value (n/a),
 * or, with a problem, when it is no number. 85 % is 85.
 */
export function cellNumbers(
  cell: string,
  column: string,
  at: FilePlace,
  { decimalComma, classes, onlyNumbers = false }: NumberWords = {},
): number | number[] | undefined {
  const text = cell.trim();
  if (text === '') return undefined;
  if (decimal.test(text)) return finite(Number(text), column, at);
  const words = classes && Object.hasOwn(classes, column) ? classes[column] : undefined;
  if (words && Object.hasOwn(words, text)) return words[text];
  if (!onlyNumbers && noValue.test(text)) return undefined;
  if (/^true$/i.test(text)) return 1;
  if (/^false$/i.test(text)) return 0;
  const bare = !onlyNumbers && text.endsWith('%') ? text.slice(0, -1).trimEnd() : text;
  const number = onlyNumbers ? commaNumber(text, decimalComma) : numberIn(bare, decimalComma === true);
  if (number !== undefined) return finite(number, column, at);
  const list = cellJson(text);
  if (Array.isArray(list) && list.every((value) => typeof value === 'number')) return list;
  const message = `${column} is ${JSON.stringify(text.slice(0, 40))}, not a number.`;
  if (!withComma.test(bare)) {
    const mend = onlyNumbers
      ? 'Write a number or leave it empty.'
      : 'Write a number, or say what the word is worth: beside the column, or by "classes" in --map.';
    at.problems.add(at.line, column, message, mend);
  } else if (decimalComma === undefined) {
    at.problems.add(at.line, column, message, 'Write the decimal sign as a point.');
  } else {
    const mend = 'Read the comma as the decimal sign, or write a point.';
    at.problems.add(at.line, column, message, mend, 'decimal-comma');
  }
  return undefined;
}

const commaNumber = (text: string, decimalComma: boolean | undefined): number | undefined =>
  decimalComma && withComma.test(text) ? Number(text.replace(',', '.')) : undefined;

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
