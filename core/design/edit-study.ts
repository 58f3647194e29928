import { writeAudit } from '../../db/audit.ts';
import { listInvitations } from '../../db/invitations.ts';
import { findQualityPlan } from '../../db/quality.ts';
import { deleteEmptyRanking } from '../../db/rankings.ts';
import { deleteStudy, getStudy, listStudies, updateStudyText } from '../../db/studies.ts';
import { hasLabels, readStudyFields, writeStudyFields } from '../../db/study-fields.ts';
import { readStudyGoal, writeStudyGoal } from '../../db/study-goals.ts';
import type { ReadableDb } from '../../db/types.ts';
import type { LookPlan, Study, StudyField, StudyGoal } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import { assertGoal, assertMatters } from '../estimate/forecast/study-goal.ts';
import { forgetLiveEstimates } from '../estimate/kept-estimates.ts';
import { linkedStudies } from '../estimate/ranking.ts';
import { type CoreContext, dbOf } from '../platform/context.ts';
import { assertCurrent } from '../platform/record-version.ts';
import { isHandedOut } from '../studies/annotators/handed-facts.ts';
import { shownScale } from '../studies/estimand-scale.ts';
import { assertSameAnswers, storedFields } from '../studies/form-fields.ts';
import { describeStudy, editedState } from './describe-study.ts';
import { grownPlan, repairBets, replan, replanFor } from './replan.ts';

interface EditRequest {
  readonly studyId: number;
  readonly name?: string | undefined;
  readonly question?: string | undefined;
  readonly guidelines?: string | undefined;
  readonly fields?: readonly StudyField[] | undefined;
  readonly goal?: StudyGoal | undefined;
  readonly plan?: LookPlan | undefined;
  readonly mended?: true | undefined;
  /** What the page had loaded. */
  readonly version?: string | undefined;
}

export const describeStudies = (context: CoreContext): Study[] =>
  listStudies(dbOf(context)).map((row) => describeStudy(context, row.id));

/**
 * Changes the texts, the goal or the form of a study, or how it bets from here on.
 *
 * @throws AppError when labels do not fit the form any more, or the study cannot bet so; CONFLICT when another window changed what
 * is to be changed
 */
export function editStudy(context: CoreContext, { studyId, mended, version, ...now }: EditRequest): Study {
  const db = dbOf(context);
  const { goal, fields, plan, ...text } = now;
  db.transaction(() => {
    const before = getStudy(db, studyId);
    const stored = editedState(db, before);
    const grown = goal?.budget ? grownPlan(stored.plan, goal.budget) : undefined;
    // A budget that moves the plan stores another plan, too.
    const wanted = { ...now, plan: plan ?? grown };
    assertCurrent(version, { stored, wanted, words: 'This study' });
    if (goal) {
      assertGoal(goal, shownScale(before));
      assertMatters(goal, before.against !== null);
    }
    const { name, question, guidelines } = before;
    const fieldsBefore = readStudyFields(db, studyId);
    if (fields && (hasLabels(db, studyId) || isHandedOut(db, studyId)))
      assertSameAnswers(fields, fieldsBefore);
    const was = {
      name,
      question,
      guidelines,
      ...(fields && { fields: fieldsBefore }),
      ...(goal && { goal: readStudyGoal(db, studyId) }),
    };
    updateStudyText(db, studyId, text);
    if (goal) writeStudyGoal(db, studyId, goal);
    if (plan) replan(context, before, plan);
    else if (goal?.budget) replanFor(context, before, goal.budget);
    if (mended) repairBets(context, before);
    if (fields) {
      const { datasetId, criterionId, against, form } = before;
      const place = { datasetId, criterionId, isComparison: against !== null, form };
      writeStudyFields(db, studyId, storedFields(db, place, fields));
    }
    if (!mended || Object.keys(now).length > 0) {
      writeAudit(db, { at: context.now(), action: 'study.edit', studyId, details: { was, now } });
    }
  }).immediate();
  forgetLiveEstimates(context, studyId);
  context.events.publish({ type: 'study.changed', studyId });
  return describeStudy(context, studyId);
}

/**
 * Removes a study; its labels stay.
 *
 * @param withRanking whether all pairs of its ranking go
 * @throws AppError NOT_FOUND; CONFLICT for the pair of a ranking that keeps what its annotators come in by and are asked
 */
export function removeStudy(
  context: CoreContext,
  studyId: number,
  { withRanking = false } = {},
): Record<string, never> {
  const db = dbOf(context);
  db.transaction(() => {
    const { name, signalHash, rankingId } = getStudy(db, studyId);
    if (!withRanking) assertNotLeading(db, studyId);
    deleteStudy(db, studyId);
    if (rankingId !== null) deleteEmptyRanking(db, rankingId);
    writeAudit(db, { at: context.now(), action: 'study.remove', studyId, details: { name, signalHash } });
  }).immediate();
  forgetLiveEstimates(context, studyId);
  context.events.publish({ type: 'study.changed', studyId });
  return {};
}

/** @throws AppError CONFLICT where other pairs would be left without the links and checks that this one keeps for all */
function assertNotLeading(db: ReadableDb, studyId: number): void {
  const [first, ...others] = linkedStudies(db, studyId);
  if (others.length === 0 || first.id !== studyId) return;
  if (listInvitations(db, studyId).length === 0 && !findQualityPlan(db, studyId)) return;
  throw new AppError('CONFLICT', `"${first.name}" keeps the links and checks of all pairs of its ranking.`, {
    field: 'studyId',
    remedy: 'Remove another pair, or the whole ranking.',
  });
}
