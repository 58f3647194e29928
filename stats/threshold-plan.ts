import { requireInteger, requireUnit } from './check.ts';
import { type LabelPlan, labelsNeeded, type PlanningFacts } from './planner.ts';

/** Labels in all until an interval is expected to leave a threshold. */
export interface ThresholdPlan extends LabelPlan {
  /** With the estimate one standard error farther from the threshold, and one nearer to it. */
  fewest: number;
  most: number;
}

/**
 * Labels until the interval is expected to leave a threshold if the estimate stays where it is: smallest T with
 * h(T) <= |estimate - threshold|, h as in `halfWidthAt`. The estimate will move: `fewest` and `most` are the same with
 * the distance larger and smaller by its standard error sd sqrt((1 - n/N)/n). At the threshold itself only labeling
 * every item decides.
 *
 * @param facts.estimate in [0, 1]
 * @param facts.threshold in [0, 1]
 * @param facts.labels n, labels behind the estimate, an integer from 1 to N
 * @throws RangeError when an argument is out of range
 */
export function thresholdPlan(
  facts: PlanningFacts & { estimate: number; threshold: number; labels: number },
): ThresholdPlan {
  const { estimate, threshold, labels: n, populationSize, standardDeviation } = facts;
  requireUnit(estimate, 'The estimate');
  requireUnit(threshold, 'The threshold');
  requireInteger(n, 1, populationSize, 'The number of labels');
  const distance = Math.abs(estimate - threshold);
  const standardError = standardDeviation * Math.sqrt((1 - n / populationSize) / n);
  const plan = (gap: number): LabelPlan =>
    gap > 0 ? labelsNeeded({ ...facts, halfWidth: gap }) : { labels: populationSize, exact: true };
  return {
    ...plan(distance),
    fewest: plan(distance + standardError).labels,
    most: plan(distance - standardError).labels,
  };
}
