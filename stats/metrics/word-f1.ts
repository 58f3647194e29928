import { answerTokens } from './normalize-answer.ts';
import { commonCount, overlapF1 } from './overlap.ts';

/** Value of word F1 when both answers are empty after normalization. */
type BothEmptyScore = 0 | 1;

/**
 * Word F1 of two answers (Rajpurkar et al., 2016): the harmonic mean of precision and recall of the multiset of
 * normalized words, 2 c/(|response| + |reference|) with c common words.
 *
 * @param bothEmpty value when neither answer has a word: 1 in the SQuAD 2 and CoQA scripts ("no answer" agreed
 *   on), 0 in those of SQuAD 1.1 and QuAC. One empty answer scores 0 everywhere.
 * @returns in [0, 1]
 */
export function wordF1(response: string, reference: string, bothEmpty: BothEmptyScore): number {
  const responseTokens = answerTokens(response);
  const referenceTokens = answerTokens(reference);
  if (responseTokens.length === 0 && referenceTokens.length === 0) return bothEmpty;
  const common = commonCount(responseTokens, referenceTokens);
  return overlapF1(common, responseTokens.length, referenceTokens.length);
}
