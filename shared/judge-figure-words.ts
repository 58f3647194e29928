import type { Alignment, JudgeFigure, JudgeFigures, JudgeVersion } from './contract/index.ts';
import { formatCount, plural } from './number-text.ts';

/**
 * The figures of a judge with their names, in the order in which they are shown; those that the kind of labels has not are left
 * out.
 */
export function judgeFigureRows(figures: JudgeFigures): readonly (readonly [string, JudgeFigure])[] {
  const { agreement, sensitivity, specificity, kappa, bias, distance, worth } = figures;
  const all: readonly (readonly [string, JudgeFigure | null])[] = [
    [agreementName(figures), agreement],
    ['Sensitivity', sensitivity],
    ['Specificity', specificity],
    ['Cohen’s kappa', kappa],
    ['Judge minus people', bias],
    ['Mean absolute difference', distance],
    ['Labels alone that one label with it replaces', worth],
  ];
  return all.flatMap(([name, figure]) => (figure === null ? [] : [[name, figure] as const]));
}

/** The name of the figure that stands for how far a judge agrees with people. */
const agreementName = ({ kind }: Pick<JudgeFigures, 'kind'>): string =>
  kind === 'yes-no' ? 'Same answer' : 'Correlation (Pearson)';

/** What of some labeled items a judge has no score for: a refusal, say, may well be of a hard item. Empty where it has all. */
export const unscoredWords = ({ items, unscored }: Pick<JudgeFigures, 'items' | 'unscored'>): string =>
  unscored === 0
    ? ''
    : `; ${formatCount(unscored)} of ${formatCount(items + unscored)} ${unscored === 1 ? 'has no score and is' : 'have no score and are'} in no figure`;

/** What a judge of yes and no misses, and its share of yes with and without that, by their names; empty of ratings. */
export function yesNoRows({ yesNo }: Pick<Alignment, 'yesNo'>): readonly (readonly [string, JudgeFigure])[] {
  if (!yesNo) return [];
  const { sensitivity, specificity, said, judged, corrected } = yesNo;
  const alone = {
    value: said,
    lower: null,
    upper: null,
    reason: `of ${formatCount(judged)} items it scored`,
  };
  return [
    ['Sensitivity: people’s yes that it calls yes', sensitivity],
    ['Specificity: people’s no that it calls no', specificity],
    ['Share of yes by the judge alone', alone],
    ['Share of yes, corrected by both', corrected],
  ];
}

/** What the corrected share rests on, and what does not need it. */
export const correctedNote =
  'Intervals are 95 %, at one look; of shares exact where items weigh alike. The corrected share (Rogan and Gladen, 1978; Lee et al., 2025) supposes that the judge errs on all items as on the labeled ones. A study’s own interval does not.';

/**
 * A figure with its interval in words, or why it has none.
 *
 * @param shown writes a number
 */
export function judgeFigureWords(
  { value, lower, upper, reason }: JudgeFigure,
  shown: (value: number) => string,
): string {
  if (value === null) return reason ?? 'not estimable';
  if (lower !== null && upper !== null) return `${shown(value)} (${shown(lower)} to ${shown(upper)})`;
  return reason === null ? shown(value) : `${shown(value)}; ${reason}`;
}

/**
 * How well a version of a judge does, each figure with its name; practice flatters, for prompts were made from it.
 *
 * @param shown writes a number
 */
export function judgeVersionWords(
  {
    practice,
    practiceLeft,
    cost,
    checks,
  }: Pick<JudgeVersion, 'practice' | 'practiceLeft' | 'cost' | 'checks'>,
  shown: (value: number) => string,
): string {
  const words = (figures: JudgeFigures) =>
    `${agreementName(figures)} ${judgeFigureWords(figures.agreement, shown)}`;
  const last = checks.at(-1);
  return [
    practice
      ? `${words(practice)} on practice (flattering)${unscoredWords(practice)}`
      : `${plural(practiceLeft, 'practice item')} to run`,
    last ? `checked: ${words(last.figures)}` : 'not checked',
    ...(cost === null ? [] : [`cost ${cost.toPrecision(2)}`]),
  ].join(' · ');
}
