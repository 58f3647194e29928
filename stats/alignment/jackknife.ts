import { requirePositive } from '../check.ts';
import { type ApproximateEstimate, boundedMean } from '../claims/bounded-mean.ts';
import { compensatedSum } from '../numeric.ts';

const mostGroups = 50;
/** With fewer items nothing can be said of a spread. */
export const FEWEST_JACKKNIFE_ITEMS = 5;

/** How far a statistic moves without some of its items. */
export interface Jackknifed {
  /** The statistic of all items. */
  readonly value: number;
  /** (G - 1)/G times the sum of squares of what it is without each group, about their mean; at least 0. */
  readonly variance: number;
  readonly groups: number;
  /** How many groups the variance rests on, (sum d^2)^2/sum d^4 of their moves d: from 1 to G, 0 where nothing moves. */
  readonly moving: number;
}

/**
 * The delete-a-group jackknife (Kott, 2001) of statistics that are computed together: items are dealt into at most 50 groups, and each
 * statistic is computed without each. Items may be clusters, which then are dealt whole. Of more than 50 the order is mixed first: groups
 * dealt from a sorted file are alike, and their moves say too little.
 *
 * @param statistics gives always as many values, in the same order
 * @param options.isInOrder whether items are dealt in the order given
 * @returns for each statistic undefined with fewer than 5 items, or where it is undefined without some group
 */
export function jackknife<Item>(
  items: readonly Item[],
  statistics: (items: readonly Item[]) => readonly (number | undefined)[],
  { isInOrder = false }: { isInOrder?: boolean } = {},
): (Jackknifed | undefined)[] {
  const values = statistics(items);
  if (items.length < FEWEST_JACKKNIFE_ITEMS) return values.map(() => undefined);
  const groups = Math.min(mostGroups, items.length);
  const dealt = isInOrder || items.length <= mostGroups ? items : mixed(items);
  const without = Array.from({ length: groups }, (_, group) => statistics(leftOver(dealt, group, groups)));
  return values.map((value, place) => {
    const parts = without.flatMap((some) => some[place] ?? []);
    if (value === undefined || parts.length < groups) return undefined;
    const middle = compensatedSum(parts) / groups;
    const squares = parts.map((part) => (part - middle) ** 2);
    const total = compensatedSum(squares);
    return {
      value,
      variance: ((groups - 1) / groups) * total,
      groups,
      moving: total > 0 ? total ** 2 / compensatedSum(squares.map((square) => square ** 2)) : 0,
    };
  });
}

/** Items in the order of a hash of their places, the finalizer of MurmurHash3 (Appleby, 2016): no order of a file goes through. */
export function mixed<Item>(items: readonly Item[]): Item[] {
  const keys = items.map((_, i) => {
    const first = Math.imul(i ^ (i >>> 16), 0x85eb_ca6b);
    const second = Math.imul(first ^ (first >>> 13), 0xc2b2_ae35);
    return (second ^ (second >>> 16)) >>> 0;
  });
  return keys
    .map((_, i) => i)
    .sort((i, j) => keys[i]! - keys[j]!)
    .map((i) => items[i]!);
}

/** All items but every `groups`th from `group` on. A loop: of many items this is most of the work. */
function leftOver<Item>(items: readonly Item[], group: number, groups: number): Item[] {
  const left: Item[] = [];
  let gone = group;
  for (let i = 0; i < items.length; i++) {
    if (i === gone) gone += groups;
    else left.push(items[i]!);
  }
  return left;
}

/** A figure between two ends, over clusters that may differ in size. */
interface BoundedFigure {
  /** Ends of the scale that the figure cannot leave. */
  readonly lowest: number;
  readonly highest: number;
  /** How many clusters of equal size tell as much: above 1. */
  readonly effective: number;
  /** Error level in (0, 1). */
  readonly alpha: number;
}

/**
 * The interval of a figure over clusters, by `boundedMean` with the variance of the jackknife: clusters that agree do not pass for
 * certainty. It has one degree of freedom less than clusters that count.
 *
 * @returns on the figure's own scale
 * @throws RangeError when the effective number or the error level is out of range, or the ends are not in order
 */
export function boundedFigure(
  { value, variance }: Pick<Jackknifed, 'value' | 'variance'>,
  { lowest, highest, effective, alpha }: BoundedFigure,
): Pick<ApproximateEstimate, 'lower' | 'upper'> {
  const range = highest - lowest;
  requirePositive(range, 'The length of the scale');
  const { lower, upper } = boundedMean({
    value: Math.min(1, Math.max(0, (value - lowest) / range)),
    variance: variance / range ** 2,
    effective,
    degreesOfFreedom: effective - 1,
    left: 1,
    alpha,
  });
  return { lower: lowest + range * lower, upper: lowest + range * upper };
}
