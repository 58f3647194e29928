import { findCriterionScale } from '../../../db/human-scores.ts';
import { readStudyFields } from '../../../db/study-fields.ts';
import type { ReadableDb } from '../../../db/types.ts';
import { AppError } from '../../../shared/errors.ts';
import { isOfCriterion } from '../../studies/form-fields.ts';
import type { AskedStudy } from '../../studies/label-key.ts';

/** A study as it asks one of its criteria. */
export interface AskedCriterion {
  /** As label keys have it: 0 for written answers. */
  readonly criterionId: number;
  readonly criterion: string;
  readonly study: AskedStudy;
}

const criterionName = ({ measure }: AskedStudy) =>
  measure.kind === 'criterion' ? measure.criterion : measure.metric;

/** What a study asks: its own measure, then each further question of its form that has a criterion. */
export function askedCriteria(db: ReadableDb, study: AskedStudy): AskedCriterion[] {
  const own = { criterionId: study.criterionId ?? 0, criterion: criterionName(study), study };
  const others = readStudyFields(db, study.id).flatMap(({ name, question, form, criterionId }) => {
    if (criterionId === null || !isOfCriterion(form)) return [];
    const { scale } = findCriterionScale(db, study.datasetId, name)!;
    const measure = { kind: 'criterion' as const, criterion: name };
    return [
      { criterionId, criterion: name, study: { ...study, criterionId, measure, scale, form, question } },
    ];
  });
  return [own, ...others];
}

/** @throws AppError NOT_FOUND */
export function askedCriterion(db: ReadableDb, study: AskedStudy, criterionId: number): AskedCriterion {
  const found = askedCriteria(db, study).find((one) => one.criterionId === criterionId);
  if (found) return found;
  throw new AppError('NOT_FOUND', `The study does not ask for criterion ${criterionId}.`, {
    field: 'criterionId',
  });
}
