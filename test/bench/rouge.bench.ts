import { l as jsRougeL } from 'js-rouge';
import { rougeL } from '../../stats/metrics/rouge-l.ts';
import { generatedPairs } from '../stats/metrics/readable-rouge.ts';
import type { BenchResult } from './support.ts';
import { median } from './support.ts';

const PAIRS = 8_000;
const ROUNDS = 5;

/**
 * ROUGE-L of 8,000 generated pairs of about 60 words, against js-rouge under the same rule: the whole text as one
 * sequence of lower-case tokens. js-rouge as it comes, which first cuts sentences, is timed beside it.
 */
export async function benchRouge(): Promise<BenchResult> {
  const pairs = generatedPairs(PAIRS, 60);
  const tokenizer = (text: string) => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const wholeText = { segmenter: (text: string) => [text], tokenizer };
  const own = () => pairs.map(([response, reference]) => rougeL(response, reference));
  const theirs = () => pairs.map(([response, reference]) => jsRougeL(response, reference, wholeText));
  const asItComes = () => pairs.map(([response, reference]) => jsRougeL(response, reference));
  const scores = theirs();
  const largestDifference = Math.max(...own().map((score, i) => Math.abs(score - scores[i]!)));
  const ownMs = medianMs(own);
  const theirMs = medianMs(theirs);
  const asItComesMs = medianMs(asItComes);
  return {
    name: `ROUGE-L of ${PAIRS} pairs`,
    figures: {
      ownMs,
      stemmedMs: medianMs(() => pairs.map(([a, b]) => rougeL(a, b, { stem: true }))),
      jsRougeSameRuleMs: theirMs,
      jsRougeAsItComesMs: asItComesMs,
      timesFasterSameRule: theirMs / ownMs,
      timesFasterAsItComes: asItComesMs / ownMs,
      largestDifferenceOfScores: largestDifference,
    },
  };
}

function medianMs(work: () => unknown): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return median(times);
}
