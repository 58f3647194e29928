import { requireInteger } from '../check.ts';
import { shareOf } from './binary-quality.ts';

/** One question of an interview with all prompts that followed it: a conversation cell. */
export interface InterviewCell {
  /** The data call the question answerable. */
  readonly isAnswerable: boolean;
  /** The first answer was a refusal. */
  readonly isFirstRefused: boolean;
  /** Follow-up questions that were generated and asked, at least 0. */
  readonly prompts: number;
  /** It ended in a right answer. */
  readonly isSuccess: boolean;
}

interface InterviewScores {
  /** N_s, N_f and N_g. */
  readonly successes: number;
  readonly failures: number;
  readonly generated: number;
  /** QPR = (N_s + N_g) / N_s (Equation 8), at least 1: all questions for each right answer. Undefined without a success. */
  readonly questionPromptRate: number | undefined;
  /** QPR as the authors' script counts it (see `questionsPerSuccess`), in [1, N + 1]. Undefined without a success. */
  readonly questionPromptRateOfSuccesses: number | undefined;
  /** PFR = N_f / (N_s + N_f), in [0, 1]. Undefined without a question. */
  readonly promptFailureRate: number | undefined;
  /** ACR = N_uc / N_ui, in [0, 1]. Undefined when no answerable question was refused at first. */
  readonly answerCorrectionRate: number | undefined;
  /** N_ui: answerable questions that were refused at first. */
  readonly refusedAnswerable: number;
  /** N_uc: those of them that ended in success. */
  readonly corrected: number;
  /** Cells that ended in success after 0, 1, ..., N prompts. */
  readonly successesByPrompt: readonly number[];
}

/**
 * The scores of an interview (Interview Evaluation, section 3.4): question prompt rate, prompt failure rate, and
 * the rate at which refusals of answerable questions were corrected. What is 0/0 is undefined, never 0.
 *
 * @param mostPrompts N, the largest number of prompts allowed for one question
 * @throws RangeError when a cell has more prompts than that, or fewer than 0
 */
export function interviewScores(cells: readonly InterviewCell[], mostPrompts: number): InterviewScores {
  for (const { prompts } of cells) requireInteger(prompts, 0, mostPrompts, 'The prompts of a question');
  const won = cells.filter(({ isSuccess }) => isSuccess);
  const successes = won.length;
  const failures = cells.length - successes;
  const generated = cells.reduce((sum, { prompts }) => sum + prompts, 0);
  const refused = cells.filter(({ isAnswerable, isFirstRefused }) => isAnswerable && isFirstRefused);
  const corrected = refused.filter(({ isSuccess }) => isSuccess).length;
  const successesByPrompt = Array.from(
    { length: mostPrompts + 1 },
    (_, prompt) => won.filter(({ prompts }) => prompts === prompt).length,
  );
  return {
    successes,
    failures,
    generated,
    questionPromptRate: successes === 0 ? undefined : (successes + generated) / successes,
    questionPromptRateOfSuccesses: questionsPerSuccess(successesByPrompt),
    promptFailureRate: shareOf(failures, cells.length),
    answerCorrectionRate: shareOf(corrected, refused.length),
    refusedAnswerable: refused.length,
    corrected,
    successesByPrompt,
  };
}

/**
 * QPR as the script of Interview Evaluation's authors counts it: the mean number of questions over the cells that ended in
 * success, follow-ups included, while failures count nowhere. Equation 8 as it is worded counts the follow-ups of failures, too.
 *
 * @param successesByPrompt cells that ended in success after 0, 1, ..., N follow-ups
 * @returns in [1, N + 1]; undefined without a success
 */
export function questionsPerSuccess(successesByPrompt: readonly number[]): number | undefined {
  const successes = successesByPrompt.reduce((sum, count) => sum + count, 0);
  const questions = successesByPrompt.reduce((sum, count, prompts) => sum + count * (prompts + 1), 0);
  return successes === 0 ? undefined : questions / successes;
}
