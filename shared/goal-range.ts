import type { Scale, StudyGoal } from './contract/index.ts';

interface GoalProblem {
  field: 'threshold' | 'target';
  message: string;
  mend: string;
}

/** What of a goal cannot be on a scale: a threshold at or beyond its ends, a width that is known without a label. */
export function goalProblems(
  { targetHalfWidth, threshold }: StudyGoal,
  { min, max }: Pick<Scale, 'min' | 'max'>,
): GoalProblem[] {
  const half = (max - min) / 2;
  const problems: GoalProblem[] = [];
  if (threshold !== null && !(threshold > min && threshold < max)) {
    problems.push({
      field: 'threshold',
      message: `The threshold ${threshold} is not between ${min} and ${max}.`,
      mend: `Give a value inside the scale, above ${min} and below ${max}.`,
    });
  }
  if (targetHalfWidth !== null && !(targetHalfWidth < half)) {
    problems.push({
      field: 'target',
      message: `A half-width of ${targetHalfWidth} is known without a label.`,
      mend: `Half of the scale from ${min} to ${max} is ${half}: give less.`,
    });
  }
  return problems;
}
