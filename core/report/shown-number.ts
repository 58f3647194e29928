/** A number with four significant digits. */
export const shownNumber = (value: number): string => Number(value.toPrecision(4)).toString();

/** A difference: the same, with its sign. */
export const signedNumber = (value: number): string =>
  `${value > 0 ? '+' : ''}${shownNumber(value).replace('-', '\u2212')}`;

export const shownInterval = (lower: number, upper: number, shown = shownNumber): string =>
  `${shown(lower)} to ${shown(upper)}`;

/** Words at the start of a sentence. */
export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
