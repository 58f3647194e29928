import { requireInteger, requireOpenUnit } from '../check.ts';
import { compensatedSum } from '../numeric.ts';
import { type AnnotatorVariance, annotatorVariance, type Rating } from './annotator-variance.ts';
import { type ApproximateEstimate, boundedMean, widened } from './bounded-mean.ts';
import { calibratedResiduals, type WeightedLabel } from './calibrated-residuals.ts';
import { clusterRobustVariance } from './cluster-robust.ts';
import { effectiveShares, freedomOfShares, haveScatter } from './effective-number.ts';
import { studentT } from './student-t.ts';

/**
 * Least overlap from which anything is said of other annotators. Items on which annotators agree do not count: where there are
 * few others, the means of annotators differ by one or two labels, and nothing is seen of how far they are apart.
 */
export const FEWEST_ANNOTATORS = 3;
export const FEWEST_DISPUTED_ITEMS = 10;

/** Whether the overlap suffices for `annotatorPopulation`. */
export function hasOverlap(found: AnnotatorVariance | undefined): found is AnnotatorVariance {
  return (
    found !== undefined &&
    found.annotators >= FEWEST_ANNOTATORS &&
    found.disputedItems >= FEWEST_DISPUTED_ITEMS
  );
}

/**
 * The mean over the pool as annotators like these would give it, not only these: the calibrated estimate with the interval of
 * `boundedMean` over items (HC2 of the weighted residuals, 1 - n/N of it left), widened by the error that annotators bring,
 *   variance between annotators * sum_a w_a^2,
 * w_a the share of the design weight that annotator a labeled, at Student's t, see `freedomOfAnnotators`. The variance is
 * that seen between them (`seen` of `annotatorVariance`), with the part that chance has in it: where one takes that off,
 * three annotators who agree by chance would pass for alike. Near an end of the scale annotators differ more towards the middle
 * than towards the end, so that each arm is the larger of the error's on the scale and on the log-odds, see `annotatorArms`. Other
 * annotators are less known than these, so that the interval is never inside that of the study. Holds approximately, for a number of labels fixed beforehand.
 *
 * @param facts.labels the labeled items, at least 2; their clusters are not looked at
 * @param facts.ratings who said what of them, at least one rating for each
 * @param facts.populationSize N, an integer of at least the number of labels
 * @param facts.own the interval of the study itself, in [0, 1]
 * @returns undefined when the ratings do not overlap enough, see `hasOverlap`, or one label has nearly all of the weight
 * @throws RangeError when an argument is out of range
 */
export function annotatorPopulation(facts: {
  labels: readonly (WeightedLabel & { item: number | string })[];
  ratings: readonly Rating[];
  slope: number;
  surrogateMean: number;
  populationSize: number;
  own: { lower: number; upper: number };
  alpha: number;
}): ApproximateEstimate | undefined {
  const { labels, ratings, slope, surrogateMean, populationSize, own, alpha } = facts;
  requireOpenUnit(alpha, 'Alpha');
  requireInteger(labels.length, 1, populationSize, 'The number of labels');
  const overlap = annotatorVariance(ratings);
  if (!hasOverlap(overlap)) return undefined;
  const items = labels.map((label, i) => ({ ...label, cluster: i }));
  const { value, residuals, effectiveLabels } = calibratedResiduals(items, slope, surrogateMean);
  const total = compensatedSum(labels.map(({ weight }) => weight));
  const shares = labels.map(({ weight }) => weight / total);
  const effective = Math.min(effectiveShares(shares), effectiveLabels);
  if (!haveScatter(effective)) return undefined;
  const ofItems = boundedMean({
    value,
    variance: clusterRobustVariance(residuals).variance,
    effective,
    degreesOfFreedom: freedomOfShares(shares),
    left: 1 - labels.length / populationSize,
    alpha,
  });
  const error = Math.sqrt(overlap.seen * concentration(labels, ratings));
  const center = (effective * value + 1) / (effective + 2);
  const wide = widened(
    ofItems,
    error,
    annotatorArms(center, error * studentT(alpha, freedomOfAnnotators(overlap.annotators))),
  );
  return { ...wide, lower: Math.min(wide.lower, own.lower), upper: Math.max(wide.upper, own.upper) };
}

/**
 * Degrees of freedom of the variance seen between k annotators, 2/(relative variance of it) = 2/(2/(k - 1) + kurtosis/k), about, with
 * an excess kurtosis of 2: a few are much stricter than the rest. Normal ones would have k - 1, with which three to six annotators miss
 * up to twice as often as they may.
 */
const freedomOfAnnotators = (annotators: number): number => (annotators - 1) / 2;

/**
 * How far the error of annotators reaches down and up from a mean c in (0, 1): r on the scale, or r/(c (1 - c)) on the log-odds of c
 * (the delta method) and back, whichever is farther.
 */
function annotatorArms(center: number, reach: number): { down: number; up: number } {
  const odds = Math.log(center / (1 - center));
  const apart = reach / (center * (1 - center));
  const at = (logOdds: number) => 1 / (1 + Math.exp(-logOdds));
  return { down: Math.max(reach, center - at(odds - apart)), up: Math.max(reach, at(odds + apart) - center) };
}

/** sum w_a^2: 1 when one annotator labeled everything, 1/k when k share equally. */
function concentration(
  labels: readonly { item: number | string; weight: number }[],
  ratings: readonly Rating[],
): number {
  const byItem = Map.groupBy(ratings, ({ item }) => item);
  const total = compensatedSum(labels.map(({ weight }) => weight));
  const shares = new Map<number | string, number>();
  for (const { item, weight } of labels) {
    const who = byItem.get(item) ?? [];
    for (const { annotator } of who) {
      shares.set(annotator, (shares.get(annotator) ?? 0) + weight / total / who.length);
    }
  }
  return compensatedSum([...shares.values()].map((share) => share * share));
}
