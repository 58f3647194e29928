import { requireUnit } from '../check.ts';
import { compensatedSum, mean } from '../numeric.ts';

/** What one annotator said of one item, in [0, 1]. */
export interface Rating {
  item: number | string;
  annotator: number | string;
  y: number;
}

/** How annotators differ from each other on the items that several of them labeled. */
export interface AnnotatorVariance {
  /** Variance between annotators, at least 0: how much stricter or milder one is than another. */
  between: number;
  /** The same with the part that chance has in it, (mean of squared differences of two)/2: never below `between`. */
  seen: number;
  /** Variance of one rating beside item and annotator. */
  residual: number;
  annotators: number;
  /** Items with at least two annotators. */
  overlappedItems: number;
  /** Of these, the items on which they do not all say the same. */
  disputedItems: number;
}

/**
 * Between-annotator variance of a random-effects model with annotators as the one random factor; items drop out
 * because only differences on the same item count. For annotators a and b with n_ab items in common and differences
 * of mean D_ab, and S^2 the pooled variance of single differences,
 *   between = sum_ab n_ab (D_ab^2 - S^2/n_ab)/2 / sum_ab n_ab,  seen = sum_ab n_ab D_ab^2/2 / sum_ab n_ab,  residual = S^2/2.
 * When every annotator labeled every one of m items this is the analysis-of-variance estimate
 * (MS annotators - MS residual)/m (Shrout and Fleiss, 1979). A negative estimate counts as 0.
 *
 * @param ratings at most one of an annotator for an item
 * @returns undefined without two annotators who share two items
 * @throws RangeError when a value is out of range
 */
export function annotatorVariance(ratings: readonly Rating[]): AnnotatorVariance | undefined {
  for (const { y } of ratings) requireUnit(y, 'A human value');
  const overlapped = [...Map.groupBy(ratings, ({ item }) => item).values()].filter((list) => list.length > 1);
  const pairs = [...differencesByPair(overlapped).values()].map((differences) => {
    const center = mean(differences);
    return {
      count: differences.length,
      mean: center,
      squares: compensatedSum(differences.map((d) => (d - center) ** 2)),
    };
  });
  const freedom = pairs.reduce((sum, { count }) => sum + count - 1, 0);
  if (freedom === 0) return undefined;
  const single = compensatedSum(pairs.map(({ squares }) => squares)) / freedom;
  const total = pairs.reduce((sum, { count }) => sum + count, 0);
  const between = compensatedSum(pairs.map((pair) => (pair.count * pair.mean ** 2 - single) / 2)) / total;
  return {
    between: Math.max(0, between),
    seen: compensatedSum(pairs.map((pair) => (pair.count * pair.mean ** 2) / 2)) / total,
    residual: single / 2,
    annotators: new Set(overlapped.flat().map(({ annotator }) => annotator)).size,
    overlappedItems: overlapped.length,
    disputedItems: overlapped.filter((list) => list.some(({ y }) => y !== list[0]!.y)).length,
  };
}

function differencesByPair(items: readonly (readonly Rating[])[]): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const list of items) {
    const sorted = list.toSorted((a, b) => (String(a.annotator) < String(b.annotator) ? -1 : 1));
    sorted.forEach((first, i) => {
      for (const second of sorted.slice(i + 1)) {
        const pair = JSON.stringify([first.annotator, second.annotator]);
        found.set(pair, [...(found.get(pair) ?? []), first.y - second.y]);
      }
    });
  }
  return found;
}
