import { formatFixed, formatPercent } from './number-text.ts';

/** Measures of runs that are shares: written in percent wherever they stand. */
export const shareMeasures = [
  'all questions',
  'answerable questions',
  'PFR',
  'ACR',
  'accuracy',
  'accuracy, answerable',
  'performance',
  'aptitude, A90',
  'unreliability, U90_10',
] as const;
export type ShareMeasure = (typeof shareMeasures)[number];
const shares: ReadonlySet<string> = new Set(shareMeasures);

/** A score of a run, in the form that the run itself has it: "47.1 %", or "4.12" for ratings and counts. */
export function scoreText(measure: string, value: number | null): string {
  if (value === null) return '–';
  return shares.has(measure) ? formatPercent(value) : formatFixed(value);
}

/** What one score has more than another: "2.4 points" for shares. */
export function differenceText(measure: string, value: number | null): string {
  if (value === null) return '–';
  return shares.has(measure) ? `${formatFixed(100 * value, 1)} points` : formatFixed(value);
}

interface Ends {
  lower: number | null;
  upper: number | null;
  reason: string | null;
}

/** The ends of an interval in the form of what lies between them, or why there is none. */
export const endsText = (
  measure: string,
  { lower, upper, reason }: Ends,
  textOf: (measure: string, value: number | null) => string = scoreText,
): string =>
  lower === null || upper === null
    ? (reason ?? '–')
    : `${textOf(measure, lower)} to ${textOf(measure, upper)}`;
