import { getStudy } from '../../../db/studies.ts';
import { readStudyGoal } from '../../../db/study-goals.ts';
import { listPlans } from '../../../db/study-plans.ts';
import type { GoalForecast, StudyAdvice, StudyGoal } from '../../../shared/contract/index.ts';
import {
  type Evidence,
  FEWEST_BEFORE_STOP,
  populationVariance,
  priorPairedDeviation,
  priorStandardDeviation,
} from '../../../stats/index.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { designs } from '../../studies/design.ts';
import { asksShare, estimateScale } from '../../studies/estimand-scale.ts';
import { bettingPlanOf, factsOf, type LiveFacts, type StudyFacts } from '../estimate-report.ts';
import type { LiveEstimate } from '../live-estimate.ts';
import { liveEstimateOf } from '../live-estimates.ts';
import { type ForecastFacts, goalForecast, widthsAhead } from './goal-forecast.ts';

/** What a study's goal is expected to take from here, and what usual half-widths do. */
export function studyAdvice(context: CoreContext, studyId: number): StudyAdvice {
  const facts = forecastFactsOf(context, studyId);
  const study = getStudy(dbOf(context), studyId);
  const kind = {
    ...(asksShare(study) && { isShare: true as const }),
    ...(study.against !== null && { isDifference: true as const }),
  };
  const live = liveEstimateOf(context, studyId);
  const forWidth = widthsAhead(facts).map((width) => stillOpen(width, live));
  return { ...openForecast(goalForecast(facts), live), ...kind, forWidth };
}

/** What a study's goal is expected to take from here, without the items that are labeled out of order. */
export const labelingForecast = (context: CoreContext, studyId: number): GoalForecast =>
  openForecast(studyForecast(context, studyId), liveEstimateOf(context, studyId));

/** A forecast whose labels ahead are those that people are still asked for. */
function openForecast(forecast: GoalForecast, live: LiveEstimate): GoalForecast {
  const { goal, plan, labeled, target, threshold, advice } = forecast;
  const { remainingLabels } = advice;
  const left = (most: number | null, done: number, countsSkips: boolean) =>
    most === null ? null : live.openAmongNext(Math.max(0, most - done), { countsSkips });
  return {
    ...forecast,
    target: target && stillOpen(target, live),
    threshold: threshold && {
      ...threshold,
      expected: threshold.expected && stillOpen(threshold.expected, live),
    },
    advice: { ...advice, remainingLabels: left(remainingLabels, 0, false) },
    toGo: {
      look: left(plan.labels, labeled + live.skips.length, true),
      budget: left(goal.budget, labeled, false),
    },
  };
}

const stillOpen = <Ahead extends { more: number }>(ahead: Ahead, live: LiveEstimate): Ahead => ({
  ...ahead,
  more: live.openAmongNext(ahead.more, { countsSkips: false }),
});

/** What a study's goal is expected to take from here, by the labels that its estimate has. */
export const studyForecast = (context: CoreContext, studyId: number): GoalForecast =>
  goalForecast(forecastFactsOf(context, studyId));

function forecastFactsOf(context: CoreContext, studyId: number): ForecastFacts {
  const db = dbOf(context);
  const study = getStudy(db, studyId);
  const plan = listPlans(db, studyId, study.generation).at(-1)?.plan ?? null;
  return forecastFacts(factsOf(study, { plan }), liveEstimateOf(context, studyId), {
    goal: readStudyGoal(db, studyId),
    isRating: study.form.kind === 'rating',
  });
}

interface Asked {
  readonly goal: StudyGoal;
  readonly isRating: boolean;
}

/** The same from the labels alone. */
export const adviceOf = (study: StudyFacts, live: LiveFacts, asked: Asked): GoalForecast =>
  goalForecast(forecastFacts(study, live, asked));

function forecastFacts(study: StudyFacts, live: LiveFacts, asked: Asked): ForecastFacts {
  const { goal, isRating } = asked;
  const hasInterval = designs[study.preset].id === 'without-replacement';
  const { state } = live;
  const labeledCount = live.labeledItems;
  const learned = labeledCount >= FEWEST_BEFORE_STOP ? state.residualStandardDeviation : undefined;
  return {
    goal,
    leastDifference: study.leastDifference,
    scale: estimateScale(study),
    populationSize: study.populationSize,
    size: live.drawCount,
    isRating,
    hasInterval,
    standardDeviation: (hasInterval ? learned : undefined) ?? guessedDeviation(study, isRating),
    spread: hasInterval && learned !== undefined ? 'learned' : 'guessed',
    surrogateMean: study.against ? undefined : study.poolMean,
    plainDeviation: learned === undefined ? undefined : plainDeviationOf(live.evidence),
    plan: bettingPlanOf(study),
    state: hasInterval
      ? { ...state, labeledCount, drawnCount: state.drawnCount }
      : { labeledCount, lower: 0, upper: 1 },
    get points() {
      return live.points;
    },
  };
}

/** Spread of the human values of the labels; forecasts that know it beside the residual one err less. */
const plainDeviationOf = ({ draws }: Pick<Evidence, 'draws'>): number | undefined =>
  draws.length === 0 ? undefined : Math.sqrt(populationVariance(draws.map(({ y }) => y)));

/** The residual spread that was planned with before the first label. */
function guessedDeviation(study: StudyFacts, isRating: boolean): number {
  const { against, poolMean, poolVariance, hasSurrogate } = study;
  const kind = isRating ? 'rating' : 'binary-like';
  return against
    ? priorPairedDeviation({ kind, correlation: hasSurrogate ? 0.5 : 0 })
    : priorStandardDeviation({ mean: poolMean, kind, surrogateVariance: hasSurrogate ? poolVariance : 0 });
}
