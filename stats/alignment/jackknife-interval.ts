import { studentT } from '../claims/student-t.ts';
import { compensatedSum } from '../numeric.ts';

const mostGroups = 50;
const fewestItems = 5;

/**
 * Approximate interval of a statistic of weighted items by the delete-a-group jackknife (Kott, 2001): items are dealt
 * into at most 50 groups in the order given, the statistic is computed without each, and
 * value -+ t(G - 1) sqrt((G - 1)/G sum (value without g - their mean)^2).
 *
 * @returns undefined with fewer than 5 items, or when the statistic is undefined without some group
 * @throws RangeError when alpha is not in (0, 1)
 */
export function jackknifeInterval<Item>(
  items: readonly Item[],
  statistic: (items: readonly Item[]) => number | undefined,
  alpha = 0.05,
): { lower: number; upper: number } | undefined {
  const value = statistic(items);
  if (items.length < fewestItems || value === undefined) return undefined;
  const groups = Math.min(mostGroups, items.length);
  const without = Array.from({ length: groups }, (_, group) =>
    statistic(items.filter((_item, i) => i % groups !== group)),
  );
  if (without.some((part) => part === undefined)) return undefined;
  const parts = without as number[];
  const mean = compensatedSum(parts) / groups;
  const variance = ((groups - 1) / groups) * compensatedSum(parts.map((part) => (part - mean) ** 2));
  const reach = studentT(alpha, groups - 1) * Math.sqrt(variance);
  return { lower: value - reach, upper: value + reach };
}
