import type { GoalForecast, Scale, StudyGoal } from '../../../shared/contract/index.ts';
import {
  type BettingPlan,
  clip,
  FEWEST_BEFORE_STOP,
  halfWidthAt,
  intervalFromUnit,
  type LabelPlan,
  labelsNeeded,
  labelsToAskFor,
  labelsToOnlyLook,
  likelyHalfWidth,
  likelyLabels,
  looksOf,
  nextLook,
  type PlanningFacts,
  planOf,
  type StopState,
  stopAdvice,
  thresholdPlan,
  toUnit,
} from '../../../stats/index.ts';
import { valueAtStop } from '../after-stopping.ts';
import type { LivePoint } from '../live-estimate.ts';
import { assertGoal } from './study-goal.ts';

/** What a forecast rests on; the state in [0, 1], the goal on the scale. */
export interface ForecastFacts {
  readonly goal: StudyGoal;
  /** Of a comparison: the smallest difference that matters, on the scale. */
  readonly leastDifference?: number | undefined;
  /** Where a mean over the pool lies: 0 and 1 are its ends. */
  readonly scale: Scale;
  readonly populationSize: number;
  /** Labels that are planned for when there is no budget. */
  readonly size: number;
  /** Whether people rate on a scale. */
  readonly isRating: boolean;
  readonly hasInterval: boolean;
  /** Residual spread in [0, 1], guessed or learned. */
  readonly standardDeviation: number;
  readonly spread: GoalForecast['spread'];
  /** Spread of the human values themselves in [0, 1], once it is learned. */
  readonly plainDeviation?: number | undefined;
  /** Mean of the surrogate over the pool, in [0, 1]; not of a comparison. */
  readonly surrogateMean?: number | undefined;
  readonly plan: BettingPlan;
  readonly state: Omit<StopState, 'residualStandardDeviation'>;
  /** After each draw counted; empty before there is a study. */
  readonly points: readonly Pick<LivePoint, 'drawn' | 'value' | 'lower' | 'upper'>[];
}

/** Numbers of labels that people plan with. */
const usualBudgets = [10, 20, 30, 50, 100, 200, 500, 1000, 2000, 5000];
const budgetsShown = 4;

/** Half-widths that people ask for, as shares of the scale. */
const usualWidths = [0.1, 0.05, 0.03];

/**
 * What a goal is expected to take, and whether to stop. Widths, numbers of labels and advice all rest on `planning`, so that
 * none contradicts another.
 */
export function goalForecast(facts: ForecastFacts): GoalForecast {
  const { goal, scale, populationSize, hasInterval, spread, plan, state } = facts;
  const range = scale.max - scale.min;
  return {
    goal,
    scale,
    populationSize,
    hasInterval,
    labeled: state.labeledCount,
    spread,
    standardDeviation: facts.standardDeviation * range,
    plan,
    atBudget: hasInterval ? budgetsAhead(facts).map((labels) => widthAt(facts, labels)) : [],
    nextLook: hasInterval ? lookAhead(facts) : null,
    target: hasInterval && goal.targetHalfWidth !== null ? targetForecast(facts, goal.targetHalfWidth) : null,
    threshold: hasInterval && goal.threshold !== null ? thresholdForecast(facts, goal.threshold) : null,
    advice: adviceOf(facts),
  };
}

interface GuessedFacts
  extends Pick<ForecastFacts, 'goal' | 'scale' | 'populationSize' | 'size' | 'isRating'> {
  /** Guessed, on the scale. */
  readonly standardDeviation: number;
  /** On the scale, where it is known. */
  readonly surrogateMean?: number | undefined;
  /** What the study would ask for; all that it draws unless said. */
  readonly plan?: BettingPlan | undefined;
}

