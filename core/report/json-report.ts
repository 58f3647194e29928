import { getStudy } from '../../db/studies.ts';
import { otherClaims } from '../claims/other-claims.ts';
import { otherCriteria } from '../claims/other-criteria.ts';
import { reportedSubgroups } from '../claims/subgroups.ts';
import { type CoreContext, dbOf } from '../context.ts';
import { estimateHistory, estimateReport } from '../estimate/estimate-report.ts';
import { studyAdvice } from '../plan/study-advice.ts';
import { ruleEstimates } from '../team/rule-estimates.ts';
import { reportedAgreement } from './agreement-section.ts';
import { reportRecord } from './label-header.ts';
import { manifestOf } from './manifest.ts';

/** Every number of the report of a study; of several a list of them under `studies`. */
export function jsonReport(context: CoreContext, studyIds: readonly number[]): string {
  const [first, ...others] = studyIds.map((studyId) => studyContent(context, studyId));
  const content = others.length === 0 ? first : { studies: [first, ...others] };
  return `${JSON.stringify(content, null, 2)}\n`;
}

function studyContent(context: CoreContext, studyId: number) {
  const study = getStudy(dbOf(context), studyId);
  return {
    manifest: manifestOf(context, study),
    estimate: estimateReport(context, studyId),
    history: estimateHistory(context, studyId),
    goal: studyAdvice(context, studyId),
    subgroups: reportedSubgroups(context, studyId),
    otherCriteria: otherCriteria(context, studyId),
    otherClaims: otherClaims(context, studyId),
    rules: ruleEstimates(context, studyId),
    agreement: reportedAgreement(context, study),
    record: reportRecord(context, study),
  };
}
