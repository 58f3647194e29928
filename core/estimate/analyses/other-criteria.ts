import { findCriterionScale, listCriterionScales } from '../../../db/human-scores.ts';
import { getStudy, type StudyRow } from '../../../db/studies.ts';
import type { OtherCriterion } from '../../../shared/contract/index.ts';
import { estimateWith, methodById } from '../../../stats/index.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { designs } from '../../studies/design.ts';
import { asksShare } from '../../studies/estimand-scale.ts';
import { formFor } from '../../studies/label-form.ts';
import { valueSteps } from '../../studies/value-steps.ts';
import { onScale } from '../estimate-report.ts';
import { LiveEstimate } from '../live-estimate.ts';

/**
 * Every other criterion that has labels on the drawn items: its own sequence over the study's own draw order and
 * frozen signals, at the study's error level by itself, and at its
 * share of it, so that all criteria hold together at all looks (Bonferroni's bound). The labels may come from another study of the same system or from a
 * label file; each criterion uses the prefix of the order that has its label.
 */
export function otherCriteria(context: CoreContext, studyId: number): OtherCriterion[] {
  const db = dbOf(context);
  const study = getStudy(db, studyId);
  if (study.against) return [];
  const method = methodById(designs[study.preset].defaultMethod)!;
  const found = listCriterionScales(db, study.datasetId).flatMap(({ id, name, scale }) => {
    if (id === study.criterionId) return [];
    const measure = { kind: 'criterion' as const, criterion: name };
    const criterion = findCriterionScale(db, study.datasetId, name);
    const form = formFor(measure, criterion, { turns: 0, isComparison: false });
    const { populationSize } = study;
    const isRounded = study.bettingRule === 4 && criterion !== undefined;
    const steps = isRounded
      ? valueSteps({ form, scale, integer: criterion.integer, isComparison: false, populationSize })
      : null;
    const asked = { ...study, criterionId: id, measure, scale, form, valueSteps: steps };
    const live = new LiveEstimate(db, asked);
    if (live.labeledItems + live.waiting + live.skips.length === 0) return [];
    const { value, lower, upper, interval, estimable, reason } = onScale(
      estimateWith(method, live.evidence),
      scale,
    );
    const counts = { labeled: live.labeledItems, skipped: live.skips.length, waiting: live.waiting };
    const kind = asksShare(asked) ? { isShare: true as const } : {};
    const row = {
      criterion: name,
      scale,
      ...kind,
      ...counts,
      value,
      lower,
      upper,
      interval,
      estimable,
      reason,
    };
    return [{ row, asked }];
  });
  const alpha = study.alpha / (found.length + 1);
  const atShare = (one: StudyRow) =>
    onScale(estimateWith(method, new LiveEstimate(db, { ...one, alpha }).evidence), one.scale);
  const own = found.length > 0 ? atShare(study) : null;
  return found.map(({ row, asked }) => {
    const { lower, upper } = atShare(asked);
    return { ...row, together: { alpha, lower, upper, ownLower: own!.lower, ownUpper: own!.upper } };
  });
}
