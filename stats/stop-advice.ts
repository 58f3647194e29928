import { requireInteger, requirePositive, requireUnit } from './check.ts';
import type { BettingPlan } from './planned-width.ts';
import { labelsNeeded } from './planner.ts';
import { thresholdPlan } from './threshold-plan.ts';

/** Fewest labels before a study may stop by its own result. */
export const FEWEST_BEFORE_STOP = 10;

/** Why a study should stop, or go on. */
export type StopReason = 'all-labeled' | 'target-reached' | 'threshold-decided' | 'budget-spent' | 'continue';

/** Advice after a label. */
export interface StopAdvice {
  stop: boolean;
  reason: StopReason;
  /** Labels expected until the first part of the goal is met; absent when unknown. */
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
 * the target or the interval has left the threshold on one side. The sequence covers at all looks, so stopping
 * by its own result costs no coverage.
 *
 * @param facts.plan by which the labels to come are foretold
 * @param facts.targetHalfWidth above 0, in units of [0, 1]
 * @param facts.threshold value in [0, 1] that decides a release
 * @param facts.budget most labels, an integer of at least 1
 * @throws RangeError when an argument is out of range
 */
export function stopAdvice(facts: {
  state: StopState;
  populationSize: number;
  plan: BettingPlan;
  targetHalfWidth?: number | undefined;
  threshold?: number | undefined;
  budget?: number | undefined;
}): StopAdvice {
  const { state, populationSize, targetHalfWidth, threshold, budget } = facts;
  requireInteger(populationSize, 1, Number.MAX_SAFE_INTEGER, 'The population size');
  requireInteger(state.drawnCount ?? state.labeledCount, 0, populationSize, 'The number of labels');
  if (targetHalfWidth !== undefined) requirePositive(targetHalfWidth, 'The target half-width');
  if (threshold !== undefined) requireUnit(threshold, 'The threshold');
  if (budget !== undefined) requireInteger(budget, 1, Number.MAX_SAFE_INTEGER, 'The budget');

  const reason = stopReason(facts);
  if (reason !== 'continue') return { stop: true, reason, remainingLabels: 0 };
  const remaining = remainingLabels(facts);
  return { stop: false, reason, ...(remaining !== undefined && { remainingLabels: remaining }) };
}

type StopFacts = Parameters<typeof stopAdvice>[0];

function stopReason({ state, populationSize, targetHalfWidth, threshold, budget }: StopFacts): StopReason {
  const n = state.labeledCount;
  if ((state.drawnCount ?? n) >= populationSize) return 'all-labeled';
  if (n >= FEWEST_BEFORE_STOP) {
    if (targetHalfWidth !== undefined && (state.upper - state.lower) / 2 <= targetHalfWidth)
      return 'target-reached';
    if (threshold !== undefined && (threshold < state.lower || threshold > state.upper))
      return 'threshold-decided';
  }
  return budget !== undefined && n >= budget ? 'budget-spent' : 'continue';
}

/** The least of what the budget leaves and, known from 10 labels on, what target and threshold still take. */
function remainingLabels(facts: StopFacts): number | undefined {
  const { state, populationSize, plan, targetHalfWidth, threshold, budget } = facts;
  const n = state.labeledCount;
  const standardDeviation = state.residualStandardDeviation;
  const planned: number[] = [];
  if (standardDeviation !== undefined && n >= FEWEST_BEFORE_STOP) {
    const reached = { labels: n, halfWidth: (state.upper - state.lower) / 2 };
    const planning = { populationSize, standardDeviation, plan, reached };
    if (targetHalfWidth !== undefined) {
      planned.push(labelsNeeded({ ...planning, halfWidth: targetHalfWidth }).labels);
    }
    if (threshold !== undefined && state.value !== undefined) {
      planned.push(thresholdPlan({ ...planning, estimate: state.value, threshold, labels: n }).labels);
    }
  }
  // The plan is an expectation: a goal that it deems met and the interval does not still needs a label.
  const candidates = planned.map((labels) => Math.max(1, labels - n));
  if (budget !== undefined) candidates.push(budget - n);
  return candidates.length === 0 ? undefined : Math.min(...candidates);
}
