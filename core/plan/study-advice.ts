import { getStudy, type StudyRow } from '../../db/studies.ts';
import { readStudyGoal } from '../../db/study-goals.ts';
import type { GoalForecast } from '../../shared/contract/index.ts';
import {
  FEWEST_BEFORE_STOP,
  type PoolSummary,
  priorPairedDeviation,
  priorStandardDeviation,
} from '../../stats/index.ts';
import { type CoreContext, dbOf } from '../context.ts';
import { liveEstimateOf } from '../estimate/live-estimates.ts';
import { designs } from '../study/design.ts';
import { estimateScale } from '../study/estimand-scale.ts';
import { goalForecast } from './goal-forecast.ts';

/** What a study's goal is expected to take from here. */
export function studyAdvice(context: CoreContext, studyId: number): GoalForecast {
  const db = dbOf(context);
  const study = getStudy(db, studyId);
  const live = liveEstimateOf(context, studyId);
  const hasInterval = designs[study.preset].id === 'without-replacement';
  const { state } = live;
  const labeledCount = live.labeledItems;
  const learned = labeledCount >= FEWEST_BEFORE_STOP ? state.residualStandardDeviation : undefined;
  return goalForecast({
    goal: readStudyGoal(db, studyId),
    scale: estimateScale(study),
    populationSize: study.populationSize,
    size: study.drawCount,
    hasInterval,
    standardDeviation: (hasInterval ? learned : undefined) ?? guessedDeviation(study),
    spread: hasInterval && learned !== undefined ? 'learned' : 'guessed',
    state: hasInterval
      ? { ...state, labeledCount, drawnCount: state.drawnCount }
      : { labeledCount, lower: 0, upper: 1 },
  });
}

/** The residual spread that was planned with before the first label. */
function guessedDeviation({ against, form, poolSummary, surrogate }: StudyRow): number {
  const kind = form.kind === 'rating' ? 'rating' : 'binary-like';
  const correlation = surrogate.kind === 'none' ? 0 : 0.5;
  return against
    ? priorPairedDeviation({ kind, correlation })
    : priorStandardDeviation({ mean: (poolSummary as PoolSummary).mean, kind, correlation });
}
