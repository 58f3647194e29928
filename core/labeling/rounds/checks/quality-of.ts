import { listAnnotators } from '../../../../db/annotators.ts';
import { listDraws } from '../../../../db/draws.ts';
import { labelersOf } from '../../../../db/labels.ts';
import { countLabelsOfBatch } from '../../../../db/practice.ts';
import {
  findQualityPlan,
  listAnswersInOrder,
  listCheckItems,
  listChecks,
  listExclusions,
} from '../../../../db/quality.ts';
import { hiddenRound } from '../../../../db/rounds.ts';
import type { StudyRow } from '../../../../db/studies.ts';
import { listMembers } from '../../../../db/study-members.ts';
import type { ReadableDb } from '../../../../db/types.ts';
import type { AnnotatorQuality, Quality } from '../../../../shared/contract/index.ts';
import { QualityPlanSchema } from '../../../../shared/contract/quality.ts';
import { estimateWith, methodById } from '../../../../stats/index.ts';
import { factsOf, onScale } from '../../../estimate/estimate-report.ts';
import { LiveEstimate } from '../../../estimate/live-estimate.ts';
import { liveEstimateOf } from '../../../estimate/live-estimates.ts';
import { linkedStudies, newestOfPairs } from '../../../estimate/ranking.ts';
import { type CoreContext, dbOf } from '../../../platform/context.ts';
import { versionOf } from '../../../platform/record-version.ts';
import { checkResults } from '../../../studies/checks/check-results.ts';
import { qualificationStanding } from '../../../studies/checks/qualification.ts';
import { designs } from '../../../studies/design.ts';
import { estimateScale } from '../../../studies/estimand-scale.ts';
import { type AskedStudy, labelKeyFor } from '../../../studies/label-key.ts';
import { itemRatings } from '../../../studies/ratings/ratings.ts';
import { describeAnnotator } from '../../team/annotators.ts';
import { secondsPerItem } from '../../team/team-state.ts';

/** What is asked of annotators of a study, or of the ranking that it is a pair of, how each does, and what leaving some out changes. */
export function qualityOf(context: CoreContext, asked: number): Quality {
  const db = dbOf(context);
  const studies = linkedStudies(db, asked);
  const [study] = studies;
  const { id: studyId } = study;
  const plan = findQualityPlan(db, studyId)?.plan ?? QualityPlanSchema.parse({});
  const isExcluded = listExclusions(db, studyId).length > 0;
  const labelers = new Set(studies.flatMap(({ id }) => [...labelersOf(db, id), ...listMembers(db, id)]));
  const said = answersIn(db, studies);
  const agreed = agreementOf(db, studies);
  const annotators = listAnnotators(db)
    .filter(({ id, simulated }) => labelers.has(id) && !simulated)
    .map((row): AnnotatorQuality => {
      const { id, name, initials, color } = describeAnnotator(context, row);
      const answers = wholeAnswers(said.get(id) ?? []);
      return {
        annotator: { id, name, initials, color },
        items: answers.length,
        ...checkFigures(db, study, id),
        qualification: qualificationStanding(db, study, { plan, annotatorId: id }),
        agreement: agreed(id),
        secondsPerItem: secondsPerItem(db, studies, id),
        longestRun: longestRun(answers),
        excluded: exclusionOf(db, studyId, id),
      };
    });
  return {
    plan,
    isFixed: studies.some(({ id }) => countLabelsOfBatch(db, id) > 0),
    gold: listCheckItems(db, studyId).length,
    hidden: listChecks(db, studyId).filter(({ round }) => round === hiddenRound).length,
    annotators,
    effect: isExcluded && study.rankingId === null ? effectOf(context, study) : null,
    pairEffects:
      isExcluded && study.rankingId !== null
        ? newestOfPairs(studies).map((pair) => ({ studyId: pair.id, ...effectOf(context, pair) }))
        : [],
    version: versionOf(qualityState(db, studyId)),
  };
}

