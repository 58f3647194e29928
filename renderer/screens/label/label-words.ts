import type { LabelAnswer, LabelForm } from '../../../shared/contract/index.ts';
import { formatCount, formatDuration } from '../../api/format.ts';
import { answerWords } from '../../label-form/words.ts';
import type { LabelCounts } from './label-queue.ts';
import type { Pace } from './pace.ts';

/** What is left to do and at what pace, beside how much is done. */
export function progressDetails({ skipped, later, left }: LabelCounts, pace: Pace | null): string {
  const details = [
    skipped > 0 && `${formatCount(skipped)} skipped`,
    later > 0 && `${formatCount(later)} postponed`,
    pace && `${formatCount(Math.round(pace.itemsPerHour))} items an hour`,
    pace && left > 0 && `about ${formatDuration(Math.max(1000, pace.secondsLeft * 1000))} left`,
  ];
  return details.filter(Boolean).join(' · ');
}

/** What became of an answer that did not reach the disk. Writing is not said again: it may be long. */
export const notSavedWords = (answer: LabelAnswer, form: LabelForm): string =>
  answer.kind === 'answer'
    ? 'Not saved yet. What you wrote is kept here.'
    : `Not saved yet. Your answer (${answerWords(answer, form)}) is kept here.`;

interface Reviewed {
  readonly current: LabelAnswer | null;
  readonly takenBack: LabelAnswer | null;
  /** Whether another item is the one whose turn it is. */
  readonly isElsewhere: boolean;
  readonly isSnoozed: boolean;
  readonly isPractice: boolean;
}

/** How the item on screen stands that is not simply the next one; null where it is. */
export function reviewWords(
  { current, takenBack, isElsewhere, isSnoozed, isPractice }: Reviewed,
  form: LabelForm,
): string | null {
  if (current) return `Saved: ${answerWords(current, form)}. Another answer replaces it.`;
  if (takenBack) return `Taken back: ${answerWords(takenBack, form)}.`;
  if (!isElsewhere && !isSnoozed) return null;
  // Practice is no part of an estimate, so nothing waits there.
  if (isPractice) return 'Postponed earlier.';
  return `${isSnoozed ? 'Postponed earlier. The' : 'The'} estimate waits for this item.`;
}
