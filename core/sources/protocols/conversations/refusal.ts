import { answerTokens, CANNOT_ANSWER } from '../../../../stats/index.ts';

/** A marker of this many words is also looked for inside an answer. */
const phraseLength = 3;

/**
 * Whether an answer says that there is none: it is empty, equals one of the markers after normalization, or holds one
 * of three words or more.
 */
export function isRefusal(answer: string, markers: readonly string[]): boolean {
  const words = answerTokens(answer);
  if (words.length === 0) return true;
  const text = ` ${words.join(' ')} `;
  return markers.some((marker) => {
    const markerWords = answerTokens(marker);
    if (markerWords.length === 0) return false;
    const sought = ` ${markerWords.join(' ')} `;
    return markerWords.length >= phraseLength ? text.includes(sought) : text === sought;
  });
}

/**
 * Whether the gold answers call a question unanswerable, by QuAC's rule: at least half of them are refusals (Choi et
 * al., 2018, evaluation script). Null when there is no gold answer.
 */
export function isAnswerable(goldAnswers: readonly string[], markers: readonly string[]): boolean | null {
  if (goldAnswers.length === 0) return null;
  const refusals = goldAnswers.filter((answer) => isRefusal(answer, markers)).length;
  return refusals * 2 < goldAnswers.length;
}

/** The answer as a metric shall read it: a refusal in the words of the gold answers, so that equals are equal. */
export function answerForMetric(
  answer: string,
  goldAnswers: readonly string[],
  markers: readonly string[],
): string {
  if (!isRefusal(answer, markers)) return answer;
  return goldAnswers.find((gold) => isRefusal(gold, markers)) ?? CANNOT_ANSWER;
}
