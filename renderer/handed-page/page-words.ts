import type { LabelAnswer } from '../../shared/contract/index.ts';

/** What becomes of the answers in a browser that keeps nothing. */
export const keepingWords = 'This browser keeps nothing: save before you close the page.';

/** What is left to do with a file of answers. */
export const savedWords = (name: string): string => `Saved as ${name}. Send this file back.`;

/** What was handed out, before anything is done. */
export function handedWords(items: number, isForOne: boolean): string {
  const many = items === 1 ? 'This item was' : `These ${items} items were`;
  return isForOne
    ? `${many} sent to you. Your answers go back under your name.`
    : `${many} sent to be labeled.`;
}

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

/** The heading of the end. */
export const endWords = (done: number, items: number): string =>
  done === items ? 'All items are done' : 'End of the list';
