import { findCriterionScale } from '../../db/human-scores.ts';
import type { ReadableDb } from '../../db/types.ts';
import type { Scale, StudyGoal, StudyQuestion } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import { differenceScale } from '../../stats/index.ts';
import { metricScale } from '../study/label-form.ts';

/** @throws AppError INVALID_INPUT when the goal cannot be met on this scale */
export function assertGoal({ targetHalfWidth, threshold }: StudyGoal, scale: Scale): void {
  const { min, max } = scale;
  const half = (max - min) / 2;
  if (threshold !== null && !(threshold > min && threshold < max)) {
    throw new AppError('INVALID_INPUT', `The threshold ${threshold} is not between ${min} and ${max}.`, {
      field: 'threshold',
      mend: `Give a value inside the scale, above ${min} and below ${max}.`,
    });
  }
  if (targetHalfWidth !== null && !(targetHalfWidth < half)) {
    throw new AppError('INVALID_INPUT', `A half-width of ${targetHalfWidth} is known without a label.`, {
      field: 'target',
      mend: `Half of the scale from ${min} to ${max} is ${half}: give less.`,
    });
  }
}

/** The scale of a study's number before the study exists; undefined for a criterion that is not there. */
export function scaleOfQuestion(db: ReadableDb, question: StudyQuestion): Scale | undefined {
  const { datasetId, measure, against } = question;
  const scale =
    measure.kind === 'metric' ? metricScale : findCriterionScale(db, datasetId, measure.criterion)?.scale;
  return scale && against !== undefined ? differenceScale(scale) : scale;
}
