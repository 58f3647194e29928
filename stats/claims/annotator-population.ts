import { requireInteger, requireOpenUnit } from '../check.ts';
import { compensatedSum } from '../numeric.ts';
import { type AnnotatorVariance, annotatorVariance, type Rating } from './annotator-variance.ts';
import { calibratedResiduals, type WeightedLabel } from './calibrated-residuals.ts';
import { clusterRobustVariance } from './cluster-robust.ts';
import { studentT } from './student-t.ts';
import type { ApproximateEstimate } from './weighted-ratio.ts';

/** Least overlap from which anything is said of other annotators. */
export const FEWEST_ANNOTATORS = 3;
export const FEWEST_OVERLAPPED_ITEMS = 10;

/** Whether the overlap suffices for `annotatorPopulation`. */
export function hasOverlap(found: AnnotatorVariance | undefined): found is AnnotatorVariance {
  return (
    found !== undefined &&
    found.annotators >= FEWEST_ANNOTATORS &&
    found.overlappedItems >= FEWEST_OVERLAPPED_ITEMS
  );
}

/**
 * The mean over the pool as annotators like these would give it, not only these: the calibrated estimate, its
 * variance over items (HC2 of the weighted residuals, times 1 - n/N, plus the agreement term) plus
 *   between-annotator variance * sum_a w_a^2,
 * w_a the share of the design weight that annotator a labeled. Student's t with Satterthwaite's degrees of freedom
 * from n - 1 and (annotators - 1). Holds approximately, for a number of labels fixed beforehand.
 *
 * @param facts.labels the labeled items; their clusters are not looked at
 * @param facts.ratings who said what of them, at least one rating for each
 * @param facts.populationSize N, an integer of at least the number of labels
 * @returns undefined when the ratings do not overlap enough, see `hasOverlap`
 * @throws RangeError when an argument is out of range
 */
export function annotatorPopulation(facts: {
  labels: readonly (WeightedLabel & { item: number | string })[];
  ratings: readonly Rating[];
  slope: number;
  surrogateMean: number;
  populationSize: number;
  alpha: number;
}): ApproximateEstimate | undefined {
  const { labels, ratings, slope, surrogateMean, populationSize, alpha } = facts;
  requireOpenUnit(alpha, 'Alpha');
  requireInteger(labels.length, 1, populationSize, 'The number of labels');
  const overlap = annotatorVariance(ratings);
  if (!hasOverlap(overlap)) return undefined;
  const items = labels.map((label, i) => ({ ...label, cluster: i }));
  const { value, residuals, agreementVariance } = calibratedResiduals(items, slope, surrogateMean);
  const unseen = 1 - labels.length / populationSize;
  const ofItems = unseen * (clusterRobustVariance(residuals).variance + agreementVariance);
  const ofAnnotators = overlap.between * concentration(labels, ratings);
  const degreesOfFreedom = satterthwaite([
    [ofItems, labels.length - 1],
    [ofAnnotators, overlap.annotators - 1],
  ]);
  const standardError = Math.sqrt(ofItems + ofAnnotators);
  const reach = studentT(alpha, degreesOfFreedom) * standardError;
  return {
    value,
    lower: Math.max(0, value - reach),
    upper: Math.min(1, value + reach),
    standardError,
    degreesOfFreedom,
  };
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

/** Degrees of freedom of a sum of variance estimates (Satterthwaite, 1946). */
function satterthwaite(parts: readonly (readonly [variance: number, freedom: number])[]): number {
  const total = parts.reduce((sum, [variance]) => sum + variance, 0);
  if (total === 0) return Math.min(...parts.map(([, freedom]) => freedom));
  return (
    (total * total) / parts.reduce((sum, [variance, freedom]) => sum + (variance * variance) / freedom, 0)
  );
}
