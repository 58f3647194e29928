import { writeAudit } from '../../../db/audit.ts';
import type { StudyRow } from '../../../db/studies.ts';
import { insertPlan, listPlans } from '../../../db/study-plans.ts';
import type { LookPlan } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { liveEstimateOf } from '../estimate/live-estimates.ts';

/** The plan that a study follows at present; undefined where its rule knows none. */
export const planOf = (context: CoreContext, { id, generation }: StudyRow): LookPlan | undefined =>
  listPlans(dbOf(context), id, generation).at(-1)?.plan;

/**
 * Writes down another plan. It holds from the first draw on of which nobody has spoken, so that no label can have a part in it;
 * to be called in a transaction.
 *
 * @throws AppError INVALID_INPUT when the study has no plan, or a single look is declared after labels came in
 */
export function replan(context: CoreContext, study: StudyRow, plan: LookPlan): void {
  const before = planOf(context, study);
  const drawsBefore = liveEstimateOf(context, study.id).spokenDraws;
  if (!before) {
    throw new AppError(
      'INVALID_INPUT',
      'This study has no planned looks: it began under rule 2, or has no interval.',
      {
        field: 'plan',
        mend: 'Make a new study; the labels are used again.',
      },
    );
  }
  if (plan.kind === 'once' && drawsBefore > 0) {
    throw new AppError('INVALID_INPUT', 'A single look can be declared before the first label only.', {
      field: 'plan',
      mend: 'Plan a number of labels; the interval then holds at every look.',
    });
  }
  if (plan.kind === 'none' && study.against) {
    throw new AppError(
      'INVALID_INPUT',
      'A comparison needs a plan: without one its interval is wide everywhere.',
      {
        field: 'plan',
        mend: 'Say how many labels you mean to stop at.',
      },
    );
  }
  const createdAt = context.now();
  const { id: studyId, generation } = study;
  insertPlan(dbOf(context), { studyId, generation, createdAt }, { drawsBefore, plan });
  const details = { was: before, now: plan, drawsBefore };
  writeAudit(dbOf(context), { at: createdAt, action: 'study.plan', studyId, details });
}

/** A sample that grows beyond the plan is the new plan: that is where the study means to stop. A declared single look stays. */
export function replanFor(context: CoreContext, study: StudyRow, size: number): void {
  const plan = planOf(context, study);
  if (plan?.kind === 'labels' && size > plan.labels) replan(context, study, { ...plan, labels: size });
}
