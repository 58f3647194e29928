/** A number with four significant digits. */
export const shownNumber = (value: number): string => Number(value.toPrecision(4)).toString();

/** A difference: the same, with its sign. */
export const signedNumber = (value: number): string =>
  `${value > 0 ? '+' : ''}${shownNumber(value).replace('-', '\u2212')}`;

export const shownInterval = (lower: number, upper: number, shown = shownNumber): string =>
  `${shown(lower)} to ${shown(upper)}`;

/** An estimate and its interval as a table states them; a dash where there is no number. */
export function shownEstimate(
  estimate: { value: number | null; lower: number | null; upper: number | null } | undefined,
  shown: (value: number) => string,
): { value: string; interval: string } {
  const { value, lower, upper } = estimate ?? { value: null, lower: null, upper: null };
  if (lower !== null && upper !== null) {
    return { value: value === null ? '-' : shown(value), interval: shownInterval(lower, upper, shown) };
  }
  return value === null ? { value: '-', interval: '-' } : { value: shown(value), interval: 'no interval' };
}

/** Words at the start of a sentence. */
export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** A share as a percentage. */
export const percentWords = (share: number, digits = 4): string =>
  `${Number((100 * share).toPrecision(digits))} %`;
