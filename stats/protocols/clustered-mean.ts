import { boundedFigure, FEWEST_JACKKNIFE_ITEMS, type Jackknifed, jackknife } from '../alignment/jackknife.ts';
import { effectiveShares } from '../claims/effective-number.ts';
import { mean } from '../numeric.ts';

/** A mean of values in [0, 1] that come in clusters, with its interval. */
export interface ClusteredMean {
  /** In [0, 1]; undefined without a value. */
  readonly value: number | undefined;
  /** 95 %, approximate; undefined with fewer than five clusters of one size. */
  readonly lower: number | undefined;
  readonly upper: number | undefined;
}

/** Clusters of one size below which a figure over them has no interval. */
export const FEWEST_CLUSTERS = FEWEST_JACKKNIFE_ITEMS;

/** How many clusters of one size tell as much as clusters of so many values, those without one left out; 0 of none. */
export function effectiveClusters(sizes: readonly number[]): number {
  const own = sizes.filter((size) => size > 0);
  const all = own.reduce((sum, size) => sum + size, 0);
  return own.length === 0 ? 0 : effectiveShares(own.map((size) => size / all));
}

/**
 * The interval of a figure over clusters that are independent of each other, as of the questions of conversations: within one they may
 * depend on each other in any way. It is that of `boundedFigure` with the variance of the jackknife over clusters: approximate, at one
 * look. Clusters count by what the figure counts of them, as 1/sum a^2 (Kish, 1965): few long ones say less than as many equal ones.
 *
 * @param facts.sizes values that the figure is a mean over, of each cluster
 * @returns undefined where fewer than five clusters of one size tell as much
 */
export function clusteredInterval(
  moves: Jackknifed,
  facts: { lowest: number; highest: number; alpha: number; sizes: readonly number[] },
): { lower: number; upper: number } | undefined {
  const effective = effectiveClusters(facts.sizes);
  return effective < FEWEST_CLUSTERS - 1e-9 ? undefined : boundedFigure(moves, { ...facts, effective });
}

/** The mean of values of clusters, with the interval of `clusteredInterval`. */
export function clusteredMean(clusters: readonly (readonly number[])[]): ClusteredMean {
  const known = clusters.filter(({ length }) => length > 0);
  if (known.length === 0) return { value: undefined, lower: undefined, upper: undefined };
  const [moves] = jackknife(known, (some) => [mean(some.flat())]);
  const sizes = known.map(({ length }) => length);
  const ends = moves && clusteredInterval(moves, { lowest: 0, highest: 1, alpha: 0.05, sizes });
  return { value: mean(known.flat()), lower: ends?.lower, upper: ends?.upper };
}