/** What of the quality settings a page changes; items with a known answer by their number and a hash, for their answers stay here. */
export function qualityState(db: ReadableDb, studyId: number) {
  const checks = listCheckItems(db, studyId);
  const [content] = versionOf({ checks }).split(' ');
  return {
    ...(findQualityPlan(db, studyId)?.plan ?? QualityPlanSchema.parse({})),
    gold: { items: checks.length, content },
  };
}

/** Answers to studies, of each annotator in the order in which they were given. */
const answersIn = (db: ReadableDb, studies: readonly StudyRow[]) =>
  Map.groupBy(
    studies
      .flatMap((study) => listAnswersInOrder(db, study.id, labelKeyFor(study, 0)))
      .sort((a, b) => a.id - b.id),
    ({ annotatorId }) => annotatorId,
  );

/** What was said of each item, in the order of answering; a comparison, or a page, is one answer to all its replies. */
const wholeAnswers = (rows: ReturnType<typeof listAnswersInOrder>): string[] =>
  [...Map.groupBy(rows, ({ id, submission }) => submission ?? id).values()].map((own) =>
    own.map(({ answer }) => answer).join(' '),
  );

/**
 * Who does not count in a study, with the items that they answered in it or in its ranking, and what the estimate would be with them;
 * null while nobody is excluded.
 */
export function exclusionIn(context: CoreContext, study: StudyRow) {
  const db = dbOf(context);
  const studies = linkedStudies(db, study.id);
  const out = listExclusions(db, studies[0].id);
  if (out.length === 0) return null;
  const said = answersIn(db, studies);
  const items = out.reduce(
    (sum, { annotatorId }) => sum + wholeAnswers(said.get(annotatorId) ?? []).length,
    0,
  );
  return { people: out.length, items, withAll: effectOf(context, study).withAll };
}

function checkFigures(db: ReadableDb, study: StudyRow, annotatorId: number) {
  const results = checkResults(db, study, { annotatorId, round: hiddenRound });
  return { checks: results.length, right: results.filter((one) => one.isRight).length };
}

function exclusionOf(db: ReadableDb, studyId: number, annotatorId: number): AnnotatorQuality['excluded'] {
  const found = listExclusions(db, studyId).find((one) => one.annotatorId === annotatorId);
  return found ? { at: found.excludedAt, reason: found.reason } : null;
}

/** The longest run of one and the same answer. */
function longestRun(answers: readonly string[]): number {
  let longest = 0;
  let run = 0;
  for (const [i, answer] of answers.entries()) {
    run = i > 0 && answers[i - 1] === answer ? run + 1 : 1;
    longest = Math.max(longest, run);
  }
  return longest;
}

/** On what share of the items that others answered, too, somebody said what an annotator says; null where there is none. */
function agreementOf(db: ReadableDb, studies: readonly StudyRow[]) {
  const counts = new Map<number, { shared: number; same: number }>();
  for (const study of studies) countAgreement(db, study, counts);
  return (annotatorId: number): number | null => {
    const count = counts.get(annotatorId);
    return count ? count.same / count.shared : null;
  };
}

function countAgreement(
  db: ReadableDb,
  study: StudyRow,
  counts: Map<number, { shared: number; same: number }>,
): void {
  const asked: AskedStudy = { ...study, countsExcluded: true };
  for (const itemId of labeledItems(db, study)) {
    const words = itemRatings(db, asked, itemId, { isScored: false });
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
}

/** Items of a study that somebody answered; of pages those that the pair drew, whichever pair they are stored under. */
function labeledItems(db: ReadableDb, study: StudyRow): Iterable<number> {
  if (study.pageInstrument !== null)
    return new Set(listDraws(db, study.id, study.generation).map(({ itemId }) => itemId));
  return new Set(listAnswersInOrder(db, study.id, labelKeyFor(study, 0)).map(({ itemId }) => itemId));
}

/** The estimate as it counts, and with everybody who was left out: by the method of the study's design. */
function effectOf(context: CoreContext, study: StudyRow): NonNullable<Quality['effect']> {
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
