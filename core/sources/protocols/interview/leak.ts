import { answerTokens } from '../../../../stats/index.ts';

/** Answers that any sentence may hold by chance say nothing about a leak. */
const tooCommon = new Set(['yes', 'no']);

/**
 * Whether a follow-up question gives an answer away: it holds all words of a gold answer, one after the other, and the
 * first question did not hold them already.
 */
export function isLeak(prompt: string, question: string, goldAnswers: readonly string[]): boolean {
  const text = padded(prompt);
  const before = padded(question);
  return goldAnswers.some((gold) => {
    const words = answerTokens(gold);
    if (words.length === 0 || (words.length === 1 && tooCommon.has(words[0]!))) return false;
    const sought = ` ${words.join(' ')} `;
    return text.includes(sought) && !before.includes(sought);
  });
}

const padded = (text: string): string => ` ${answerTokens(text).join(' ')} `;
