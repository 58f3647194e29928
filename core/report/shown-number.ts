import type { GoalForecast, Scale } from '../../shared/contract/index.ts';
import { noIntervalWords } from '../../shared/estimate-words.ts';
import {
  formatHalfWidth,
  formatScore,
  formatSpan,
  fourDigits,
  isShareScale,
  writtenEstimate,
} from '../../shared/number-text.ts';
import { reworded } from '../../shared/page-words.ts';

/** How a page writes numbers: in the digits that their intervals support. Pages of before do not say so. */
export const NUMBERS = 2;

/** A difference: the same, with its sign. */
export const signedNumber = (value: number): string =>
  `${value > 0 ? '+' : ''}${fourDigits(value).replace('-', '\u2212')}`;

export const shownInterval = (lower: number, upper: number, shown = fourDigits): string =>
  `${shown(lower)} to ${shown(upper)}`;

export interface ShownOn {
  readonly scale: Pick<Scale, 'min' | 'max'> & { readonly isShare?: true | undefined };
  readonly isDifference?: boolean;
  /** How the page writes numbers: undefined in pages of before. */
  readonly numbers: typeof NUMBERS | undefined;
}

/** An estimate and its interval as a page states them; a dash where there is no number. */
export function shownEstimate(
  estimate: { method?: string; value: number | null; lower: number | null; upper: number | null } | undefined,
  { scale, isDifference = false, numbers }: ShownOn,
): { value: string; interval: string } {
  const { value, lower, upper } = estimate ?? { value: null, lower: null, upper: null };
  const none =
    value === null && (lower === null || upper === null) ? '-' : noIntervalWords(estimate?.method ?? '');
  if (numbers !== undefined) {
    const written = writtenEstimate({ value, lower, upper }, scale, { isSigned: isDifference });
    return { value: written.value ?? '-', interval: written.interval ?? none };
  }
  const shown = isDifference ? signedNumber : fourDigits;
  return {
    value: value === null ? '-' : shown(value),
    interval: lower === null || upper === null ? none : shownInterval(lower, upper, shown),
  };
}

/** A share as a percentage. */
export const percentWords = (share: number, digits = 4): string =>
  `${Number((100 * share).toPrecision(digits))} %`;

/** How a page writes the numbers of a goal. Pages of before write widths as values. */
export const goalFormatOf = (
  { scale }: Pick<GoalForecast, 'scale'>,
  numbers: ShownOn['numbers'],
  isDifference: boolean,
) => ({
  words: 'report' as const,
  isDifference: reworded(isDifference, false, 11),
  score: (value: number) =>
    isShareScale(scale) ? formatScore(value, scale) : Number(value.toPrecision(3)).toString(),
  ...(isShareScale(scale) && { askedWidth: (halfWidth: number) => formatSpan(halfWidth, scale) }),
  count: (value: number) => value.toLocaleString('en'),
  ...(numbers !== undefined && { width: (halfWidth: number) => formatHalfWidth(halfWidth, scale) }),
});
