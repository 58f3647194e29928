import { isDeepStrictEqual } from 'node:util';
import { writeAudit } from '../../db/audit.ts';
import type { StudyRow } from '../../db/studies.ts';
import { insertMended, insertPlan, listPlans, mendedFrom } from '../../db/study-plans.ts';
import type { LookPlan, Preset } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import { approximateProblem } from '../../shared/one-look-words.ts';
import { liveEstimateOf } from '../estimate/live-estimates.ts';
import { type CoreContext, dbOf } from '../platform/context.ts';
import { designs } from '../studies/design.ts';

/** The plan that a study follows at present; undefined where its rule knows none. */
export const planOf = (context: CoreContext, { id, generation }: StudyRow): LookPlan | undefined =>
  listPlans(dbOf(context), id, generation).at(-1)?.plan;

/**
 * Writes down another plan; the same again is no change. It holds from the first draw on of which nobody has spoken, so that no label
 * can have a part in it; to be called in a transaction.
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
        remedy: 'Make a new study; the labels are used again.',
      },
    );
  }
  if (isSamePlan(before, plan)) return;
  if (plan.kind === 'once' && drawsBefore > 0) {
    throw new AppError('INVALID_INPUT', 'A single look can be declared before the first label only.', {
      field: 'plan',
      remedy: 'Plan a number of labels; the interval then holds at every look.',
    });
  }
  assertApproximable(plan, study.preset, study.against !== null);
  if (plan.kind === 'none' && study.against) {
    throw new AppError(
      'INVALID_INPUT',
      'A comparison needs a plan: without one its interval is wide everywhere.',
      {
        field: 'plan',
        remedy: 'Say how many labels you mean to stop at.',
      },
    );
  }
  const createdAt = context.now();
  const { id: studyId, generation } = study;
  insertPlan(dbOf(context), { studyId, generation, createdAt }, { drawsBefore, plan });
  const details = { was: before, now: plan, drawsBefore };
  writeAudit(dbOf(context), { at: createdAt, action: 'study.plan', studyId, details });
}

const isSamePlan = (one: LookPlan, other: LookPlan): boolean =>
  isDeepStrictEqual({ approximate: false, ...one }, { approximate: false, ...other });

/**
 * Whether a plan may have the approximate interval: of one system, on uniform draws, at a look with enough labels.
 *
 * @throws AppError INVALID_INPUT
 */
export function assertApproximable(plan: LookPlan, preset: Preset, isComparison: boolean): void {
  if (plan.kind !== 'once' || !plan.approximate) return;
  const problem = approximateProblem({ preset, isComparison, labels: plan.labels });
  if (problem) throw new AppError('INVALID_INPUT', problem.what, { field: 'plan', remedy: problem.remedy });
}

/** A sample or a budget that grows beyond the plan is the new plan: that is where the study means to stop. A declared single look stays. */
export function replanFor(context: CoreContext, study: StudyRow, size: number): void {
  const grown = grownPlan(planOf(context, study) ?? null, size);
  if (grown) replan(context, study, grown);
}

/** The plan that a sample or budget of this size makes of another; undefined where it stays as it is. */
export const grownPlan = (plan: LookPlan | null, size: number): LookPlan | undefined =>
  plan?.kind === 'labels' && size > plan.labels ? { ...plan, labels: size } : undefined;

/**
 * Mends the bets of a study of rule 2. It holds from the first draw on of which nobody has spoken, so that no label can have a
 * part in it; to be called in a transaction.
 *
 * @throws AppError INVALID_INPUT when the study has no interval of rule 2, or its bets are mended already
 */
export function repairBets(context: CoreContext, study: StudyRow): void {
  const db = dbOf(context);
  const { id: studyId, generation, preset, bettingRule } = study;
  if (bettingRule !== 2 || designs[preset].id !== 'without-replacement') {
    throw new AppError(
      'INVALID_INPUT',
      'Only intervals of rule 2 can be narrowed, and this study has none.',
      {
        field: 'mended',
        remedy:
          bettingRule === 2 ? 'Choose another design in a new study.' : 'Plan another number of labels.',
      },
    );
  }
  if (mendedFrom(db, studyId, generation) !== null) {
    throw new AppError('INVALID_INPUT', 'The later intervals of this study are narrowed already.', {
      field: 'mended',
      remedy: 'Nothing is left to do.',
    });
  }
  const createdAt = context.now();
  const drawsBefore = liveEstimateOf(context, studyId).spokenDraws;
  insertMended(db, { studyId, generation, createdAt }, drawsBefore);
  writeAudit(db, { at: createdAt, action: 'study.mend', studyId, details: { drawsBefore } });
}
