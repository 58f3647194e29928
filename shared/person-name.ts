/** The longest name that a person may have here, in UTF-16 units as forms count them. */
export const longestName = 100;

/** A name as it is kept: its letters composed, no space around it, one between its words. */
export const tidyName = (name: string): string => name.normalize('NFC').trim().replaceAll(/\s+/g, ' ');

/**
 * What all spellings of one name share. Case, spaces, how letters are composed and marks that nobody sees do not tell two
 * people apart; different letters do.
 */
export const nameKey = (name: string): string =>
  tidyName(name.normalize('NFKC').replaceAll(/\p{Cf}/gu, ''))
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .normalize('NFC');

export const sameName = (a: string, b: string): boolean => nameKey(a) === nameKey(b);

/** Control characters, and marks that are not seen or turn the direction of text; joiners belong to some scripts. */
const unfit = /[\p{Cc}\p{Cs}]|(?![\u200C\u200D])\p{Cf}/u;

/** Why a text cannot be the name of a person; null when it can. */
export function nameProblem(name: string): string | null {
  const tidy = tidyName(name);
  if (nameKey(name) === '') return 'A name needs at least one letter.';
  if (tidy.length > longestName) return `A name has at most ${longestName} characters.`;
  if (unfit.test(name.trim())) {
    return 'A name cannot hold control characters, or marks that hide or turn the direction of text.';
  }
  return null;
}
