import { studentT } from '../claims/student-t.ts';
import { compensatedSum } from '../numeric.ts';

const mostGroups = 50;
/** With fewer items nothing can be said of a spread. */
export const FEWEST_JACKKNIFE_ITEMS = 5;

interface Reach {
  readonly lower: number;
  readonly upper: number;
}

/**
 * Approximate interval of a statistic of weighted items by the delete-a-group jackknife (Kott, 2001): items are dealt
 * into at most 50 groups in the order given, the statistic is computed without each, and
 * value -+ t(G - 1) sqrt((G - 1)/G sum (value without g - their mean)^2).
 *
 * @returns undefined with fewer than 5 items, or when the statistic is undefined without some group
 * @throws RangeError when alpha is not in (0, 1)
 */
export const jackknifeInterval = <Item>(
  items: readonly Item[],
  statistic: (items: readonly Item[]) => number | undefined,
  alpha = 0.05,
): Reach | undefined => jackknifeIntervals(items, (some) => [statistic(some)], alpha)[0];

/**
 * The same of several statistics that are computed together, each as `jackknifeInterval`; items may be clusters, which
 * then are dealt whole.
 *
 * @param statistics gives always as many values, in the same order
 * @throws RangeError when alpha is not in (0, 1)
 */
export function jackknifeIntervals<Item>(
  items: readonly Item[],
  statistics: (items: readonly Item[]) => readonly (number | undefined)[],
  alpha = 0.05,
): (Reach | undefined)[] {
  const values = statistics(items);
  if (items.length < FEWEST_JACKKNIFE_ITEMS) return values.map(() => undefined);
  const groups = Math.min(mostGroups, items.length);
  const without = Array.from({ length: groups }, (_, group) =>
    statistics(items.filter((_item, i) => i % groups !== group)),
  );
  return values.map((value, place) => {
    const parts = without.flatMap((some) => some[place] ?? []);
    if (value === undefined || parts.length < groups) return undefined;
    const reach = studentT(alpha, groups - 1) * Math.sqrt(jackknifeVariance(parts));
    return { lower: value - reach, upper: value + reach };
  });
}

/** (G - 1)/G times the sum of squares of what the statistic is without each group, about their mean. */
function jackknifeVariance(parts: readonly number[]): number {
  const groups = parts.length;
  const mean = compensatedSum(parts) / groups;
  return ((groups - 1) / groups) * compensatedSum(parts.map((part) => (part - mean) ** 2));
}
