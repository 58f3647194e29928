import type { ColumnType } from '../../../../shared/column-types.ts';
import { wayToRead } from '../../../../shared/mapping.ts';
import { parseJson } from '../../../platform/files/parse-json.ts';
import { longestClass, worthOfClasses } from '../../formats/score-names.ts';
import type { FilePlace } from '../record-fields.ts';
import type { ColumnStyles } from './column-styles.ts';
import { isDecimal, isOpenComma, numberAs, numberIn } from './numbers-in-text.ts';

/** What people write where there is no value. */
export const noValue = /^(n\/?a|none|null|nan|nil|-|–|—|\?)$/i;

/** The cells of a column of a table; empty where a row ends before it. */
export const cellsIn = (
  column: string,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] => rows.map((row) => row[columns.indexOf(column)] ?? '');

/** The cells of a column that say something. */
export const saidCells = (cells: readonly string[]): string[] =>
  cells.map((cell) => cell.trim()).filter((cell) => cell !== '' && !noValue.test(cell));

/** The longest class with the brackets of a list around it. */
const longestWord = longestClass + 8;

/**
 * What the words of a column are worth, if its cells are such words alone, or numbers beside words that say a number themselves: "1 (worst)",
 * "2", "3 (best)". Undefined where one means nothing.
 */
export function wordsOf(cells: readonly string[]): Record<string, number> | undefined {
  const found = saidCells(cells);
  if (found.some((cell) => cell.length > longestWord)) return undefined;
  const said = new Set(found.map(onlyWord));
  const words = new Set([...said].filter((cell) => !isDecimal(cell)));
  const worth = worthOfClasses(words);
  const areNumbered = [...words].every((word) => /\d/.test(word));
  return said.size === words.size || areNumbered ? worth : undefined;
}

/** Whether the cells of a column are numbers, which may have a decimal comma or a sign of percent. */
export const sayNumbers = (cells: readonly string[]): boolean => {
  const said = saidCells(cells);
  return said.length > 0 && said.every((cell) => numberIn(withoutPercent(cell), true) !== undefined);
};

const withoutPercent = (text: string): string => (text.endsWith('%') ? text.slice(0, -1).trimEnd() : text);

/** How the cells of a table say numbers. */
export interface NumberWords {
  /** How the column is written, where that was said. */
  readonly type?: ColumnType | undefined;
  /** Texts of the column that say that there is no value. */
  readonly missing?: readonly string[] | undefined;
  /** Whether the cell is a number by itself, and no text that says one. */
  readonly isNumber?: boolean;
  /** Whether 4,5 is four and a half; undefined where that cannot be chosen. */
  readonly decimalComma?: boolean | undefined;
  /** Whether no word stands for a number or for none but true and false: a label is never guessed at. */
  readonly onlyNumbers?: boolean;
  /** What words are worth, by column. */
  readonly classes?: Readonly<Record<string, Readonly<Record<string, number>>>> | undefined;
  /** How the values of each column were written so far, which may not be put on one scale with others. */
  readonly styles?: ColumnStyles;
}

/**
 * A cell as a number, or as the list of numbers that its JSON says; undefined when empty, when it says that there is no value (n/a),
 * or, with a problem, when it is no number. 85 % is 85, unless the column is read as percent.
 */
export function cellNumbers(
  cell: string,
  column: string,
  at: FilePlace,
  how: NumberWords = {},
): number | number[] | undefined {
  const text = onlyWord(cell.trim());
  const { missing, classes, type, onlyNumbers = false, isNumber = false } = how;
  if (text === '' || missing?.includes(text)) return undefined;
  const words = classes && Object.hasOwn(classes, column) ? classes[column] : undefined;
  const isPlain =
    isDecimal(text) && (type === undefined || type === 'number' || type === 'point' || isNumber);
  if (isPlain && !(words && Object.hasOwn(words, text))) {
    const value = type === 'percent' ? Number(text) / 100 : Number(text);
    return checked(value, text, column, at, how);
  }
  const worth = words && worthAmong(words, text);
  if (worth !== undefined) return worth;
  if (!onlyNumbers && noValue.test(text)) return undefined;
  const number = textNumber(text, how);
  if (number !== undefined) return checked(number, text, column, at, how);
  const list = cellJson(text) ?? votesIn(text);
  if (Array.isArray(list)) {
    const worths = list.map((value) =>
      typeof value === 'string' && words
        ? worthAmong(words, value)
        : Number.isFinite(value)
          ? value
          : undefined,
    );
    if (worths.every((value) => value !== undefined)) return worths;
  }
  refuseText(text, column, at, how);
  return undefined;
}

/** Votes without brackets: "4; 5", "4 | 5", "4, 5, 3". Of two with a comma, or a stroke, nobody can tell. */
const votes =
  /^(?:\d{1,3}(?:\.\d{1,3})?(?:(?:\s?[;|]\s?\d{1,3}(?:\.\d{1,3})?){1,50}|(?:\s?[,/]\s?\d{1,3}(?:\.\d{1,3})?){2,50}))$/;

/** The votes of several people that a cell lists, without the brackets of a list; undefined where it lists none. */
export function votesIn(cell: string): number[] | undefined {
  const said = cell.trim();
  return votes.test(said) ? said.split(/[;|,/]/).map(Number) : undefined;
}

/** What a word is worth: as was said of it, or by its name where all those that are known go by theirs. */
function worthAmong(words: Readonly<Record<string, number>>, text: string): number | undefined {
  if (Object.hasOwn(words, text)) return words[text];
  const all = worthOfClasses(new Set([...Object.keys(words), text]));
  const areByName = Object.entries(words).every(([word, worth]) => all?.[word] === worth);
  return areByName ? all?.[text] : undefined;
}

