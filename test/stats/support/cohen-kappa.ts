/** How far two categories are apart: not at all or wholly, by their places, or by the squares of these. */
type KappaWeights = 'unweighted' | 'linear' | 'quadratic';

/**
 * Cohen's kappa of two raters from the table of category pairs, as it was published (Cohen, 1960; weighted: Cohen, 1968):
 * 1 - sum d_ij p_ij/sum d_ij p_i. p_.j. Items that miss a rating are left out; undefined where chance
 * alone could not disagree.
 */
export function cohenKappa<T>(
  a: readonly (T | undefined)[],
  b: readonly (T | undefined)[],
  categories: readonly T[],
  weights: KappaWeights = 'unweighted',
): number | undefined {
  const table = categories.map((one) =>
    categories.map((other) => a.filter((value, item) => value === one && b[item] === other).length),
  );
  const items = table.flat().reduce((sum, count) => sum + count, 0);
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
