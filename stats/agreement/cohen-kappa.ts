/** How far two categories are apart: not at all or wholly, by their places, or by the squares of these. */
export type KappaWeights = 'unweighted' | 'linear' | 'quadratic';

/**
 * Cohen's kappa of two raters (Cohen, 1960; weighted: Cohen, 1968): 1 - sum d_ij p_ij/sum d_ij p_i. p_.j over the
 * table of category pairs, with d_ij = 1 off the diagonal, |i - j|, or (i - j)^2 for categories in the order given.
 *
 * @param a, b category of each item by either rater, undefined where missing; items that miss one are left out
 * @param categories every category, in order when the weights are not `unweighted`
 * @returns at most 1, 0 by chance; undefined without items, or when chance alone could not disagree
 * @throws RangeError when the lengths differ or a value is no category
 */
export function cohenKappa<T>(
  a: readonly (T | undefined)[],
  b: readonly (T | undefined)[],
  categories: readonly T[],
  weights: KappaWeights = 'unweighted',
): number | undefined {
  if (a.length !== b.length) {
    throw new RangeError(`Both raters must have as many items, got ${a.length} and ${b.length}.`);
  }
  const place = (value: T) => {
    const found = categories.indexOf(value);
    if (found < 0) throw new RangeError(`${String(value)} is none of the categories.`);
    return found;
  };
  const table = categories.map(() => categories.map(() => 0));
  let items = 0;
  for (const [item, first] of a.entries()) {
    const second = b[item];
    if (first === undefined || second === undefined) continue;
    table[place(first)]![place(second)]! += 1;
    items += 1;
  }
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
