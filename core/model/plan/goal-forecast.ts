import type { GoalForecast, Scale, StudyGoal } from '../../../shared/contract/index.ts';
import {
  clip,
  FEWEST_BEFORE_STOP,
  halfWidthAt,
  intervalFromUnit,
  type LabelPlan,
  labelsNeeded,
  type StopState,
  stopAdvice,
  thresholdPlan,
  toUnit,
} from '../../../stats/index.ts';
import { assertGoal } from './study-goal.ts';

/** What a forecast rests on; the state in [0, 1], the goal on the scale. */
interface ForecastFacts {
  readonly goal: StudyGoal;
  /** Where a mean over the pool lies: 0 and 1 are its ends. */
  readonly scale: Scale;
  readonly populationSize: number;
  /** Labels that are planned for when there is no budget. */
  readonly size: number;
  readonly hasInterval: boolean;
  /** Residual spread in [0, 1], guessed or learned. */
  readonly standardDeviation: number;
  readonly spread: GoalForecast['spread'];
  readonly state: Omit<StopState, 'residualStandardDeviation'>;
}

/** Numbers of labels that people plan with. */
const usualBudgets = [10, 20, 30, 50, 100, 200, 500, 1000, 2000, 5000];
const budgetsShown = 4;

/** What a goal is expected to take, and whether to stop. */
export function goalForecast(facts: ForecastFacts): GoalForecast {
  const { goal, scale, populationSize, hasInterval, spread, state } = facts;
  const range = scale.max - scale.min;
  return {
    goal,
    scale,
    populationSize,
    hasInterval,
    labeled: state.labeledCount,
    spread,
    standardDeviation: facts.standardDeviation * range,
    atBudget: hasInterval
      ? budgetsAhead(facts).map((labels) => ({ labels, halfWidth: range * halfWidth(facts, labels) }))
      : [],
    target: hasInterval && goal.targetHalfWidth !== null ? targetForecast(facts, goal.targetHalfWidth) : null,
    threshold: hasInterval && goal.threshold !== null ? thresholdForecast(facts, goal.threshold) : null,
    advice: adviceOf(facts),
  };
}

interface GuessedFacts extends Pick<ForecastFacts, 'goal' | 'scale' | 'populationSize' | 'size'> {
  /** Guessed, on the scale. */
  readonly standardDeviation: number;
}

/** What a goal is expected to take before there is a study. @throws AppError when the scale cannot hold the goal */
export function forecastBefore(guess: GuessedFacts): GoalForecast {
  const { goal, scale, populationSize, standardDeviation, size } = guess;
  assertGoal(goal, scale);
  return goalForecast({
    goal,
    scale,
    populationSize,
    size: Math.min(size, populationSize),
    hasInterval: true,
    standardDeviation: standardDeviation / (scale.max - scale.min),
    spread: 'guessed',
    state: { labeledCount: 0, lower: 0, upper: 1 },
  });
}

const halfWidth = ({ populationSize, standardDeviation }: ForecastFacts, labels: number) =>
  halfWidthAt({ labels, populationSize, standardDeviation });

/** The next numbers of labels, with the batch and the budget among them. */
function budgetsAhead({ goal, populationSize, size, state }: ForecastFacts): number[] {
  const own = [goal.budget ?? size].filter((labels) => labels > state.labeledCount);
  const usual = usualBudgets.filter((labels) => labels > state.labeledCount).slice(0, budgetsShown);
  return [...new Set([...own, ...usual])].filter((labels) => labels <= populationSize).sort((a, b) => a - b);
}

/** A plan seen from the labels so far. What is not met yet still takes a label. */
function ahead({ labels, exact }: LabelPlan, labeled: number, isMet: boolean) {
  return {
    labels: isMet ? labeled : Math.max(labels, labeled + 1),
    more: isMet ? 0 : Math.max(1, labels - labeled),
    reachable: !exact,
  };
}

function targetForecast(facts: ForecastFacts, target: number): GoalForecast['target'] {
  const { scale, populationSize, standardDeviation, state } = facts;
  const wanted = target / (scale.max - scale.min);
  const isMet = state.labeledCount >= FEWEST_BEFORE_STOP && (state.upper - state.lower) / 2 <= wanted;
  return ahead(
    labelsNeeded({ halfWidth: wanted, populationSize, standardDeviation }),
    state.labeledCount,
    isMet,
  );
}

function thresholdForecast(facts: ForecastFacts, value: number): NonNullable<GoalForecast['threshold']> {
  const { goal, scale, populationSize, size, standardDeviation, spread, state } = facts;
  const { lower, upper } = intervalFromUnit(state, scale);
  const verdict = value < lower ? 'above' : value > upper ? 'below' : 'open';
  const n = state.labeledCount;
  const plan =
    spread === 'learned' && state.value !== undefined && n > 0
      ? thresholdPlan({
          estimate: state.value,
          threshold: unitOf(value, scale),
          labels: n,
          populationSize,
          standardDeviation,
        })
      : null;
  const most = Math.min(populationSize, goal.budget ?? size);
  const reach = (scale.max - scale.min) * halfWidth(facts, Math.max(1, most));
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
      from: Math.max(scale.min, value - reach),
      to: Math.min(scale.max, value + reach),
    },
  };
}

/** A threshold beyond what the mean can reach counts as its end. */
const unitOf = (value: number, scale: Scale): number =>
  clip(toUnit(clip(value, scale.min, scale.max), scale), 0, 1);

function adviceOf({ goal, scale, populationSize, hasInterval, standardDeviation, state }: ForecastFacts) {
  if (populationSize === 0) return { stop: true, reason: 'all-labeled', remainingLabels: 0 } as const;
  const { stop, reason, remainingLabels } = stopAdvice({
    state: { ...state, residualStandardDeviation: standardDeviation },
    populationSize,
    budget: goal.budget ?? undefined,
    ...(hasInterval && {
      targetHalfWidth:
        goal.targetHalfWidth === null ? undefined : goal.targetHalfWidth / (scale.max - scale.min),
      threshold: goal.threshold === null ? undefined : unitOf(goal.threshold, scale),
    }),
  });
  return { stop, reason, remainingLabels: remainingLabels ?? null };
}
