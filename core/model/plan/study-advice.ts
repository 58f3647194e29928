import { getStudy } from '../../../db/studies.ts';
import { readStudyGoal } from '../../../db/study-goals.ts';
import type { GoalForecast, StudyGoal } from '../../../shared/contract/index.ts';
import { FEWEST_BEFORE_STOP, priorPairedDeviation, priorStandardDeviation } from '../../../stats/index.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { factsOf, type LiveFacts, type StudyFacts } from '../estimate/estimate-report.ts';
import { liveEstimateOf } from '../estimate/live-estimates.ts';
import { designs } from '../study/design.ts';
import { estimateScale } from '../study/estimand-scale.ts';
import { goalForecast } from './goal-forecast.ts';

/** What a study's goal is expected to take from here. */
export function studyAdvice(context: CoreContext, studyId: number): GoalForecast {
  const db = dbOf(context);
  const study = getStudy(db, studyId);
  return adviceOf(factsOf(study), liveEstimateOf(context, studyId), {
    goal: readStudyGoal(db, studyId),
    isRating: study.form.kind === 'rating',
  });
}

/** The same from the labels alone. */
export function adviceOf(
  study: StudyFacts,
  live: LiveFacts,
  { goal, isRating }: { goal: StudyGoal; isRating: boolean },
): GoalForecast {
  const hasInterval = designs[study.preset].id === 'without-replacement';
  const { state } = live;
  const labeledCount = live.labeledItems;
  const learned = labeledCount >= FEWEST_BEFORE_STOP ? state.residualStandardDeviation : undefined;
  return goalForecast({
    goal,
    scale: estimateScale(study),
    populationSize: study.populationSize,
    size: live.drawCount,
    hasInterval,
    standardDeviation: (hasInterval ? learned : undefined) ?? guessedDeviation(study, isRating),
    spread: hasInterval && learned !== undefined ? 'learned' : 'guessed',
    state: hasInterval
      ? { ...state, labeledCount, drawnCount: state.drawnCount }
      : { labeledCount, lower: 0, upper: 1 },
  });
}

/** The residual spread that was planned with before the first label. */
function guessedDeviation({ against, poolMean, hasSurrogate }: StudyFacts, isRating: boolean): number {
  const kind = isRating ? 'rating' : 'binary-like';
  const correlation = hasSurrogate ? 0.5 : 0;
  return against
    ? priorPairedDeviation({ kind, correlation })
    : priorStandardDeviation({ mean: poolMean, kind, correlation });
}
