import { answerTokens, CANNOT_ANSWER } from '../../../stats/index.ts';
import type { ModelReply } from '../model/model-under-test.ts';
import { isRefusalInWords, refusalList } from './refusal-list.ts';

/** A marker of this many words is also looked for inside an answer. */
const phraseLength = 3;

/** How a run tells refusals. */
interface RefusalWords {
  readonly refusals: readonly string[];
  /** The list of phrases that it reads by besides; 0 or missing in runs from before there was one. */
  readonly refusalList?: number | undefined;
}

/**
 * Whether an answer says that there is none: it is empty, equals one of the markers after normalization, holds one of
 * three words or more, or refuses in words of the list. Emptiness is that of the text itself: "A", "The" and "+" are answers.
 *
 * @param list the list of phrases to read by; 0 for none
 */
export function isRefusal(answer: string, markers: readonly string[], list = refusalList): boolean {
  if (answer.trim() === '') return true;
  const padded = ` ${answerTokens(answer).join(' ')} `;
  const isMarked = markers.some((marker) => {
    const words = answerTokens(marker);
    if (words.length === 0) return false;
    const sought = ` ${words.join(' ')} `;
    return words.length >= phraseLength ? padded.includes(sought) : padded === sought;
  });
  return isMarked || (list > 0 && isRefusalInWords(answer));
}

/**
 * Whether a reply refuses: by the refusal field of the interface, by a content filter, by what a model that reads for refusals
 * says of it, or by its words. A reply without an answer does not.
 */
export function refuses(reply: ModelReply, words: RefusalWords): boolean {
  if (reply.kind === 'refusal') return true;
  if (isNoAnswer(reply)) return false;
  return reply.isRefusal ?? isRefusal(reply.text, words.refusals, words.refusalList ?? 0);
}

/** A call of a tool, nothing, or what nobody can read, after it was asked for again in vain. */
export const isNoAnswer = ({ kind, text }: ModelReply): boolean =>
  kind === 'empty' || kind === 'tool-call' || kind === 'unreadable' || (kind === 'cut' && text === '');

/**
 * Whether the gold answers call a question unanswerable, by QuAC's rule: at least half of them are refusals (Choi et
 * al., 2018, evaluation script). Null when there is no gold answer.
 */
export function isAnswerable(
  goldAnswers: readonly string[],
  markers: readonly string[],
  list = refusalList,
): boolean | null {
  if (goldAnswers.length === 0) return null;
  const refusals = goldAnswers.filter((answer) => isRefusal(answer, markers, list)).length;
  return refusals * 2 < goldAnswers.length;
}

/** A refusal as a metric shall read it: in the words of the gold answers, so that equals are equal. */
export const refusalForMetric = (
  goldAnswers: readonly string[],
  { refusals, refusalList: list = 0 }: RefusalWords,
): string => goldAnswers.find((gold) => isRefusal(gold, refusals, list)) ?? CANNOT_ANSWER;
