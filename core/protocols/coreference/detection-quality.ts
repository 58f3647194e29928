import type { LabeledConversation } from '../../../shared/contract/index.ts';
import { type BinaryCase, type BinaryQuality, binaryQuality } from '../../../stats/index.ts';
import type { OpenConversation } from '../model/model-under-test.ts';
import { ReplyCounter } from '../model/reply-counter.ts';
import type { QuestionInHistory, ValidityDetector } from '../replay/question-validity.ts';
import labeledTurns from './labeled-turns.json' with { type: 'json' };

/** 150 questions after a first one, written and labeled by hand for this purpose; 41 of them are invalid. */
export const labeledConversations: readonly LabeledConversation[] = labeledTurns;

/** What Li et al. (2022, section 5) report for their coreference model, in percent. */
export const paperDetection = { precision: 72, recall: 72 } as const;

type LabeledTurn = LabeledConversation['turns'][number];

/** The questions after the first of each conversation, each in front of the whole history before it. */
export const labeledQuestions = (
  conversations: readonly LabeledConversation[],
): { turn: LabeledTurn; conversation: number; question: QuestionInHistory }[] =>
  conversations.flatMap(({ background, turns }, conversation) =>
    turns.slice(1).map((turn, i) => {
      const before = turns.slice(0, i + 1);
      return {
        ...{ turn, conversation },
        question: {
          background,
          gold: before.map(({ question, gold }) => ({ question, answer: gold })),
          predicted: before.map(({ question, predicted }) => ({ question, answer: predicted })),
          question: turn.question,
        },
      };
    }),
  );

/** Positive: the question is invalid. */
export async function detectionQuality(
  detector: ValidityDetector,
  conversations: readonly LabeledConversation[] = labeledConversations,
): Promise<BinaryQuality> {
  const openConversation: OpenConversation = { run: 0, replies: new ReplyCounter() };
  const cases: BinaryCase[] = [];
  for (const { turn, question } of labeledQuestions(conversations)) {
    const { isValid } = await detector.check(question, openConversation);
    cases.push({ predicted: !isValid, actual: turn.invalid !== undefined });
  }
  return binaryQuality(cases);
}
