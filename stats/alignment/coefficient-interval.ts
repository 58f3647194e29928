import { effectiveShares } from '../claims/effective-number.ts';
import { studentT } from '../claims/student-t.ts';
import { compensatedSum, extremes } from '../numeric.ts';
import { type Jackknifed, jackknife, mixed } from './jackknife.ts';
import { clustersOf, effectiveCount, type WeightedPair, weightedMean } from './weighted-pairs.ts';

/** Items, or clusters of them, below which a coefficient has no interval. */
export const FEWEST_COEFFICIENT_ITEMS = 30;
/** Items that a side's spread has to rest on, below which there is none either. */
const FEWEST_SPREAD_ITEMS = 10;

/** Ends of an interval, or why there is none. */
export type CoefficientInterval =
  | { readonly lower: number; readonly upper: number }
  | { readonly reason: string };

/** A coefficient of agreement or correlation, at most 1 in size, and what its interval rests on. */
interface CoefficientFacts<Item> {
  /** Independent items, or clusters of them. */
  readonly items: readonly Item[];
  readonly statistic: (items: readonly Item[]) => number | undefined;
  /** What each item adds to the spread of either side, at least 0: weight times squared distance from the mean. */
  readonly scatters: readonly (readonly number[])[];
  /** An item at each end of the values seen on which the sides say the same, and two on which they are farthest apart. */
  readonly alike: readonly Item[];
  readonly apart: readonly Item[];
  /** How many items of equal weight tell as much; the number of items unless given. */
  readonly effective?: number;
  readonly alpha?: number;
  /** What an item is called where it is none. */
  readonly called?: string;
  /** Whether groups are dealt in the order given, and the degrees of freedom are those that move it, as earlier reports have them. */
  readonly isOfBefore?: boolean;
}

/** Why too few items have no interval: what was counted falls short of the fewest, or unequal weights make it count as less. */
const tooFew = (counted: number, effective: number, called = 'items'): string =>
  counted < FEWEST_COEFFICIENT_ITEMS
    ? `no interval: needs at least ${FEWEST_COEFFICIENT_ITEMS} ${called}`
    : `no interval: by their weights the ${counted} ${called} tell as much as ${Math.floor(effective)}, and it needs ${FEWEST_COEFFICIENT_ITEMS}`;
const tooAlike = `no interval: needs at least ${FEWEST_SPREAD_ITEMS} items whose values differ from the rest`;

/**
 * Approximate interval of a coefficient, for one look: the hull of three intervals by the delete-a-group jackknife with Student's t.
 * The first is of the items themselves; the others of the items with two pseudo-items of half an item's weight each, one pair on which
 * both sides say the same and one on which they are farthest apart (in the manner of Agresti and Caffo, 2000), so that perfect
 * agreement, and the lack of any on a rare value, do not pass for certainty. Degrees of freedom are those of the variance
 * (Satterthwaite, 1946), at least 2: a single item that moves it alone makes it wide.
 *
 * Not given where few items carry the spread: a coefficient of a rare value follows from chance alone. That many items carry it is
 * (sum d)^2/sum d^2 of what each adds; for a share p of one value among n about n p (1 - p)/max(p, 1 - p)^2.
 *
 * @returns ends in [-1, 1], or the reason with fewer than 30 (effective) items, fewer than 10 that carry the spread of a side, or
 *   where the coefficient is undefined without some items
 * @throws RangeError when alpha is not in (0, 1)
 */
export function coefficientInterval<Item>(facts: CoefficientFacts<Item>): CoefficientInterval {
  const { statistic, scatters, alike, apart, effective = facts.items.length, alpha = 0.05 } = facts;
  // Mixed before the pseudo-items, so that these are dealt in turn with the others.
  const items = facts.isOfBefore ? facts.items : mixed(facts.items);
  const freedom = facts.isOfBefore ? ({ moving }: Jackknifed) => Math.max(2, moving) : freedomOf;
  if (items.length < FEWEST_COEFFICIENT_ITEMS || effective < FEWEST_COEFFICIENT_ITEMS - 1e-9) {
    return { reason: tooFew(items.length, effective, facts.called) };
  }
  if (scatters.some((scatter) => carriers(scatter) < FEWEST_SPREAD_ITEMS)) return { reason: tooAlike };
  const reaches = [items, [...items, ...alike], [...items, ...apart]].map((some) =>
    reachOf(some, statistic, { alpha, freedom }),
  );
  if (reaches.some((reach) => reach === undefined)) return { reason: tooAlike };
  const ends = reaches.flatMap((reach) => reach!);
  return { lower: Math.max(-1, Math.min(...ends)), upper: Math.min(1, Math.max(...ends)) };
}