/** What a goal is expected to take before there is a study. @throws AppError when the scale cannot hold the goal */
export function forecastBefore(guess: GuessedFacts): GoalForecast {
  const { goal, scale, populationSize, standardDeviation, surrogateMean, size, isRating } = guess;
  assertGoal(goal, scale);
  return goalForecast({
    goal: { ...goal, parts: goal.parts ?? 'all' },
    scale,
    populationSize,
    size: Math.min(size, populationSize),
    isRating,
    hasInterval: true,
    standardDeviation: standardDeviation / (scale.max - scale.min),
    surrogateMean: surrogateMean === undefined ? undefined : unitOf(surrogateMean, scale),
    spread: 'guessed',
    plan: guess.plan ?? planOf(size),
    state: { labeledCount: 0, lower: 0, upper: 1 },
    points: [],
  });
}

/** What usual half-widths take from here; nothing before the spread is learned. */
export function widthsAhead(facts: ForecastFacts): (LabelsAhead & { halfWidth: number })[] {
  if (!facts.hasInterval || facts.spread === 'guessed') return [];
  const range = facts.scale.max - facts.scale.min;
  return usualWidths.map((share) => ({ halfWidth: share * range, ...widthAhead(facts, share) }));
}

/** What all forecasts of a study rest on. */
function planning(facts: ForecastFacts): PlanningFacts {
  const { populationSize, standardDeviation, plainDeviation, surrogateMean, plan, spread, state } = facts;
  const reached = { labels: state.labeledCount, halfWidth: (state.upper - state.lower) / 2 };
  return {
    populationSize,
    standardDeviation,
    plainDeviation,
    surrogateMean,
    plan,
    ...(spread === 'learned' && { reached }),
  };
}

const halfWidth = (facts: ForecastFacts, labels: number) => halfWidthAt({ ...planning(facts), labels });

/** On the scale, with where it may come to lie while it is a guess. */
function widthAt(facts: ForecastFacts, labels: number): GoalForecast['atBudget'][number] {
  const { scale, spread, populationSize, isRating } = facts;
  const range = scale.max - scale.min;
  const unit = halfWidth(facts, labels);
  const likely = likelyHalfWidth({ halfWidth: unit, labels, populationSize, isRating });
  return {
    labels,
    halfWidth: range * unit,
    ...(spread === 'guessed' && { likely: { least: range * likely.least, most: range * likely.most } }),
  };
}

function lookAhead(facts: ForecastFacts): GoalForecast['nextLook'] {
  const { populationSize, plan, state } = facts;
  if (populationSize === 0) return null;
  const looks = looksOf(populationSize, plan);
  // A skipped item is a draw that the looks count.
  const labels = nextLook({ labeled: state.drawnCount ?? state.labeledCount, looks });
  if (labels === undefined || labels >= populationSize) return null;
  return widthAt(facts, labels);
}

/** The next numbers of labels, with the batch and the budget among them. */
function budgetsAhead({ goal, populationSize, size, state }: ForecastFacts): number[] {
  const own = [goal.budget ?? size].filter((labels) => labels > state.labeledCount);
  const usual = usualBudgets.filter((labels) => labels > state.labeledCount).slice(0, budgetsShown);
  return [...new Set([...own, ...usual])].filter((labels) => labels <= populationSize).sort((a, b) => a - b);
}

type LabelsAhead = ReturnType<typeof ahead>;

/** A plan seen from the labels so far. What is not met yet still takes a label. */
function ahead({ labels, exact }: LabelPlan, labeled: number, isMet: boolean) {
  return {
    labels: isMet ? labeled : Math.max(labels, labeled + 1),
    more: isMet ? 0 : Math.max(1, labels - labeled),
    reachable: !exact,
  };
}

/** What a half-width, as a share of the scale, takes from here. */
function widthAhead(facts: ForecastFacts, halfWidth: number): LabelsAhead {
  const { state } = facts;
  const mayStop = state.labeledCount >= FEWEST_BEFORE_STOP && labelsToOnlyLook(facts) === 0;
  const isMet = mayStop && (state.upper - state.lower) / 2 <= halfWidth;
  return ahead(labelsNeeded({ ...planning(facts), halfWidth }), state.labeledCount, isMet);
}

