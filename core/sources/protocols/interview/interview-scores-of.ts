import type { InterviewSettings, ProtocolScores } from '../../../../shared/contract/index.ts';
import { interviewScores } from '../../../../stats/index.ts';
import type { InterviewOutcome } from './interview.ts';

/** The figures of an interview over its finished conversations; the threshold stands beside them. */
export function scoresOfInterview(
  outcomes: readonly InterviewOutcome[],
  { mostPrompts, threshold }: InterviewSettings,
): ProtocolScores {
  const scores = interviewScores(
    outcomes.flatMap(({ cells }) => cells),
    mostPrompts,
  );
  return {
    protocol: 'interview',
    threshold,
    ...scores,
    successesByPrompt: [...scores.successesByPrompt],
    questionPromptRate: scores.questionPromptRate ?? null,
    promptFailureRate: scores.promptFailureRate ?? null,
    answerCorrectionRate: scores.answerCorrectionRate ?? null,
    leaks: outcomes.reduce((sum, { leaks }) => sum + leaks, 0),
  };
}
