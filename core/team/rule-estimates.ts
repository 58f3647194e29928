import { getStudy } from '../../db/studies.ts';
import type { RuleEstimate } from '../../shared/contract/index.ts';
import { FinalRuleSchema } from '../../shared/contract/team.ts';
import { estimateWith, methodById } from '../../stats/index.ts';
import { type CoreContext, dbOf } from '../context.ts';
import { noDifference } from '../estimate/comparison.ts';
import { onScale } from '../estimate/estimate-report.ts';
import { LiveEstimate } from '../estimate/live-estimate.ts';
import { liveEstimateOf } from '../estimate/live-estimates.ts';
import { designs } from '../study/design.ts';
import { estimateScale } from '../study/estimand-scale.ts';

/** A study's estimate as each final-value rule makes it of the same labels; the study itself is not changed. */
export function ruleEstimates(context: CoreContext, studyId: number): RuleEstimate[] {
  const db = dbOf(context);
  const study = getStudy(db, studyId);
  const method = methodById(designs[study.preset].defaultMethod)!;
  return FinalRuleSchema.options.map((rule) => {
    const isChosen = rule === study.finalRule;
    const live = isChosen
      ? liveEstimateOf(context, studyId)
      : new LiveEstimate(db, { ...study, finalRule: rule });
    const { value, lower, upper } =
      study.populationSize === 0
        ? noDifference
        : onScale(estimateWith(method, live.evidence), estimateScale(study));
    return {
      rule,
      isChosen,
      value,
      lower,
      upper,
      reason: value === null ? 'no item has its final value yet' : null,
      labeled: live.labeledItems,
      waiting: live.awaitingAnnotators,
      undecided: live.undecided,
    };
  });
}
