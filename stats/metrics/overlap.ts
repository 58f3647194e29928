/** Size of the multiset intersection of two lists: each value counts as often as both have it. */
export function commonCount(a: readonly string[], b: readonly string[]): number {
  const left = new Map<string, number>();
  for (const value of a) left.set(value, (left.get(value) ?? 0) + 1);
  let common = 0;
  for (const value of b) {
    const count = left.get(value) ?? 0;
    if (count > 0) {
      common++;
      left.set(value, count - 1);
    }
  }
  return common;
}

/**
 * Harmonic mean of precision common/|response| and recall common/|reference|; 0 when nothing is common.
 *
 * @param common what both have, at most the smaller size
 */
export function overlapF1(common: number, responseSize: number, referenceSize: number): number {
  if (common === 0) return 0;
  const precision = common / responseSize;
  const recall = common / referenceSize;
  return (2 * precision * recall) / (precision + recall);
}
