import {
  containsVowel,
  endsInConsonant,
  endsInDoubleConsonant,
  endsInShortSyllable,
  measure,
} from './porter-letters.ts';

/**
 * Porter's stemmer (Porter, 1980, "An algorithm for suffix stripping") with the extensions of NLTK's
 * `PorterStemmer`, which rouge_score calls: a table of irregular words, words of one or two letters left alone, and
 * changed rules for -ies, -ied, -y, -alli, -bli, -fulli and -logi.
 *
 * @param word in lower case
 */
export function porterStem(word: string): string {
  const irregular = IRREGULAR.get(word);
  if (irregular !== undefined) return irregular;
  if (word.length <= 2) return word;
  const withoutInflection = finalY(pastAndParticiple(plural(word)));
  const withoutSuffixes = withSuffix(derivation(withoutInflection), SUFFIXES, (stem) => measure(stem) > 0);
  return finalDoubleL(finalE(withSuffix(withoutSuffixes, ENDINGS, isLongEnough)));
}

/** A suffix and what takes its place. */
type Rule = readonly [suffix: string, replacement: string];

/** Steps 2 to 4 share this: the first suffix that fits decides, whether or not its condition is then met. */
function withSuffix(
  word: string,
  rules: readonly Rule[],
  condition: (stem: string, suffix: string) => boolean,
): string {
  const rule = rules.find(([suffix]) => word.endsWith(suffix));
  if (rule === undefined) return word;
  const [suffix, replacement] = rule;
  const stem = without(word, suffix);
  return condition(stem, suffix) ? stem + replacement : word;
}

const without = (word: string, suffix: string): string => word.slice(0, word.length - suffix.length);

/** Step 1a. */
function plural(word: string): string {
  if (word.endsWith('ies')) return without(word, word.length === 4 ? 's' : 'es');
  if (word.endsWith('sses')) return without(word, 'es');
  return word.endsWith('s') && !word.endsWith('ss') ? without(word, 's') : word;
}

/** Step 1b. */
function pastAndParticiple(word: string): string {
  if (word.endsWith('ied')) return without(word, word.length === 4 ? 'd' : 'ed');
  if (word.endsWith('eed')) return measure(without(word, 'eed')) > 0 ? without(word, 'd') : word;
  const suffix = ['ed', 'ing'].find((end) => word.endsWith(end) && containsVowel(without(word, end)));
  if (suffix === undefined) return word;
  const stem = without(word, suffix);
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`;
  if (endsInDoubleConsonant(stem)) return /[lsz]$/.test(stem) ? stem : stem.slice(0, -1);
  return measure(stem) === 1 && endsInShortSyllable(stem) ? `${stem}e` : stem;
}

/** Step 1c. */
function finalY(word: string): string {
  const stem = word.slice(0, -1);
  return word.endsWith('y') && stem.length > 1 && endsInConsonant(stem) ? `${stem}i` : word;
}

/** Step 2; -alli goes first, and what it leaves goes through the step again. */
function derivation(word: string): string {
  if (word.endsWith('alli') && measure(without(word, 'alli')) > 0) return derivation(without(word, 'li'));
  // The l of -logi counts with the stem, so that "geologi" is treated as "archaeologi" is.
  return withSuffix(word, DERIVATIONS, (stem, suffix) => measure(suffix === 'logi' ? `${stem}l` : stem) > 0);
}

/** Condition of step 4. */
function isLongEnough(stem: string, suffix: string): boolean {
  return measure(stem) > 1 && (suffix !== 'ion' || /[st]$/.test(stem));
}

/** Step 5a. */
function finalE(word: string): string {
  if (!word.endsWith('e')) return word;
  const stem = without(word, 'e');
  const m = measure(stem);
  return m > 1 || (m === 1 && !endsInShortSyllable(stem)) ? stem : word;
}

/** Step 5b. */
function finalDoubleL(word: string): string {
  return word.endsWith('ll') && measure(word.slice(0, -1)) > 1 ? word.slice(0, -1) : word;
}

const DERIVATIONS: readonly Rule[] = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['bli', 'ble'],
  ['alli', 'al'],
  ['entli', 'ent'],
  ['eli', 'e'],
  ['ousli', 'ous'],
  ['ization', 'ize'],
  ['ation', 'ate'],
  ['ator', 'ate'],
  ['alism', 'al'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['biliti', 'ble'],
  ['fulli', 'ful'],
  ['logi', 'log'],
];

/** Step 3. */
const SUFFIXES: readonly Rule[] = [
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ful', ''],
  ['ness', ''],
];

/** Step 4. */
const ENDINGS: readonly Rule[] =
  'al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize'
    .split(' ')
    .map((suffix) => [suffix, '']);

const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ['sky', 'sky'],
  ['skies', 'sky'],
  ['dying', 'die'],
  ['lying', 'lie'],
  ['tying', 'tie'],
  ['news', 'news'],
  ['innings', 'inning'],
  ['inning', 'inning'],
  ['outings', 'outing'],
  ['outing', 'outing'],
  ['cannings', 'canning'],
  ['canning', 'canning'],
  ['howe', 'howe'],
  ['proceed', 'proceed'],
  ['exceed', 'exceed'],
  ['succeed', 'succeed'],
]);
