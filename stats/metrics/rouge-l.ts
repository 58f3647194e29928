import { lcsLength } from './lcs-length.ts';
import { type Metric, maxOverReferences } from './metric.ts';
import { overlapF1 } from './overlap.ts';
import { type RougeOptions, rougeTokens } from './rouge-tokens.ts';

/**
 * ROUGE-L F-measure (Lin, 2004) of a response against one reference, on the whole text: with L the length of the
 * longest common subsequence of tokens, precision L/|response|, recall L/|reference|, F = 2PR/(P + R).
 *
 * @returns in [0, 1]; 0 when either text has no token
 */
export function rougeL(response: string, reference: string, options: RougeOptions = {}): number {
  const { stem = false } = options;
  const responseTokens = rougeTokens(response, stem);
  const referenceTokens = rougeTokens(reference, stem);
  const length = lcsLength(referenceTokens, responseTokens);
  return overlapF1(length, responseTokens.length, referenceTokens.length);
}

const source = 'Lin, 2004; rules of rouge_score (Google Research)';

/** ROUGE-L without stemming, best reference. */
export const rougeLMetric: Metric = {
  id: 'rouge-l',
  name: 'ROUGE-L',
  description: 'Longest common run of words in order, gaps allowed, as F-measure with the closest reference.',
  source,
  score: (response, references) => maxOverReferences(response, references, (a, b) => rougeL(a, b)),
};

/** ROUGE-L on Porter stems, best reference. */
export const rougeLStemMetric: Metric = {
  id: 'rouge-l-stem',
  name: 'ROUGE-L, stemmed',
  description: 'As ROUGE-L, with English words above three letters reduced to their stems first.',
  source: `${source}; Porter, 1980`,
  score: (response, references) =>
    maxOverReferences(response, references, (a, b) => rougeL(a, b, { stem: true })),
};
