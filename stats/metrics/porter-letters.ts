/**
 * Consonants and vowels as Porter (1980) defines them: y is a vowel after a consonant, a consonant elsewhere. Any
 * character other than a, e, i, o, u and y counts as a consonant.
 */

/** For each character of a word, whether it is a consonant. */
function consonants(word: string): boolean[] {
  const flags: boolean[] = [];
  for (let i = 0; i < word.length; i++) {
    const letter = word[i]!;
    flags.push(letter === 'y' ? i === 0 || !flags[i - 1]! : !'aeiou'.includes(letter));
  }
  return flags;
}

/** The measure m of a stem: how often a vowel is followed by a consonant. */
export function measure(stem: string): number {
  return consonants(stem).filter((isConsonant, i, flags) => i > 0 && isConsonant && !flags[i - 1]!).length;
}

/** Porter's condition *v*. */
export function containsVowel(stem: string): boolean {
  return consonants(stem).includes(false);
}

/** Whether the last letter is a consonant; false for an empty stem. */
export function endsInConsonant(stem: string): boolean {
  return consonants(stem).at(-1) ?? false;
}

/** Porter's condition *d: the same consonant twice at the end. */
export function endsInDoubleConsonant(stem: string): boolean {
  return stem.length >= 2 && stem.at(-1) === stem.at(-2) && endsInConsonant(stem);
}

/**
 * Porter's condition *o: consonant, vowel, consonant at the end, the last not w, x or y. As in NLTK, a stem of
 * just a vowel and a consonant meets it too.
 */
export function endsInShortSyllable(stem: string): boolean {
  const [first, second, third] = consonants(stem).slice(-3);
  if (stem.length === 2) return first === false && second === true;
  return first === true && second === false && third === true && !'wxy'.includes(stem.at(-1)!);
}
