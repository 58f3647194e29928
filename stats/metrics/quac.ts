import { exactMatch } from './exact-match.ts';
import { leaveOneOutMean, type Metric, requireReferences } from './metric.ts';
import { wordF1 } from './word-f1.ts';

/** The mark of an unanswerable question in QuAC, compared letter by letter. */
export const CANNOT_ANSWER = 'CANNOTANSWER';

/** Questions on which humans agree less than this among themselves are left out (the script's `min_f1`). */
const HUMAN_F1_THRESHOLD = 0.4;

const source = 'Choi et al., 2018; QuAC evaluation script';

/**
 * References as the QuAC script reads them: when at least half of them say that the question cannot be
 * answered, that is the only reference; else those are dropped and the spans remain.
 */
function quacReferences(references: readonly string[]): readonly string[] {
  requireReferences(references);
  const spans = references.filter((reference) => reference !== CANNOT_ANSWER);
  return references.length - spans.length >= spans.length ? [CANNOT_ANSWER] : spans;
}

/**
 * F1 of the humans among themselves: the mean over references of the best word F1 with another one; 1 for a
 * single reference.
 */
function humanF1(references: readonly string[]): number {
  requireReferences(references);
  if (references.length === 1) return 1;
  let total = 0;
  for (let i = 0; i < references.length; i++) {
    let best = 0;
    for (let j = 0; j < references.length; j++) {
      if (i !== j) best = Math.max(best, wordF1(references[i]!, references[j]!, 0));
    }
    total += best;
  }
  return total / references.length;
}

/** QuAC's frame around a score of two spans: the rules for unanswerable questions and for low agreement. */
function quacScore(
  response: string,
  references: readonly string[],
  spanScore: (response: string, reference: string) => number,
): number | undefined {
  const kept = quacReferences(references);
  if (humanF1(kept) < HUMAN_F1_THRESHOLD) return undefined;
  return leaveOneOutMean(response, kept, (a, b) => {
    if (b === CANNOT_ANSWER) return a === CANNOT_ANSWER ? 1 : 0;
    return spanScore(a, b);
  });
}

/** Word F1 under the QuAC rules; undefined where human F1 is below the script's threshold. */
export const f1Quac: Metric = {
  id: 'f1-quac',
  name: 'Word F1 (QuAC)',
  description:
    'Overlap of words, references left out in turn; questions on which people disagree are left out.',
  source,
  score: (response, references) => quacScore(response, references, (a, b) => wordF1(a, b, 0)),
};

/**
 * Normalized exact match in QuAC's frame. The script publishes no exact match of its own (its HEQ compares F1
 * with a human's); this one keeps the script's normalization, treatment of references and left-out questions.
 */
export const emQuac: Metric = {
  id: 'em-quac',
  name: 'Exact match (QuAC rules)',
  description: 'Equality after normalization, under the treatment of references and questions of QuAC.',
  source,
  score: (response, references) => quacScore(response, references, exactMatch),
};
