import type { AnnotatorQuality, Quality } from '../../../shared/contract/index.ts';
import { fourDigits } from '../../../shared/number-text.ts';
import type { TeamSubject } from '../../parts/team/team-subject.ts';

type Effect = NonNullable<Quality['effect']>;

function estimateWords({ value, lower, upper }: Effect['counted']): string {
  if (value === null) return 'not estimable';
  const interval =
    lower === null || upper === null ? 'no interval' : `${fourDigits(lower)} to ${fourDigits(upper)}`;
  return `${fourDigits(value)} (${interval})`;
}

/** The estimate with and without those who are left out. */
export const effectSentence = ({ counted, withAll }: Effect): string =>
  `The estimate is ${estimateWords(counted)}; with everybody who was excluded it would be ${estimateWords(withAll)}.`;

/** Whether what somebody says counts, and why not. */
export function standingWords({ excluded, qualification }: AnnotatorQuality): string {
  if (excluded) return `No: ${excluded.reason}`;
  if (!qualification || qualification.passed) return 'Yes';
  return qualification.tries === 2 ? 'Not qualified' : 'Not qualified yet';
}

const usualLine =
  'A line each: id, answer. What follows a second comma stands under the item, to check attention.';
const pageLine =
  'A line each: id, system = rating, with semicolons between systems. Or id, rating, for every reply of its page. What follows a second comma stands under those replies, to check attention.';

/** How items with a known answer are written. */
export const answerWords = (subject: TeamSubject): string =>
  'ranking' in subject && subject.ranking.onePage ? pageLine : usualLine;
