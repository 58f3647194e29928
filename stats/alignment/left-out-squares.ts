import { compensatedSum } from '../numeric.ts';

/** A labeled item: its human value, what machines say of it, and its weight under the design. */
export interface WeightedCase {
  readonly y: number;
  readonly x: readonly number[];
  readonly weight: number;
  /** As of a `WeightedPair`. */
  readonly cluster?: string | undefined;
}

/** A column that keeps less than this share of its squares beside the others says nothing new. */
const LEAST_NEW = 1e-10;

/** An item that takes up all but this of the fit is left out by fitting anew. */
const LEAST_FREEDOM = 1e-6;

/**
 * Weighted sum of squares of the errors with which weighted least squares (a constant and the columns named) predicts
 * each human value from the other items alone: sum w (e/(1 - h))^2 with residual e and leverage h (Allen, 1974). Without a
 * column it is the error of the mean of the others. Columns that follow from those before them are passed over.
 *
 * @param columns places in `x`, in order
 * @returns undefined with fewer than two items
 */
export function leftOutSquares(
  cases: readonly WeightedCase[],
  columns: readonly number[],
): number | undefined {
  if (cases.length < 2) return undefined;
  const basis = orthonormal(cases, columns);
  const slopes = basis.map((q) => compensatedSum(cases.map(({ y, weight }, i) => weight * q[i]! * y)));
  const terms: number[] = [];
  for (const [i, one] of cases.entries()) {
    const fitted = compensatedSum(basis.map((q, k) => slopes[k]! * q[i]!));
    const free = 1 - one.weight * compensatedSum(basis.map((q) => q[i]! ** 2));
    const error = free > LEAST_FREEDOM ? (one.y - fitted) / free : errorWithout(cases, columns, i);
    terms.push(one.weight * error * error);
  }
  return compensatedSum(terms);
}

/** What a constant and the columns named leave of values, by weighted least squares. */
export function residualsOf(
  cases: readonly WeightedCase[],
  values: readonly number[],
  columns: readonly number[],
): number[] {
  return orthonormal(cases, columns).reduce((rest: readonly number[], q) => {
    const slope = compensatedSum(cases.map(({ weight }, i) => weight * q[i]! * rest[i]!));
    return rest.map((value, i) => value - slope * q[i]!);
  }, values) as number[];
}

/** Columns q of length n with sum w q_j q_k = 1 for j = k and 0 else, the first a constant (Gram and Schmidt). */
function orthonormal(cases: readonly WeightedCase[], columns: readonly number[]): number[][] {
  const product = (a: readonly number[], b: readonly number[]) =>
    compensatedSum(cases.map(({ weight }, i) => weight * a[i]! * b[i]!));
  const basis: number[][] = [];
  for (const column of [undefined, ...columns]) {
    let rest = cases.map(({ x }) => (column === undefined ? 1 : x[column]!));
    const before = product(rest, rest);
    // Twice, for what rounding leaves of the others the first time.
    for (let pass = 0; pass < 2; pass++) {
      for (const q of basis) {
        const part = product(q, rest);
        rest = rest.map((value, i) => value - part * q[i]!);
      }
    }
    const squares = product(rest, rest);
    if (squares > LEAST_NEW * before) basis.push(rest.map((value) => value / Math.sqrt(squares)));
  }
  return basis;
}

/** The error at an item of the fit to all others, for one that alone holds up a column. */
function errorWithout(cases: readonly WeightedCase[], columns: readonly number[], place: number): number {
  const rest = cases.filter((_, i) => i !== place);
  const needed = columns.filter((column) => rest.some(({ x }) => x[column] !== rest[0]!.x[column]));
  const total = compensatedSum(rest.map(({ weight }) => weight));
  // With next to no weight it stands among the others and moves nothing.
  const faint = cases.map((one, i) => (i === place ? { ...one, weight: total * 1e-12 } : one));
  const fitted = orthonormal(faint, needed).map(
    (q) => q[place]! * compensatedSum(faint.map(({ y, weight }, i) => weight * q[i]! * y)),
  );
  return cases[place]!.y - compensatedSum(fitted);
}
