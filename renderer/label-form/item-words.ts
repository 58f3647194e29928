import type { LabelAnswer } from '../../shared/contract/index.ts';

/** What was said of the item on screen before; empty where nothing was. */
export function givenWords(answer: LabelAnswer | null): string {
  if (answer === null) return '';
  return answer.kind === 'skip'
    ? `You skipped this item: ${answer.reason}`
    : 'You have answered this item; a new answer takes the place of the old one.';
}

/** What is said aloud when an item was skipped. */
export const skippedWords = (position: number, reason: string): string =>
  `Item ${position} skipped: ${reason}`;
