import type { ProtocolScores } from '../../../../shared/contract/index.ts';
import type { HumanOutcome } from './human-outcome.ts';

/** Accuracy by people's marks: of all answers, and of those to questions that the passage answers. */
export function humanScores(outcomes: readonly HumanOutcome[]): ProtocolScores {
  const marks = outcomes.flatMap((outcome) => outcome.marks);
  const answerable = marks.filter(({ isAnswerable }) => isAnswerable);
  const share = (some: typeof marks) =>
    some.length === 0 ? null : some.filter(({ isCorrect }) => isCorrect).length / some.length;
  return {
    protocol: 'conversation',
    accuracy: share(marks),
    answerable: share(answerable),
    questions: marks.length,
    marked: marks.length,
    conversations: outcomes.length,
    validation: null,
  };
}
