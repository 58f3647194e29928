import type { OwnVerdict, ValidationView } from '../../../shared/contract/index.ts';
import type { AskingPhase } from './validation-keys.ts';

/** What the annotator said of a turn, in a few words. */
export function ownVerdictWords({ answerability, isCorrect, span }: OwnVerdict): string {
  if (answerability === 'ungrammatical') return 'You: ungrammatical';
  if (answerability === 'unanswerable') return 'You: unanswerable';
  if (isCorrect) return 'You: correct';
  return span?.kind === 'passage' ? `You: incorrect; right is “${span.text}”` : 'You: incorrect';
}

/** What is asked now, as the heading over the choices says it. */
export const phaseQuestion: Readonly<Record<AskingPhase, string>> = {
  question: 'Does the passage answer this question?',
  answer: 'Is the answer correct?',
  span: 'Where does the passage say it?',
};

/** What a screen reader hears when something new is on screen. */
export function announcement({ phase, current, questions, history }: ValidationView): string {
  switch (phase) {
    case 'passage':
      return history.length > 0
        ? 'The next question has another passage. Read it first.'
        : 'A new conversation. Read its passage first.';
    case 'question':
      return `Question ${askedBefore(history) + 1} of ${questions}: ${current!.question}`;
    case 'answer':
      return `The answer: ${current!.answer || 'nothing'}. Is it correct?`;
    case 'span':
      return 'Select the right answer in the passage: arrows move by words, Shift extends, Enter takes.';
    case 'done':
      return 'The conversation is done.';
  }
}

/** Questions that were validated already; turns that only serve as history are none. */
export const askedBefore = (history: ValidationView['history']): number =>
  history.filter(({ verdict }) => verdict !== null).length;
