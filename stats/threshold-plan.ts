import { requireInteger, requireUnit } from './check.ts';
import { type LabelPlan, labelsNeeded, type PlanningFacts } from './planner.ts';

/** Labels in all until an interval is expected to leave a threshold. */
interface ThresholdPlan extends LabelPlan {
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
 * A running interval need not lie evenly around its estimate. Where the end on the threshold's side is farther from the
 * estimate than half of its width, by r times, it is expected to stay so: h(T) <= distance/r. Else a study whose estimate is
 * farther from the threshold than its half-width, and which is open all the same, would be told at every label that the next
 * one will do.
 *
 * @param facts.interval the running interval, in [0, 1]; taken as even around the estimate where it is left out
 * @param facts.estimate in [0, 1]
 * @param facts.threshold in [0, 1]
 * @param facts.labels n, labels behind the estimate, an integer from 1 to N
 * @throws RangeError when an argument is out of range
 */
export function thresholdPlan(
  facts: PlanningFacts & {
    estimate: number;
    threshold: number;
    labels: number;
    interval?: { lower: number; upper: number } | undefined;
  },
): ThresholdPlan {
  const { estimate, threshold, labels: n, populationSize, standardDeviation } = facts;
  requireUnit(estimate, 'The estimate');
  requireUnit(threshold, 'The threshold');
  requireInteger(n, 1, populationSize, 'The number of labels');
  const distance = Math.abs(estimate - threshold);
  const standardError = standardDeviation * Math.sqrt((1 - n / populationSize) / n);
  const unevenness = unevennessOf(facts);
  const plan = (gap: number): LabelPlan =>
    gap > 0
      ? labelsNeeded({ ...facts, halfWidth: gap / unevenness })
      : { labels: populationSize, exact: true };
  return {
    ...plan(distance),
    fewest: plan(distance + standardError).labels,
    most: plan(distance - standardError).labels,
  };
}

/** How much farther the end on the threshold's side is from the estimate than half of the width; at least 1. */
function unevennessOf({ estimate, threshold, interval }: Parameters<typeof thresholdPlan>[0]): number {
  if (!interval || interval.upper <= interval.lower) return 1;
  const end = threshold < estimate ? interval.lower : interval.upper;
  return Math.max(1, (2 * Math.abs(estimate - end)) / (interval.upper - interval.lower));
}
