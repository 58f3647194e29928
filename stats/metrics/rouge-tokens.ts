import { porterStem } from './porter-stemmer.ts';

/** Settings of every ROUGE score. */
export interface RougeOptions {
  /** Reduce words above three letters to their Porter stems before comparing them; default false. */
  stem?: boolean;
}

/**
 * Tokens of ROUGE as Google's rouge_score cuts them: lower case, maximal runs of [a-z0-9]; every other
 * character separates. With `stem`, tokens of more than three letters are reduced by Porter's stemmer in the
 * variant of NLTK, which rouge_score calls.
 */
export function rougeTokens(text: string, stem: boolean): string[] {
  const tokens = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return stem ? tokens.map((token) => (token.length > 3 ? porterStem(token) : token)) : tokens;
}
