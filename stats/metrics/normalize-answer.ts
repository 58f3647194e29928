/**
 * Answer normalization of the SQuAD 1.1, SQuAD 2, CoQA and QuAC scripts, which share it: lower case, delete
 * ASCII punctuation (not replace it: "don't" becomes "dont"), replace the articles a, an, the by a space,
 * squeeze white space.
 *
 * The scripts run in Python, whose `\b`, `\w` and `split()` know Unicode; JavaScript's `\b` knows ASCII only and
 * would cut an article out of "thé" or "año". Hence the look-arounds on Unicode properties.
 */
export function normalizeAnswer(text: string): string {
  return text
    .toLowerCase()
    .replace(ASCII_PUNCTUATION, '')
    .replace(ARTICLES, ' ')
    .replace(WHITE_SPACE, ' ')
    .replace(OUTER_SPACE, '');
}

/**
 * An answer as it is compared with another: normalized, or, where that leaves nothing ("A", "The", "+"), in its own letters
 * without the marks around them. Empty for an empty answer alone.
 */
export function comparableAnswer(text: string): string {
  const normalized = normalizeAnswer(text);
  if (normalized !== '') return normalized;
  const lower = text.toLowerCase().replace(WHITE_SPACE, ' ').replace(OUTER_SPACE, '');
  return lower.replace(ASCII_PUNCTUATION, '').replace(WHITE_SPACE, ' ').replace(OUTER_SPACE, '') || lower;
}

/** Whether two answers are the same after normalization; those that it empties are compared as they are written. */
export const isSameAnswer = (a: string, b: string): boolean => comparableAnswer(a) === comparableAnswer(b);

/** Words of a normalized answer; an empty list when nothing is left. */
export function answerTokens(text: string): string[] {
  const normalized = normalizeAnswer(text);
  return normalized === '' ? [] : normalized.split(' ');
}

/** Python's `string.punctuation`. */
const ASCII_PUNCTUATION = /[!-/:-@[-`{-~]/g;

/** An article with no word character (Python's `\w`: letter, number, underscore) on either side. */
const ARTICLES = /(?<![\p{L}\p{N}_])(?:a|an|the)(?![\p{L}\p{N}_])/gu;

/** Characters on which Python's `str.split()` cuts; JavaScript's `\s` differs in five of them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the separators U+001C to U+001F count as space there
const WHITE_SPACE = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/g;

const OUTER_SPACE = /^ | $/g;
