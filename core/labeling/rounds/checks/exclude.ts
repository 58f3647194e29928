import { writeAudit } from '../../../../db/audit.ts';
import { endLeases } from '../../../../db/dealing.ts';
import {
  findQualityPlan,
  isExclusionShown,
  listExclusions,
  putExclusion,
  putExclusionShown,
} from '../../../../db/quality.ts';
import { hiddenRound } from '../../../../db/rounds.ts';
import type { StudyRow } from '../../../../db/studies.ts';
import type { ReadableDb } from '../../../../db/types.ts';
import type { QualityPlan } from '../../../../shared/contract/index.ts';
import { handOnShares } from '../../../design/hand-on.ts';
import { forgetLabels } from '../../../estimate/kept-estimates.ts';
import { linkedStudies } from '../../../estimate/ranking.ts';
import { type CoreContext, dbOf } from '../../../platform/context.ts';
import { whenWritable } from '../../../platform/when-writable.ts';
import { checkResults } from '../../../studies/checks/check-results.ts';
import { lookAnew } from '../../assignment/assign-next.ts';
import { durationsOf } from '../../team/team-state.ts';
import { settlePractice } from '../practice/pass-practice.ts';

/** So many items say how long somebody takes. */
const fewestTimed = 10;

/**
 * Why an annotator's labels do not count by the rule of the plan; null where they do. The rule reads answers to hidden checks and
 * times alone, and nothing of what was said of the sample: who counts does not hang on how somebody judges it.
 */
function reasonToExclude(
  db: ReadableDb,
  study: StudyRow,
  annotatorId: number,
  rule: NonNullable<QualityPlan['exclusion']>,
): string | null {
  const results = checkResults(db, study, { annotatorId, round: hiddenRound });
  const right = results.filter((one) => one.isRight).length;
  if (results.length >= rule.fewestChecks && right < rule.leastRight * results.length - 1e-9) {
    return `${right} of ${results.length} checks right`;
  }
  if (rule.leastSeconds === null) return null;
  const times = durationsOf(db, linkedStudies(db, study.id), annotatorId);
  const median = times[Math.floor((times.length - 1) / 2)] ?? 0;
  if (times.length < fewestTimed || median >= 1000 * rule.leastSeconds) return null;
  return `${median / 1000} seconds for an item in the median, over ${times.length} items`;
}

/**
 * Excludes an annotator to whom the rule applies, from all pairs of a ranking. Their labels count no longer at once, and it
 * holds from then on, whatever they answer later. Their page goes on until `showExclusion`.
 */
export async function applyRule(context: CoreContext, study: StudyRow, annotatorId: number): Promise<void> {
  const db = dbOf(context);
  const rule = findQualityPlan(db, study.id)?.plan.exclusion;
  if (!rule || listExclusions(db, study.id).some((one) => one.annotatorId === annotatorId)) return;
  const find = () => reasonToExclude(db, study, annotatorId, rule);
  if (find() === null) return;
  const now = context.now();
  const studies = linkedStudies(db, study.id);
  const isOut = await whenWritable(() =>
    db
      .transaction(() => {
        const reason = find();
        if (reason === null) return false;
        if (!putExclusion(db, study.id, { annotatorId, reason, excludedAt: now })) return false;
        for (const { id } of studies) {
          putExclusion(db, id, { annotatorId, reason, excludedAt: now });
        }
        writeAudit(db, {
          at: now,
          action: 'team.exclude',
          studyId: study.id,
          details: { annotatorId, reason },
        });
        return true;
      })
      .immediate(),
  );
  if (!isOut) return;
  forgetLabels(context);
  lookAnew(db);
  for (const { id } of studies) {
    context.events.publish({ type: 'estimate.changed', studyId: id });
    await settlePractice(context, id);
  }
}

/** After so many answers the page of an excluded annotator ends, so that the moment does not show which item was a check. */
const answersBetween = 10;

/**
 * Ends the work of an annotator who was excluded, and gives what waits for them to others: when a group of answers is full, or
 * nothing is left. Neither follows from which items were checks.
 */
export async function showExclusion(
  context: CoreContext,
  study: StudyRow,
  { annotatorId, answers, isOver }: { annotatorId: number; answers: () => number; isOver: boolean },
): Promise<void> {
  const db = dbOf(context);
  if (!listExclusions(db, study.id).some((one) => one.annotatorId === annotatorId)) return;
  if (isExclusionShown(db, study.id, annotatorId)) return;
  if (!isOver && answers() % answersBetween !== 0) return;
  const now = context.now();
  const studies = linkedStudies(db, study.id);
  await whenWritable(() =>
    db
      .transaction(() => {
        for (const { id } of studies) {
          putExclusionShown(db, id, annotatorId);
          endLeases(db, id, annotatorId, now);
        }
        handOnShares(db, studies);
      })
      .immediate(),
  );
  for (const { id } of studies) context.events.publish({ type: 'study.changed', studyId: id });
}
