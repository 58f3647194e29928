import { requirePositive, requireSameLength } from '../check.ts';
import { compensatedSum } from '../numeric.ts';

/**
 * Table of category pairs: entry [i][j] is the number (or weight) of items that the first rater puts in category i and
 * the second in j.
 *
 * @param a, b category of each item by either rater, undefined where missing; items that miss one are left out
 * @param categories every category, without repeats
 * @param itemWeights design weight of each item, above 0; 1 by default
 * @throws RangeError when lengths differ, a value is no category or a weight is not above 0
 */
export function confusionMatrix<T>(
  a: readonly (T | undefined)[],
  b: readonly (T | undefined)[],
  categories: readonly T[],
  itemWeights: readonly number[] = a.map(() => 1),
): number[][] {
  requireSameLength(a, b, 'The ratings of both raters');
  requireSameLength(a, itemWeights, 'Ratings and weights');
  const place = new Map(categories.map((category, index) => [category, index]));
  const placeOf = (value: T): number => {
    const found = place.get(value);
    if (found === undefined) throw new RangeError(`${String(value)} is none of the categories.`);
    return found;
  };
  const table = categories.map(() => categories.map(() => 0));
  for (const [item, first] of a.entries()) {
    const second = b[item];
    requirePositive(itemWeights[item]!, 'A weight');
    if (first !== undefined && second !== undefined)
      table[placeOf(first)]![placeOf(second)]! += itemWeights[item]!;
  }
  return table;
}

/** How well the second rater of a table finds one category of the first. */
interface CategoryQuality {
  /** Of what the second rater puts in the category, the share that the first does too; undefined when nothing is. */
  precision: number | undefined;
  /** Of what the first rater puts in the category, the share that the second does too; undefined when nothing is. */
  recall: number | undefined;
  /** 2 tp/(2 tp + fp + fn); undefined when neither rater uses the category. */
  f1: number | undefined;
}

/**
 * Precision, recall and F1 of one category (van Rijsbergen, 1979), the first rater of the table taken as right. A share
 * without a denominator is undefined, neither 0 nor 1.
 *
 * @param category index into the table
 * @throws RangeError when there is no such category
 */
export function categoryQuality(table: readonly (readonly number[])[], category: number): CategoryQuality {
  const row = table[category];
  if (row === undefined) throw new RangeError(`The table has no category ${category}.`);
  const both = row[category]!;
  const actual = compensatedSum(row);
  const predicted = compensatedSum(table.map((counts) => counts[category]!));
  return {
    precision: predicted === 0 ? undefined : both / predicted,
    recall: actual === 0 ? undefined : both / actual,
    f1: actual + predicted === 0 ? undefined : (2 * both) / (actual + predicted),
  };
}
