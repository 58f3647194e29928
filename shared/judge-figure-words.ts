import type { JudgeFigure, JudgeFigures } from './contract/index.ts';

/**
 * The figures of a judge with their names, in the order in which they are shown; those that the kind of labels has not are left
 * out.
 */
export function judgeFigureRows(figures: JudgeFigures): readonly (readonly [string, JudgeFigure])[] {
  const { kind, agreement, sensitivity, specificity, kappa, bias, distance, worth } = figures;
  const all: readonly (readonly [string, JudgeFigure | null])[] = [
    [kind === 'yes-no' ? 'Same answer' : 'Correlation (Pearson)', agreement],
    ['Sensitivity', sensitivity],
    ['Specificity', specificity],
    ['Cohen’s kappa', kappa],
    ['Judge minus people', bias],
    ['Mean absolute difference', distance],
    ['A label does the work of', worth],
  ];
  return all.flatMap(([name, figure]) => (figure === null ? [] : [[name, figure] as const]));
}

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
