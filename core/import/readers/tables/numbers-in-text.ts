import type { ColumnType } from '../../../../shared/column-types.ts';

const decimal = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;
const withComma = /^[+-]?\d+,\d+$/;

/** Numbers whose thousands are marked, where only one reading is possible: two groups or more, or a decimal sign of the other kind. */
const byCommas = /^[+-]?\d{1,3}(?:(?:,\d{3}){2,}(?:\.\d+)?|,\d{3}\.\d+)$/;
const byPoints = /^[+-]?\d{1,3}(?:(?:\.\d{3}){2,}(?:,\d+)?|\.\d{3},\d+)$/;
const bySpaces = /^[+-]?\d{1,3}(?:[ \u00a0\u202f'’]\d{3})+(?:[.,]\d+)?$/;
const gap = /[ \u00a0\u202f'’]/g;

/** Numbers of a column whose decimal sign is known. */
const inPoints = /^[+-]?(?:\d+|\d{1,3}(?:[, \u00a0\u202f'’]\d{3})+)?(?:\.\d+)?$/;
const inCommas = /^[+-]?(?:\d+|\d{1,3}(?:[. \u00a0\u202f'’]\d{3})+)?(?:,\d+)?$/;

export const isDecimal = (text: string): boolean => decimal.test(text);

/** Whether a comma stands in a number, and may be its decimal sign or mark its thousands. */
export const isOpenComma = (text: string): boolean => withComma.test(text);

/** What a text says as a number; undefined where it is none, or where a comma may be the decimal sign or the mark of thousands. */
export function numberIn(text: string, decimalComma: boolean): number | undefined {
  if (decimal.test(text)) return Number(text);
  if (byCommas.test(text)) return Number(text.replaceAll(',', ''));
  if (byPoints.test(text)) return Number(text.replaceAll('.', '').replace(',', '.'));
  if (bySpaces.test(text)) return Number(text.replaceAll(gap, '').replace(',', '.'));
  return decimalComma && withComma.test(text) ? Number(text.replace(',', '.')) : undefined;
}

/** Yes and no as a word that means nothing else, in workbooks of other languages, too. */
export const yesOrNo: Readonly<Record<string, number>> = {
  ...{ true: 1, false: 0, yes: 1, no: 0, y: 1, n: 0 },
  ...{ wahr: 1, falsch: 0, vrai: 1, faux: 0 },
};

/** What else says so in a column of truths. */
const truths: Readonly<Record<string, number>> = {
  ...yesOrNo,
  ...{ t: 1, f: 0, '1': 1, '0': 0, verdadero: 1, falso: 0, vero: 1 },
};

const known = (value: string | undefined): number | undefined =>
  value === undefined || !/\d/.test(value) ? undefined : Number(value);

/** What a text says as a number of a column of this type; undefined where it says none. */
export function numberAs(type: ColumnType, text: string): number | undefined {
  switch (type) {
    case 'point':
      if (decimal.test(text)) return Number(text);
      return known(inPoints.test(text) ? text.replaceAll(gap, '').replaceAll(',', '') : undefined);
    case 'comma':
      if (!inCommas.test(text)) return undefined;
      return known(text.replaceAll(gap, '').replaceAll('.', '').replace(',', '.'));
    case 'percent': {
      const bare = text.endsWith('%') ? text.slice(0, -1).trimEnd() : text;
      // Thousands of percent are not written, so that a comma is the decimal sign.
      const value = numberIn(bare, true);
      return value === undefined ? undefined : value / 100;
    }
    case 'truth': {
      const word = text.toLowerCase();
      return Object.hasOwn(truths, word) ? truths[word] : undefined;
    }
    default:
      return numberIn(text, false);
  }
}

/** Cells that can only be read with a decimal comma: two or more than three signs after it, a zero before it, or points before it. */
const surelyComma = /^[+-]?(?:0,\d+|\d+,(?:\d{1,2}|\d{4,})|\d{1,3}(?:\.\d{3})+,\d+)$/;
const surelyPoint = /^[+-]?\d{1,3}(?:,\d{3})+\.\d+$|^[+-]?\d{1,3}(?:,\d{3}){2,}$/;
/** 4,5 may also be two votes. */
const maybeVotes = /^[+-]?[1-9]\d?,\d{1,2}$/;

/**
 * The type of a column of scores, where its cells leave no doubt and the usual reading would refuse some of them.
 *
 * @param cells without the empty ones and those that say that there is no value
 */
export function guessNumberType(cells: readonly string[]): ColumnType | undefined {
  if (!cells.some((cell) => withComma.test(cell))) return undefined;
  const fits = (type: ColumnType) => cells.every((cell) => numberAs(type, cell) !== undefined);
  const isComma = cells.some((cell) => surelyComma.test(cell) && !maybeVotes.test(cell));
  if (isComma && fits('comma')) return 'comma';
  return cells.some((cell) => surelyPoint.test(cell)) && fits('point') ? 'point' : undefined;
}
