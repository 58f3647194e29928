import { FEWEST_JACKKNIFE_ITEMS, jackknifeInterval } from '../alignment/jackknife-interval.ts';
import { weightedPearson, weightedSpearman } from '../alignment/weighted-correlation.ts';

/** Two values of one unit, and the cluster (worker) that it belongs to. */
export interface ClusteredPair {
  readonly a: number;
  readonly b: number;
  readonly cluster: string;
}

export interface ClusteredCorrelation {
  /** In [-1, 1]; undefined with fewer than two pairs, or where one side does not vary. */
  readonly value: number | undefined;
  readonly interval: { readonly lower: number; readonly upper: number } | undefined;
  readonly clusters: number;
}

const kinds = { pearson: weightedPearson, spearman: weightedSpearman } as const;

/** Fewest clusters for an interval. */
export const FEWEST_CORRELATED_CLUSTERS = FEWEST_JACKKNIFE_ITEMS;

const nearlyNothing = 1e-12;

/**
 * Pearson's or Spearman's correlation over units that come in clusters, with an approximate interval: the delete-a-group
 * jackknife (Kott, 2001) over whole clusters of z = atanh r (Fisher, 1921), with Student's t, taken back by tanh. Units of
 * one cluster may depend on each other in any way; clusters are taken as independent.
 *
 * @param alpha error level in (0, 1)
 * @returns no interval with fewer than five clusters, where the coefficient is not defined without one of them, or where it
 *   is the same without any
 * @throws RangeError on a value that is not finite
 */
export function clusteredCorrelation(
  kind: keyof typeof kinds,
  pairs: readonly ClusteredPair[],
  alpha = 0.05,
): ClusteredCorrelation {
  const clusters = [...Map.groupBy(pairs, ({ cluster }) => cluster).values()];
  const correlation = (some: readonly (readonly ClusteredPair[])[]) =>
    kinds[kind](some.flat().map(({ a, b }) => ({ a, b, weight: 1 })));
  const value = correlation(clusters);
  // A correlation of exactly 1 in a sample is no certainty.
  const most = 1 - 1 / Math.max(2, pairs.length) ** 2;
  const reach = jackknifeInterval(
    clusters,
    (some) => {
      const part = correlation(some);
      return part === undefined ? undefined : Math.atanh(Math.max(-most, Math.min(most, part)));
    },
    alpha,
  );
  const isKnown = value !== undefined && reach !== undefined && reach.upper - reach.lower > nearlyNothing;
  return {
    value,
    interval: isKnown
      ? {
          lower: Math.min(value, Math.tanh(reach.lower)),
          upper: Math.max(value, Math.tanh(reach.upper)),
        }
      : undefined,
    clusters: clusters.length,
  };
}
