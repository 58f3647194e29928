import { compensatedSum } from '../numeric.ts';
import { confusionMatrix } from './confusion-matrix.ts';

/** How far two categories are apart: not at all or wholly, by their places, or by the squares of these. */
type KappaWeights = 'unweighted' | 'linear' | 'quadratic';

/**
 * Cohen's kappa of two raters (Cohen, 1960; weighted: Cohen, 1968): 1 - sum d_ij p_ij/sum d_ij p_i. p_.j over the
 * table of category pairs, with d_ij = 1 off the diagonal, |i - j|, or (i - j)^2 for categories in the order given.
 *
 * @param a, b category of each item by either rater, undefined where missing; items that miss one are left out
 * @param categories every category, in order when the weights are not `unweighted`
 * @param itemWeights design weight of each item, above 0; 1 by default
 * @returns at most 1, 0 by chance; undefined without items, or when chance alone could not disagree
 * @throws RangeError as `confusionMatrix`
 */
export function cohenKappa<T>(
  a: readonly (T | undefined)[],
  b: readonly (T | undefined)[],
  categories: readonly T[],
  weights: KappaWeights = 'unweighted',
  itemWeights?: readonly number[],
): number | undefined {
  const table = confusionMatrix(a, b, categories, itemWeights);
  const items = compensatedSum(table.flat());
  const rows = table.map((row) => row.reduce((sum, count) => sum + count, 0));
  const columns = categories.map((_, j) => table.reduce((sum, row) => sum + row[j]!, 0));
  let observed = 0;
  let expected = 0;
  for (const [i, row] of table.entries()) {
    for (const [j, count] of row.entries()) {
      const distance = distanceOf(i, j, weights);
      observed += distance * count;
      expected += (distance * rows[i]! * columns[j]!) / items;
    }
  }
  return items === 0 || expected === 0 ? undefined : 1 - observed / expected;
}

function distanceOf(i: number, j: number, weights: KappaWeights): number {
  if (weights === 'unweighted') return i === j ? 0 : 1;
  return weights === 'linear' ? Math.abs(i - j) : (i - j) ** 2;
}
