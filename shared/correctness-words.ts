import type { InterviewSettings, LostCorrectness, ReplaySettings } from './contract/index.ts';

/** By what rule an answer is right, or how far; multiple choice goes by its option whatever the rule. */
export function correctnessWords(correctness: LostCorrectness): string {
  switch (correctness.by) {
    case 'exact':
      return 'equal to a gold answer';
    case 'containment':
      return 'holds a gold answer';
    case 'f1':
      return `word F1 above ${correctness.threshold}`;
    case 'metric':
      return `graded by ${correctness.metric}, best over the gold answers`;
    case 'judge':
      return `a judge, ${correctness.checker.kind === 'endpoint' ? correctness.checker.model || 'the model of its endpoint' : correctness.checker.command}`;
  }
}

/** When an answer of an interview is right. */
export const interviewRightWords = ({
  rightBy,
  threshold,
}: Pick<InterviewSettings, 'rightBy' | 'threshold'>): string =>
  rightBy === 'authors'
    ? `as the authors ran it: the gold answer itself, or word F1 above ${threshold} over wholes and halves`
    : `word F1 above ${threshold}`;

/** When the rules call a question of a replay valid. */
export const matchingWords: Readonly<Record<ReplaySettings['matching'], string>> = {
  paper: 'as the paper says: mention by mention, a shared word',
  exact: 'exact match of the resolved question',
  authors: 'as the authors ran it: any shared word',
};