function targetForecast(facts: ForecastFacts, target: number): GoalForecast['target'] {
  const { scale, populationSize, standardDeviation, surrogateMean, plan, spread, state, isRating } = facts;
  const halfWidth = target / (scale.max - scale.min);
  const isOpen = plan.rule === 3 && state.labeledCount === 0;
  const needed = (width: number) => labelsNeeded({ ...planning(facts), halfWidth: width }).labels;
  const asked = (width: number) =>
    labelsToAskFor({ populationSize, standardDeviation, surrogateMean, halfWidth: width }).labels;
  const ahead = widthAhead(facts, halfWidth);
  const likely = likelyLabels(halfWidth, isRating, needed, spread === 'learned' ? state.labeledCount : 0);
  const next = state.labeledCount + 1;
  return {
    ...ahead,
    ifAskedFor: isOpen ? asked(halfWidth) : null,
    ...(ahead.more > 0 && {
      likely: { least: Math.max(next, likely.least), most: Math.max(next, likely.most) },
    }),
    ...(isOpen && { likelyIfAskedFor: likelyLabels(halfWidth, isRating, asked) }),
  };
}

function thresholdForecast(facts: ForecastFacts, value: number): NonNullable<GoalForecast['threshold']> {
  const { goal, scale, populationSize, size, spread, state } = facts;
  const { lower, upper } = intervalFromUnit(state, scale);
  const margin = marginOf(facts);
  const isWithin = margin > 0 && lower >= value - margin && upper <= value + margin;
  const verdict = isWithin ? 'within' : value < lower ? 'above' : value > upper ? 'below' : 'open';
  const n = state.labeledCount;
  const plan =
    spread === 'learned' && state.value !== undefined && n > 0
      ? thresholdPlan({
          ...planning(facts),
          estimate: state.value,
          threshold: unitOf(value, scale),
          labels: n,
          interval: state,
        })
      : null;
  const most = Math.min(populationSize, goal.budget ?? size);
  const { halfWidth: reach, likely } = widthAt(facts, Math.max(1, most));
  const within = (distance: number) => ({
    from: Math.max(scale.min, value - distance),
    to: Math.min(scale.max, value + distance),
  });
  const isDecided = verdict !== 'open';
  return {
    value,
    verdict,
    expected: plan && ahead(plan, n, isDecided),
    fewest: plan && Math.max(n, plan.fewest),
    most: plan && Math.max(n, plan.most),
    tooClose: plan !== null && !isDecided && plan.labels > (goal.budget ?? populationSize / 2),
    undecided: {
      labels: most,
      ...within(reach),
      ...(likely && { likely: { least: within(likely.most).from, most: within(likely.most).to } }),
    },
    afterStopping:
      verdict === 'above' || verdict === 'below' ? valueAtStop(facts, unitOf(value, scale)) : null,
  };
}

/** What of the goal of two systems counts as no difference: only where 0 is what decides. */
const marginOf = ({ goal, leastDifference = 0 }: ForecastFacts): number =>
  goal.threshold === 0 ? leastDifference : 0;

/** A threshold beyond what the mean can reach counts as its end. */
const unitOf = (value: number, scale: Scale): number =>
  clip(toUnit(clip(value, scale.min, scale.max), scale), 0, 1);

function adviceOf(facts: ForecastFacts): GoalForecast['advice'] {
  const { goal, scale, populationSize, hasInterval, plan, standardDeviation, plainDeviation, state } = facts;
  if (populationSize === 0) return { stop: true, reason: 'all-labeled', remainingLabels: 0 } as const;
  const { stop, reason, remainingLabels } = stopAdvice({
    state: { ...state, residualStandardDeviation: standardDeviation },
    populationSize,
    plan,
    plainDeviation,
    budget: goal.budget ?? undefined,
    parts: goal.parts ?? 'any',
    margin: marginOf(facts) / (scale.max - scale.min),
    ...(hasInterval && {
      targetHalfWidth:
        goal.targetHalfWidth === null ? undefined : goal.targetHalfWidth / (scale.max - scale.min),
      threshold: goal.threshold === null ? undefined : unitOf(goal.threshold, scale),
    }),
  });
  return { stop, reason, remainingLabels: remainingLabels ?? null };
}