function reachOf<Item>(
  items: readonly Item[],
  statistic: (items: readonly Item[]) => number | undefined,
  { alpha, freedom }: { alpha: number; freedom: (found: Jackknifed) => number },
): [number, number] | undefined {
  const [found] = jackknife(items, (some) => [statistic(some)], { isInOrder: true });
  if (!found) return undefined;
  const reach = studentT(alpha, freedom(found)) * Math.sqrt(found.variance);
  return [found.value - reach, found.value + reach];
}

/**
 * Satterthwaite's degrees of freedom 2/c of the variance, c its squared coefficient of variation: the variance is a mean of G squared
 * moves, which have (G/m - 1) themselves, m being the groups that move the coefficient. From 2 to G - 1.
 */
const freedomOf = ({ groups, moving }: Jackknifed): number =>
  Math.max(2, Math.min(groups - 1, (2 * groups * moving) / Math.max(groups - moving, 1e-9)));

/** How many items carry a spread, (sum d)^2/sum d^2; 0 of none. */
function carriers(scatter: readonly number[]): number {
  const squares = compensatedSum(scatter.map((one) => one * one));
  return squares === 0 ? 0 : compensatedSum(scatter) ** 2 / squares;
}

/**
 * The same of a coefficient of weighted pairs, each side with its own spread; over clusters where several pairs are of one.
 *
 * @throws RangeError as `coefficientInterval`
 */
export function pairInterval(
  pairs: readonly WeightedPair[],
  statistic: (pairs: readonly WeightedPair[]) => number | undefined,
  alpha = 0.05,
): CoefficientInterval {
  if (pairs.length === 0) return { reason: tooFew(0, 0) };
  const clusters = clustersOf(pairs);
  if (clusters) {
    const weights = clusters.map((own) => compensatedSum(own.map(({ weight }) => weight)));
    const total = compensatedSum(weights);
    const effective = effectiveShares(weights.map((weight) => weight / total));
    return clusteredPairInterval(clusters, statistic, { effective, alpha });
  }
  const { middleA, middleB, alike, apart } = spreadOf(pairs, pairs.length);
  return coefficientInterval({
    items: pairs,
    statistic,
    scatters: [
      pairs.map(({ a, weight }) => weight * (a - middleA) ** 2),
      pairs.map(({ b, weight }) => weight * (b - middleB) ** 2),
    ],
    alike,
    apart,
    effective: effectiveCount(pairs),
    alpha,
  });
}

/** The same where pairs of one cluster may depend on each other in any way. */
export function clusteredPairInterval(
  clusters: readonly (readonly WeightedPair[])[],
  statistic: (pairs: readonly WeightedPair[]) => number | undefined,
  { effective = clusters.length, alpha = 0.05 }: { effective?: number; alpha?: number } = {},
): CoefficientInterval {
  const pairs = clusters.flat();
  if (pairs.length === 0) return { reason: tooFew(0, 0) };
  const { middleA, middleB, alike, apart } = spreadOf(pairs, clusters.length);
  const scatterOf = (scatter: (pair: WeightedPair) => number): number[] =>
    clusters.map((own) => compensatedSum(own.map(scatter)));
  return coefficientInterval({
    items: clusters,
    statistic: (some) => statistic(some.flat()),
    scatters: [
      scatterOf(({ a, weight }) => weight * (a - middleA) ** 2),
      scatterOf(({ b, weight }) => weight * (b - middleB) ** 2),
    ],
    alike: alike.map((pair) => [pair]),
    apart: apart.map((pair) => [pair]),
    called: 'conversations or passages',
    effective,
    alpha,
  });
}

/** Means of both sides of all pairs, and the pseudo-items at the ends of the values seen, each half as heavy as one of `count` clusters. */
function spreadOf(pairs: readonly WeightedPair[], count: number) {
  const weight = compensatedSum(pairs.map((pair) => pair.weight)) / count / 2;
  const [leastA, mostA] = extremes(pairs.map((pair) => pair.a));
  const [leastB, mostB] = extremes(pairs.map((pair) => pair.b));
  const corner = (a: number, b: number): WeightedPair => ({ a, b, weight });
  return {
    middleA: weightedMean(pairs, (pair) => pair.a),
    middleB: weightedMean(pairs, (pair) => pair.b),
    alike: [corner(leastA, leastB), corner(mostA, mostB)],
    apart: [corner(leastA, mostB), corner(mostA, leastB)],
  };
}
