import type { Scale, StudyGoal } from './contract/index.ts';

/** Differences below this share of the scale matter to nobody, unless a study says otherwise. */
const USUAL_LEAST_SHARE = 0.02;

/** The smallest difference of two systems that matters where nobody said, by the scale of the measure. */
export const usualLeastDifference = ({ min, max }: Pick<Scale, 'min' | 'max'>): number =>
  USUAL_LEAST_SHARE * (max - min);

interface GoalProblem {
  field: 'threshold' | 'target' | 'matters';
  message: string;
  remedy: string;
}

/**
 * What of a goal cannot be on a scale: a threshold at or beyond its ends, a width that is known without a label, a difference that
 * matters and is larger than any.
 */
export function goalProblems(
  { targetHalfWidth, threshold, leastDifference = null }: StudyGoal,
  scale: Pick<Scale, 'min' | 'max'> & { isShare?: true | undefined },
): GoalProblem[] {
  const { min, max } = scale;
  const half = (max - min) / 2;
  const [low, high] = scale.isShare ? ['0 %', '100 %'] : [min, max];
  const problems: GoalProblem[] = [];
  if (threshold !== null && !(threshold > min && threshold < max)) {
    problems.push({
      field: 'threshold',
      message: `The threshold ${threshold} is not between ${min} and ${max}.`,
      remedy: `Give a value inside the scale, above ${low} and below ${high}.`,
    });
  }
  if (targetHalfWidth !== null && !(targetHalfWidth < half)) {
    problems.push({
      field: 'target',
      message: `A half-width of ${targetHalfWidth} is known without a label.`,
      remedy: `Half of the scale from ${low} to ${high} is ${scale.isShare ? '50 points' : half}: give less.`,
    });
  }
  // A comparison is on the scale of differences, half of which is the measure's own.
  if (leastDifference !== null && !(leastDifference < half)) {
    problems.push({
      field: 'matters',
      message: `No difference is as large as ${leastDifference}.`,
      remedy: `The largest difference is ${half}: give less.`,
    });
  }
  return problems;
}
