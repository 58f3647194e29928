import { compensatedSum } from '../numeric.ts';
import { type BinaryQuality, binaryQuality } from './binary-quality.ts';

/** One answered question. */
export interface ScoredAnswer {
  /** Value of the metric in [0, 1]; undefined where the metric's own rules leave the question out. */
  readonly score: number | undefined;
  /** The data call the question answerable. */
  readonly isAnswerable: boolean;
  /** The model said that it cannot answer. */
  readonly isRefused: boolean;
}

interface AnswerScores {
  /** Mean score of all scored questions, in [0, 1]; undefined when there is none. */
  readonly all: number | undefined;
  /** Mean score of the answerable ones among them. */
  readonly answerable: number | undefined;
  readonly questions: number;
  readonly scored: number;
  readonly scoredAnswerable: number;
  /** Positive: unanswerable; predicted: the model refused. Over every question. */
  readonly unanswerable: BinaryQuality;
}

/**
 * The figures of a replay: mean word F1 (or another metric) over all questions and over answerable ones, and how well
 * refusals tell unanswerable questions (Li et al., 2022, Tables 2 and 4). The mean is over questions, not over
 * conversations.
 */
export function answerScores(answers: readonly ScoredAnswer[]): AnswerScores {
  const scored = answers.filter(({ score }) => score !== undefined);
  const answerable = scored.filter(({ isAnswerable }) => isAnswerable);
  return {
    all: meanScore(scored),
    answerable: meanScore(answerable),
    questions: answers.length,
    scored: scored.length,
    scoredAnswerable: answerable.length,
    unanswerable: binaryQuality(
      answers.map(({ isRefused, isAnswerable }) => ({ predicted: isRefused, actual: !isAnswerable })),
    ),
  };
}

const meanScore = (answers: readonly ScoredAnswer[]): number | undefined =>
  answers.length === 0 ? undefined : compensatedSum(answers.map(({ score }) => score!)) / answers.length;
