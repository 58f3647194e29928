/**
 * Fleiss' kappa of a fixed number n of ratings an item (Fleiss, 1971): (P - P_e)/(1 - P_e), P the mean over items of
 * sum_j n_ij (n_ij - 1)/(n (n - 1)), P_e the sum of the squared shares of the categories.
 *
 * @param counts one row per item: how many ratings fell in each category; every row sums to the same n >= 2
 * @returns at most 1, 0 by chance; undefined without items or when one category alone is in use
 * @throws RangeError when rows differ in length or sum, or a count is no integer of at least 0
 */
export function fleissKappa(counts: readonly (readonly number[])[]): number | undefined {
  const [first] = counts;
  if (first === undefined) return undefined;
  const ratings = first.reduce((sum, count) => sum + count, 0);
  for (const row of counts) {
    const isSound = row.length === first.length && row.every((n) => Number.isInteger(n) && n >= 0);
    if (!isSound || ratings < 2 || row.reduce((sum, count) => sum + count, 0) !== ratings) {
      throw new RangeError(
        'Every item needs the same number of ratings, at least 2, over the same categories.',
      );
    }
  }
  const total = counts.length * ratings;
  let agreement = 0;
  for (const row of counts) {
    agreement += row.reduce((sum, n) => sum + n * (n - 1), 0) / (ratings * (ratings - 1));
  }
  const chance = first.reduce((sum, _, category) => {
    const share = counts.reduce((count, row) => count + row[category]!, 0) / total;
    return sum + share ** 2;
  }, 0);
  return chance === 1 ? undefined : (agreement / counts.length - chance) / (1 - chance);
}
