import { clusteredPairInterval, FEWEST_COEFFICIENT_ITEMS } from '../alignment/coefficient-interval.ts';
import { weightedPearson, weightedSpearman } from '../alignment/weighted-correlation.ts';
import { effectiveShares } from '../claims/effective-number.ts';

/** Two values of one unit, and the cluster (worker) that it belongs to. */
export interface ClusteredPair {
  readonly a: number;
  readonly b: number;
  readonly cluster: string;
}

interface ClusteredCorrelation {
  /** In [-1, 1]; undefined with fewer than two pairs, or where one side does not vary. */
  readonly value: number | undefined;
  readonly interval: { readonly lower: number; readonly upper: number } | undefined;
  readonly clusters: number;
}

const kinds = { pearson: weightedPearson, spearman: weightedSpearman } as const;

/** Fewest clusters for an interval. */
export const FEWEST_CORRELATED_CLUSTERS = FEWEST_COEFFICIENT_ITEMS;

/**
 * Pearson's or Spearman's correlation over units that come in clusters, with the approximate interval of `clusteredPairInterval`:
 * units of one cluster may depend on each other in any way; clusters are taken as independent. Clusters count by their number of
 * units as 1/sum a^2 (Kish, 1965).
 *
 * @param alpha error level in (0, 1)
 * @returns no interval with fewer than 30 clusters, or where few of them carry the spread of a side
 * @throws RangeError on a value that is not finite
 */
export function clusteredCorrelation(
  kind: keyof typeof kinds,
  pairs: readonly ClusteredPair[],
  alpha = 0.05,
): ClusteredCorrelation {
  const weighted = pairs.map(({ a, b, cluster }) => ({ a, b, cluster, weight: 1 }));
  const clusters = [...Map.groupBy(weighted, ({ cluster }) => cluster).values()];
  const value = kinds[kind](weighted);
  const effective = clusters.length && effectiveShares(clusters.map(({ length }) => length / pairs.length));
  const found = clusteredPairInterval(clusters, kinds[kind], { effective, alpha });
  return {
    value,
    interval: value === undefined || 'reason' in found ? undefined : found,
    clusters: clusters.length,
  };
}
