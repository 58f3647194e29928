import { requireInteger } from '../check.ts';
import { type Metric, maxOverReferences } from './metric.ts';
import { commonCount, overlapF1 } from './overlap.ts';
import { type RougeOptions, rougeTokens } from './rouge-tokens.ts';

/**
 * ROUGE-N F-measure (Lin, 2004) of a response against one reference: with c the size of the multiset intersection
 * of their n-grams, precision c/(n-grams of the response), recall c/(n-grams of the reference), F = 2PR/(P + R).
 *
 * @param n length of the n-grams, an integer from 1 to 9
 * @returns in [0, 1]; 0 when either text has fewer than n tokens
 * @throws RangeError on any other n
 */
export function rougeN(n: number, response: string, reference: string, options: RougeOptions = {}): number {
  requireInteger(n, 1, 9, 'The length of the n-grams');
  const { stem = false } = options;
  const responseGrams = nGrams(rougeTokens(response, stem), n);
  const referenceGrams = nGrams(rougeTokens(reference, stem), n);
  return overlapF1(commonCount(referenceGrams, responseGrams), responseGrams.length, referenceGrams.length);
}

/** Runs of n tokens, joined by a space, which no token contains. */
function nGrams(tokens: readonly string[], n: number): readonly string[] {
  if (n === 1) return tokens;
  const count = Math.max(0, tokens.length - n + 1);
  return Array.from({ length: count }, (_, i) => tokens.slice(i, i + n).join(' '));
}

const source = 'Lin, 2004; rules of rouge_score (Google Research)';

/** ROUGE-1 without stemming, best reference. */
export const rouge1Metric: Metric = {
  id: 'rouge-1',
  name: 'ROUGE-1',
  description: 'Overlap of words, punctuation and case aside, as F-measure with the closest reference.',
  source,
  score: (response, references) => maxOverReferences(response, references, (a, b) => rougeN(1, a, b)),
};

/** ROUGE-1 on Porter stems, best reference. */
export const rouge1StemMetric: Metric = {
  id: 'rouge-1-stem',
  name: 'ROUGE-1, stemmed',
  description: 'As ROUGE-1, with English words above three letters reduced to their stems first.',
  source: `${source}; Porter, 1980`,
  score: (response, references) =>
    maxOverReferences(response, references, (a, b) => rougeN(1, a, b, { stem: true })),
};

/** ROUGE-2 without stemming, best reference. */
export const rouge2Metric: Metric = {
  id: 'rouge-2',
  name: 'ROUGE-2',
  description: 'Overlap of pairs of neighboring words, as F-measure with the closest reference.',
  source,
  score: (response, references) => maxOverReferences(response, references, (a, b) => rougeN(2, a, b)),
};

/** ROUGE-2 on Porter stems, best reference. */
export const rouge2StemMetric: Metric = {
  id: 'rouge-2-stem',
  name: 'ROUGE-2, stemmed',
  description: 'As ROUGE-2, with English words above three letters reduced to their stems first.',
  source: `${source}; Porter, 1980`,
  score: (response, references) =>
    maxOverReferences(response, references, (a, b) => rougeN(2, a, b, { stem: true })),
};
