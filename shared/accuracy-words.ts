import type { IqaMeans, ProtocolScores } from './contract/index.ts';
import { formatCount } from './number-text.ts';

/** Of nothing by nothing there is no share. */
const shareWords = (share: number | null): string =>
  share === null ? 'undefined (0/0)' : `${(share * 100).toFixed(1)}\u00a0%`;

/**
 * Accuracy with what it counts: "48.3 % (29 of 60; 31 without an answer)". Where personas weigh otherwise than by their
 * interactions, it says that the share is weighted.
 *
 * @param unanswered interactions of the run that ended without an answer, for runs that do not state what they counted
 */
export function accuracyWords({ accuracy, answers }: IqaMeans, unanswered: number): string {
  if (accuracy === null) return shareWords(accuracy);
  if (answers === null) {
    return unanswered > 0 ? `${shareWords(accuracy)} of those answered` : shareWords(accuracy);
  }
  const isWeighted = Math.abs(accuracy - answers.right / answers.asked) > 1e-9;
  const without = answers.unanswered > 0 ? `; ${formatCount(answers.unanswered)} without an answer` : '';
  const counted = `${formatCount(answers.right)} of ${formatCount(answers.asked)}${without}`;
  return `${shareWords(accuracy)}${isWeighted ? ' weighted' : ''} (${counted})`;
}

/** The share among interactions that ended with an answer, not weighted. */
export function answeredWords({ answers }: IqaMeans): string {
  if (answers === null) return 'not known';
  const answered = answers.asked - answers.unanswered;
  return shareWords(answered === 0 ? null : answers.right / answered);
}

type Calibrated = NonNullable<Extract<ProtocolScores, { protocol: 'iqa-eval' }>['calibrated']>;

/** What a judge's accuracy comes to by the labels of people: "78.0 % (70.1 % to 86.0 %) by 40 labels of correct". */
export function calibratedWords({ criterion, labeled, value, lower, upper }: Calibrated): string {
  if (value === null) return `not calibrated: nobody labeled ${criterion} of these answers`;
  const ends =
    lower === null || upper === null
      ? 'no interval: too few labels, or none differs from the judge'
      : `95 % interval ${shareWords(lower)} to ${shareWords(upper)}`;
  return `calibrated by ${formatCount(labeled)} labels of ${criterion}: ${shareWords(value)} (${ends})`;
}
