import type { IqaMeans } from './contract/index.ts';
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
