import { compensatedSum, mean } from '../../stats/index.ts';

/** Pearson's correlation of two lists of one length; null when one of them is constant. */
export function correlationOf(a: Float64Array, b: Float64Array): number | null {
  const [meanA, meanB] = [mean(a), mean(b)];
  const sum = (of: (i: number) => number) => compensatedSum(a.map((_, i) => of(i)));
  const squares = sum((i) => (a[i]! - meanA) ** 2) * sum((i) => (b[i]! - meanB) ** 2);
  if (!(squares > 1e-24)) return null;
  return sum((i) => (a[i]! - meanA) * (b[i]! - meanB)) / Math.sqrt(squares);
}
