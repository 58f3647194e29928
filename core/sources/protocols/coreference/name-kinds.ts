import type { NounPhrase } from './noun-phrases.ts';
import { contentWords } from './word-lists.ts';

/** Whether what stands between two noun phrases says that they are one: "was", "is also an". */
export const isCopula = (between: string): boolean =>
  /^\s*(?:is|are|was|were)(?:\s+(?:an?|the|also|still|once))*\s*$/iu.test(between);

/** "What was In This Light?", and not "What was Frenzal Rhomb's first song?", which says what it is. */
export function asksKindOf({ isNamed, start, text }: NounPhrase, question: string): boolean {
  const isBareName =
    isNamed && text.split(/\s+/u).every((word) => !/^\p{Ll}/u.test(word) || contentWords(word).length === 0);
  return (
    isBareName &&
    asksKind.test(question.slice(0, start)) &&
    /^\W*$/u.test(question.slice(start + text.length))
  );
}

const asksKind =
  /^\W*(?:(?:and|so|but)\s+)?(?:what|who)(?:\s+(?:exactly|kind of \p{L}+))?(?:\s+(?:is|are|was|were)|['’]s)\s+$/iu;

/** Whether its head is a common noun: "an English band" is no name, for all its capital. */
export const isCommon = ({ isNamed, text, head }: NounPhrase): boolean =>
  !isNamed || text.split(/\s+/u).some((word) => /^\p{Ll}/u.test(word) && contentWords(word)[0] === head);
