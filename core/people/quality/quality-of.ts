import { listAnnotators } from '../../../db/annotators.ts';
import { labelersOf } from '../../../db/labels.ts';
import { countLabelsOfBatch } from '../../../db/practice.ts';
import {
  findQualityPlan,
  listAnswersInOrder,
  listCheckItems,
  listChecks,
  listExclusions,
} from '../../../db/quality.ts';
import { getStudy, type StudyRow } from '../../../db/studies.ts';
import { listMembers, workDurations } from '../../../db/study-members.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { AnnotatorQuality, Quality } from '../../../shared/contract/index.ts';
import { QualityPlanSchema } from '../../../shared/contract/quality.ts';
import { estimateWith, methodById } from '../../../stats/index.ts';
import { factsOf, onScale } from '../../model/estimate/estimate-report.ts';
import { LiveEstimate } from '../../model/estimate/live-estimate.ts';
import { liveEstimateOf } from '../../model/estimate/live-estimates.ts';
import { designs } from '../../model/study/design.ts';
import { estimateScale } from '../../model/study/estimand-scale.ts';
import { type AskedStudy, labelKeyFor } from '../../model/study/label-key.ts';
import { itemWords } from '../../model/words/words.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { describeAnnotator } from '../team/annotators.ts';
import { checkResults, hiddenRound } from './check-results.ts';
import { qualificationOf } from './stage.ts';

/** What is asked of annotators of a study, how each does, and what leaving some out changes. */
export function qualityOf(context: CoreContext, studyId: number): Quality {
  const db = dbOf(context);
  const study = getStudy(db, studyId);
  const plan = findQualityPlan(db, studyId)?.plan ?? QualityPlanSchema.parse({});
  const isExcluded = listExclusions(db, studyId).length > 0;
  const labelers = new Set([...labelersOf(db, studyId), ...listMembers(db, studyId)]);
  const said = Map.groupBy(
    listAnswersInOrder(db, studyId, labelKeyFor(study, 0)),
    ({ annotatorId }) => annotatorId,
  );
  const agreed = agreementOf(db, study, new Set([...said.values()].flat().map(({ itemId }) => itemId)));
  const annotators = listAnnotators(db)
    .filter(({ id, simulated }) => labelers.has(id) && !simulated)
    .map((row): AnnotatorQuality => {
      const { id, name, initials, color } = describeAnnotator(context, row);
      const answers = said.get(id) ?? [];
      return {
        annotator: { id, name, initials, color },
        items: answers.length,
        ...checkFigures(db, study, id),
        qualification: qualificationOf(db, study, { plan, annotatorId: id }),
        agreement: agreed(id),
        secondsPerItem: medianSeconds(db, study, id),
        longestRun: longestRun(answers.map(({ answer }) => answer)),
        excluded: exclusionOf(db, studyId, id),
      };
    });
  return {
    plan,
    isFixed: countLabelsOfBatch(db, studyId) > 0,
    gold: listCheckItems(db, studyId).length,
    hidden: listChecks(db, studyId).filter(({ round }) => round === hiddenRound).length,
    annotators,
    effect: isExcluded ? effectOf(context, study) : null,
  };
}

function checkFigures(db: ReadableDb, study: StudyRow, annotatorId: number) {
  const results = checkResults(db, study, { annotatorId, round: hiddenRound });
  return { checks: results.length, right: results.filter((one) => one.isRight).length };
}

function exclusionOf(db: ReadableDb, studyId: number, annotatorId: number): AnnotatorQuality['excluded'] {
  const found = listExclusions(db, studyId).find((one) => one.annotatorId === annotatorId);
  return found ? { at: found.excludedAt, reason: found.reason } : null;
}

function medianSeconds(
  db: ReadableDb,
  { id: studyId, criterionId }: StudyRow,
  annotatorId: number,
): number | null {
  const times = workDurations(db, { studyId, annotatorId, criterionId: criterionId ?? 0 });
  const median = times[Math.floor((times.length - 1) / 2)];
  return median === undefined ? null : median / 1000;
}

/** The longest run of one and the same answer. */
export function longestRun(answers: readonly string[]): number {
  let longest = 0;
  let run = 0;
  for (const [i, answer] of answers.entries()) {
    run = i > 0 && answers[i - 1] === answer ? run + 1 : 1;
    longest = Math.max(longest, run);
  }
  return longest;
}

/** On what share of the items that others answered, too, somebody said what an annotator says; null where there is none. */
function agreementOf(db: ReadableDb, study: StudyRow, itemIds: ReadonlySet<number>) {
  const asked: AskedStudy = { ...study, countsExcluded: true };
  const counts = new Map<number, { shared: number; same: number }>();
  for (const itemId of itemIds) {
    const words = itemWords(db, asked, itemId, { isScored: false });
    const sayings = words.map(({ annotatorId, word }) => {
      return { annotatorId, said: word.kind === 'skip' ? 'skip' : `value ${word.rating}` };
    });
    for (const { annotatorId, said } of sayings) {
      const others = sayings.filter((one) => one.annotatorId !== annotatorId);
      if (others.length === 0) continue;
      const count = counts.get(annotatorId) ?? { shared: 0, same: 0 };
      count.shared += 1;
      if (others.some((one) => one.said === said)) count.same += 1;
      counts.set(annotatorId, count);
    }
  }
  return (annotatorId: number): number | null => {
    const count = counts.get(annotatorId);
    return count ? count.same / count.shared : null;
  };
}

/** The estimate as it counts, and with everybody who was left out: by the method of the study's design. */
export function effectOf(context: CoreContext, study: StudyRow): NonNullable<Quality['effect']> {
  const everybody: AskedStudy = { ...study, countsExcluded: true };
  const method = methodById(designs[study.preset].defaultMethod)!;
  const estimateOf = (live: LiveEstimate) => {
    const { value, lower, upper } = onScale(
      estimateWith(method, live.evidence),
      estimateScale(factsOf(study)),
    );
    return { value, lower, upper, labeled: live.labeledItems };
  };
  return {
    counted: estimateOf(liveEstimateOf(context, study.id)),
    withAll: estimateOf(new LiveEstimate(dbOf(context), everybody)),
  };
}
