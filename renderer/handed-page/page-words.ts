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

/** The heading of the end. */
export const endWords = (done: number, items: number): string =>
  done === items ? 'All items are done' : 'End of the list';