const truth = /^(true|false)$/i;

function textNumber(text: string, { type, onlyNumbers, decimalComma }: NumberWords): number | undefined {
  if (type !== undefined && type !== 'number') {
    const value = numberAs(type, text);
    return value ?? (text.endsWith('%') ? numberAs(type, text.slice(0, -1).trimEnd()) : undefined);
  }
  if (truth.test(text)) return text.toLowerCase() === 'true' ? 1 : 0;
  if (onlyNumbers) return decimalComma && isOpenComma(text) ? Number(text.replace(',', '.')) : undefined;
  return numberIn(withoutPercent(text), decimalComma === true);
}

/** A number that goes with those above it in its column, where nobody said how the column is written. */
function checked(value: number, text: string, column: string, at: FilePlace, { type, styles }: NumberWords) {
  const number = finite(value, column, at);
  if (number === undefined || type !== undefined || !styles) return number;
  return styles.take(column, text, number, at) ? number : undefined;
}

const typeMends: Partial<Record<ColumnType, string>> = {
  point: 'It is read with a decimal point and thousands by commas.',
  comma: 'It is read with a decimal comma and thousands by points.',
  percent: 'It is read as percent.',
  truth: 'It is read as true or false.',
};

function refuseText(
  text: string,
  column: string,
  at: FilePlace,
  { type, onlyNumbers, decimalComma }: NumberWords,
) {
  const message = `${column} is ${JSON.stringify(text.slice(0, 40))}, not a number.`;
  const chosen = type && typeMends[type];
  if (chosen) {
    at.problems.add(at.line, column, message, `${chosen} Correct the value, or read the column otherwise.`);
    return;
  }
  if (!isOpenComma(withoutPercent(text))) {
    const remedy = onlyNumbers
      ? 'Write a number or leave it empty.'
      : 'Write a number, or say beside the column what the word is worth ("classes" in --map).';
    at.problems.add(at.line, column, message, remedy);
  } else if (decimalComma === undefined) {
    at.problems.add(at.line, column, message, 'Write the decimal sign as a point.');
  } else {
    const remedy = `Read the comma as the decimal sign ("types": {${JSON.stringify(column)}: "comma"} in --map), or as thousands ("point").`;
    const way = wayToRead('Read the comma as decimal sign', { types: { [column]: 'comma' } });
    at.problems.add(at.line, column, message, remedy, [way]);
  }
}

function finite(value: number, column: string, at: FilePlace): number | undefined {
  if (Number.isFinite(value)) return value;
  at.problems.add(at.line, column, `${column} is not a finite number.`, 'Leave the cell empty when unknown.');
  return undefined;
}

const inTwoBrackets = /^\[\[([^[\]"]{1,40})\]\]$/;
/** Whether a cell is a verdict in two brackets, as judges are asked to write it: `[[Yes]]`. */
export const isBracketed = (cell: string): boolean => inTwoBrackets.test(cell);

/**
 * The word of a list that holds no more, as tools write a choice of which there may be several: `["bad"]` is bad; and of a verdict in
 * two brackets.
 */
function onlyWord(text: string): string {
  const bracketed = inTwoBrackets.exec(text)?.[1];
  if (bracketed !== undefined) return bracketed.trim();
  if (!text.startsWith('["')) return text;
  const list = cellJson(text);
  return Array.isArray(list) && list.length === 1 && typeof list[0] === 'string' ? list[0].trim() : text;
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

/** What a list in a cell says, in the signs of JSON or as Python prints it; undefined when the cell is no list. */
export const cellList = (cell: string): unknown => cellJson(cell) ?? pythonList(cell);

/** Longer lists of Python are not read. */
const longestPython = 4 * 1024 * 1024;

/**
 * What Python prints of a list (`repr`), as JSON says it: texts in either quotes, True, False and None. Undefined for whatever else
 * begins with a bracket.
 */
function pythonList(cell: string): unknown {
  const text = cell.trim();
  if (!/^\[\s*['"{[(]/.test(text) || !text.endsWith(']') || text.length > longestPython) return undefined;
  let json = '';
  let at = 0;
  while (at < text.length) {
    const sign = text[at]!;
    if (sign === "'" || sign === '"') {
      const found = pythonText(text, at);
      if (found === undefined) return undefined;
      json += JSON.stringify(found.text);
      at = found.end;
      continue;
    }
    const word = /^(?:True|False|None)\b/.exec(text.slice(at, at + 6))?.[0];
    json += word === undefined ? sign : { True: 'true', False: 'false', None: 'null' }[word];
    at += word?.length ?? 1;
  }
  return cellJson(json);
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\n': '' };

/** A text of Python from its quote on; undefined where it does not end. */
function pythonText(source: string, from: number): { text: string; end: number } | undefined {
  const quote = source[from];
  let text = '';
  for (let at = from + 1; at < source.length; at += 1) {
    const sign = source[at]!;
    if (sign === quote) return { text, end: at + 1 };
    if (sign !== '\\') {
      text += sign;
      continue;
    }
    at += 1;
    const [code] = /^(?:x[\da-f]{2}|u[\da-f]{4})/i.exec(source.slice(at, at + 5)) ?? [];
    if (code) {
      text += String.fromCharCode(Number.parseInt(code.slice(1), 16));
      at += code.length - 1;
    } else text += escapes[source[at] ?? ''] ?? source[at] ?? '';
  }
  return undefined;
}
