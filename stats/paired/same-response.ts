import { normalizeLabel } from '../metrics/accuracy.ts';
import { normalizeAnswer } from '../metrics/normalize-answer.ts';
import { CANNOT_ANSWER } from '../metrics/quac.ts';
import { rougeTokens } from '../metrics/rouge-tokens.ts';

/** Maps texts so that two of one image get the same score against any references. */
type Normalization = (text: string) => string;

const asItIs: Normalization = (text) => text;

/** QuAC compares its mark of an unanswerable question letter by letter, and everything else normalized. */
const normalizeQuac: Normalization = (text) => (text === CANNOT_ANSWER ? text : normalizeAnswer(text));

/** Normalized words in their order. (Word F1 ignores the order; a response is taken for another one all the same.) */
const normalizations: ReadonlyMap<string | undefined, Normalization> = new Map(
  Object.entries({
    'rouge-l': (text) => rougeTokens(text, false).join(' '),
    'rouge-l-stem': (text) => rougeTokens(text, true).join(' '),
    'f1-squad1': normalizeAnswer,
    'f1-squad2': normalizeAnswer,
    'f1-coqa': normalizeAnswer,
    'f1-quac': normalizeQuac,
    'em-squad1': normalizeAnswer,
    'em-squad2': normalizeAnswer,
    'em-coqa': normalizeAnswer,
    'em-quac': normalizeQuac,
    accuracy: normalizeLabel,
  }),
);

/**
 * What a metric sees of a response. For a metric without an entry, and for human ratings (no metric), texts count as
 * they are: only identical ones are equal, which is always right and at worst asks for a label too many.
 */
export function normalizationOf(metricId: string | undefined): Normalization {
  return normalizations.get(metricId) ?? asItIs;
}

/** Whether two systems' responses of one item, turn by turn, are the same after normalization. */
export function sameResponses(a: readonly string[], b: readonly string[], normalize: Normalization): boolean {
  return a.length === b.length && a.every((text, turn) => normalize(text) === normalize(b[turn]!));
}
