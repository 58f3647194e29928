import { requireInteger, requirePositive, requireUnit } from './check.ts';
import type { BettingPlan } from './planned-width.ts';
import { labelsNeeded } from './planner.ts';
import { thresholdPlan } from './threshold-plan.ts';

/** Fewest labels before a study may stop by its own result. */
export const FEWEST_BEFORE_STOP = 10;

/** Why a study should stop, or go on. */
type StopReason =
  | 'all-labeled'
  | 'target-reached'
  | 'threshold-decided'
  /** Both of them. */
  | 'goal-reached'
  | 'budget-spent'
  | 'continue';

/** Advice after a label. */
interface StopAdvice {
  stop: boolean;
  reason: StopReason;
  /** Labels expected until the goal is met, or the budget spent; absent when unknown. */
  remainingLabels?: number;
}

/** The part of a sequence's state that stopping looks at. */
export interface StopState {
  labeledCount: number;
  /** The estimate; without it nothing is expected of a threshold. */
  value?: number;
  lower: number;
  upper: number;
  residualStandardDeviation: number | undefined;
  /** Positions of the draw order used, when some were skipped. */
  drawnCount?: number;
}

/**
 * Whether to stop: when the pool or the budget is used up, or, from 10 labels on, when the half-width has reached
 * the target and the interval has left the threshold on one side, or lies within the margin around it; one of the two is
 * enough where the parts say any, or where only one is asked for. The sequence covers at all looks, so stopping by its own
 * result costs no coverage. A study that declared one look is never to stop before it: until then it has no interval.
 *
 * @param facts.plan by which the labels to come are foretold
 * @param facts.plainDeviation as in `PlanningFacts`
 * @param facts.targetHalfWidth above 0, in units of [0, 1]
 * @param facts.threshold value in [0, 1] that decides a release
 * @param facts.margin around the threshold, in units of [0, 1]: within it there is nothing to decide
 * @param facts.parts whether both must hold
 * @param facts.budget most labels, an integer of at least 1
 * @throws RangeError when an argument is out of range
 */
export function stopAdvice(facts: {
  state: StopState;
  populationSize: number;
  plan: BettingPlan;
  plainDeviation?: number | undefined;
  targetHalfWidth?: number | undefined;
  threshold?: number | undefined;
  margin?: number | undefined;
  parts?: 'all' | 'any' | undefined;
  budget?: number | undefined;
}): StopAdvice {
  const { state, populationSize, targetHalfWidth, threshold, budget } = facts;
  requireInteger(populationSize, 1, Number.MAX_SAFE_INTEGER, 'The population size');
  requireInteger(state.drawnCount ?? state.labeledCount, 0, populationSize, 'The number of labels');
  if (targetHalfWidth !== undefined) requirePositive(targetHalfWidth, 'The target half-width');
  if (threshold !== undefined) requireUnit(threshold, 'The threshold');
  if (budget !== undefined) requireInteger(budget, 1, Number.MAX_SAFE_INTEGER, 'The budget');

  const toLook = labelsToOnlyLook(facts);
  const reason = toLook > 0 ? 'continue' : stopReason(facts);
  if (reason !== 'continue') return { stop: true, reason, remainingLabels: 0 };
  const remaining = remainingLabels(facts) ?? 0;
  if (remaining === 0 && toLook === 0) return { stop: false, reason };
  return { stop: false, reason, remainingLabels: Math.max(toLook, remaining) };
}

/** Draws up to the one look of a study that declared one; 0 from there on, and in studies that look as they like. */
export function labelsToOnlyLook({
  plan,
  populationSize,
  state,
}: Pick<StopFacts, 'plan' | 'populationSize'> & {
  state: Pick<StopState, 'labeledCount' | 'drawnCount'>;
}): number {
  if (!plan.once || plan.labels === null) return 0;
  return Math.max(0, Math.min(plan.labels, populationSize) - (state.drawnCount ?? state.labeledCount));
}

type StopFacts = Parameters<typeof stopAdvice>[0];

function stopReason(facts: StopFacts): StopReason {
  const { state, populationSize, targetHalfWidth, threshold, parts, budget } = facts;
  const n = state.labeledCount;
  if ((state.drawnCount ?? n) >= populationSize) return 'all-labeled';
  if (n >= FEWEST_BEFORE_STOP) {
    const { isReached, isDecided } = partsOf(facts);
    if (isReached && isDecided && parts === 'all') return 'goal-reached';
    const isEnough = parts !== 'all' || targetHalfWidth === undefined || threshold === undefined;
    if (isReached && isEnough) return 'target-reached';
    if (isDecided && isEnough) return 'threshold-decided';
  }
  return budget !== undefined && n >= budget ? 'budget-spent' : 'continue';
}

/** Which parts of a goal an interval meets; false for a part that is not asked for. */
function partsOf({ state: { lower, upper }, targetHalfWidth, threshold, margin = 0 }: StopFacts) {
  const isWithin = (value: number) => margin > 0 && lower >= value - margin && upper <= value + margin;
  return {
    isReached: targetHalfWidth !== undefined && (upper - lower) / 2 <= targetHalfWidth,
    isDecided: threshold !== undefined && (threshold < lower || threshold > upper || isWithin(threshold)),
  };
}

/**
 * What the budget leaves or, known from 10 labels on, what target and threshold still take if that is less: the longer of the two
 * where both must hold.
 */
function remainingLabels(facts: StopFacts): number | undefined {
  const {
    state,
    populationSize,
    plan,
    plainDeviation,
    targetHalfWidth,
    threshold,
    margin = 0,
    parts,
    budget,
  } = facts;
  const n = state.labeledCount;
  const { isReached, isDecided } = partsOf(facts);
  const standardDeviation = state.residualStandardDeviation;
  const planned: number[] = [];
  if (standardDeviation !== undefined && n >= FEWEST_BEFORE_STOP) {
    const reached = { labels: n, halfWidth: (state.upper - state.lower) / 2 };
    const planning = { populationSize, standardDeviation, plainDeviation, plan, reached };
    if (targetHalfWidth !== undefined && !isReached) {
      planned.push(labelsNeeded({ ...planning, halfWidth: targetHalfWidth }).labels);
    }
    if (threshold !== undefined && state.value !== undefined && !isDecided) {
      const { labels } = thresholdPlan({
        ...planning,
        estimate: state.value,
        threshold,
        labels: n,
        interval: state,
      });
      const within = margin - Math.abs(state.value - threshold);
      const toMargin = within > 0 ? labelsNeeded({ ...planning, halfWidth: within }).labels : labels;
      planned.push(Math.min(labels, toMargin));
    }
  }
  // The plan is an expectation: a goal that it deems met and the interval does not still needs a label.
  const ahead = planned.map((labels) => Math.max(1, labels - n));
  const candidates = ahead.length === 0 ? [] : [parts === 'all' ? Math.max(...ahead) : Math.min(...ahead)];
  if (budget !== undefined) candidates.push(budget - n);
  return candidates.length === 0 ? undefined : Math.min(...candidates);
}
