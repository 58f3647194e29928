import { usualRefusals } from '../../../shared/contract/protocol-settings.ts';
import { answerTokens, mean, normalizeAnswer } from '../../../stats/index.ts';
import type { GoldConversation } from '../conversations/gold-conversation.ts';
import { isRefusal } from '../conversations/refusal.ts';

/** Answers of so many words on average are short ones. */
const mostWordsOfShort = 12;
/** Answers are spans of the text when at least this share of them stands there. */
const leastShareOfSpans = 0.8;
const mostConversations = 500;

/**
 * What a model under test is told where nobody says otherwise: how people answered in these data, so that a chat model
 * is not marked down for its manners. Data whose gold answers are spans of the text (QuAC), short answers (CoQA), or longer
 * ones are told apart by the gold answers themselves, and the words for "no answer" are those that the data use.
 *
 * @returns empty where the data have no gold answers
 */
export function usualInstructions(conversations: readonly GoldConversation[]): string {
  const seen = conversations.slice(0, mostConversations);
  const turns = seen.flatMap((one) => one.turns);
  const gold = turns.flatMap(({ passage, goldAnswers }) => goldAnswers.map((text) => ({ passage, text })));
  if (gold.length === 0) return '';
  const answers = gold.filter(({ text }) => !isRefusal(text, usualRefusals));
  const hasText = turns.some(({ passage }) => passage !== null);
  return [answerSentence(answers, hasText), yesNoSentence(answers), noAnswerSentence(gold, hasText)]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

interface GoldAnswer {
  readonly passage: string | null;
  readonly text: string;
}

function answerSentence(answers: readonly GoldAnswer[], hasText: boolean): string {
  const from = hasText ? 'Answer the last question from the text alone' : 'Answer the last question';
  if (answers.length === 0) return `${from}.`;
  const spans = answers.filter(({ passage, text }) => passage?.includes(text.trim())).length;
  if (spans / answers.length >= leastShareOfSpans) {
    return `${from}, with the few words of it that answer the question, copied as they stand, and nothing else.`;
  }
  const words = mean(answers.map(({ text }) => answerTokens(text).length));
  if (words <= mostWordsOfShort)
    return `${from}, in as few words as possible, without a sentence around them.`;
  return `${from}.`;
}

const isYesOrNo = ({ text }: GoldAnswer): boolean => ['yes', 'no'].includes(normalizeAnswer(text));

const yesNoSentence = (answers: readonly GoldAnswer[]): string =>
  answers.some(isYesOrNo) ? 'Where yes or no answers it, say yes or no.' : '';

/** The words for "no answer" that stand in the gold answers most often. */
function noAnswerSentence(gold: readonly GoldAnswer[], hasText: boolean): string {
  const counts = new Map<string, number>();
  for (const { text } of gold) {
    const words = text.trim();
    if (words !== '' && isRefusal(words, usualRefusals)) counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  const [usual] = [...counts].sort(([, a], [, b]) => b - a);
  if (usual === undefined) return '';
  const when = hasText ? 'If the text does not answer it' : 'If you do not know the answer';
  return `${when}, write ${usual[0]} and nothing else.`;
}
