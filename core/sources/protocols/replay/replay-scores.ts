import type { ReplayScores } from '../../../../shared/contract/index.ts';
import { answerScores } from '../../../../stats/index.ts';
import type { ReplayOutcome } from './replay.ts';

const orNull = (value: number | undefined): number | null => value ?? null;

/** The figures of a replay over its finished conversations. */
export function replayScores(outcomes: readonly ReplayOutcome[]): ReplayScores {
  const answers = outcomes.flatMap((outcome) => outcome.answers);
  const { unanswerable, ...scores } = answerScores(
    answers.map(({ score, isAnswerable, isRefused }) => ({
      score: score ?? undefined,
      isAnswerable,
      isRefused,
    })),
  );
  return {
    protocol: 'replay',
    all: orNull(scores.all),
    answerable: orNull(scores.answerable),
    questions: scores.questions,
    scored: scores.scored,
    scoredAnswerable: scores.scoredAnswerable,
    unanswerable: {
      precision: orNull(unanswerable.precision),
      recall: orNull(unanswerable.recall),
      predictedShare: orNull(unanswerable.predictedShare),
      actualShare: orNull(unanswerable.actualShare),
    },
    invalid: outcomes.reduce((sum, { invalid }) => sum + invalid, 0),
    changed: outcomes.reduce((sum, { changed }) => sum + changed, 0),
  };
}
