/**
 * Factors a symmetric positive definite matrix in place, by Cholesky.
 *
 * @param lower its lower triangle, row by row; becomes that of the factor
 */
export function choleskyFactor(lower: Float64Array[]): Float64Array[] {
  for (const [k, line] of lower.entries()) {
    for (let j = 0; j <= k; j++) {
      const other = lower[j]!;
      let left = line[j]!;
      for (let i = 0; i < j; i++) left -= line[i]! * other[i]!;
      line[j] = j === k ? Math.sqrt(left) : left / other[j]!;
    }
  }
  return lower;
}

/** The solution of a system of equations whose matrix has this factor by `choleskyFactor`. */
export function solveFactored(factor: readonly Float64Array[], right: ArrayLike<number>): Float64Array {
  const size = factor.length;
  const solution = Float64Array.from(right);
  for (let k = 0; k < size; k++) {
    const line = factor[k]!;
    let left = solution[k]!;
    for (let j = 0; j < k; j++) left -= line[j]! * solution[j]!;
    solution[k] = left / line[k]!;
  }
  for (let k = size - 1; k >= 0; k--) {
    let left = solution[k]!;
    for (let j = k + 1; j < size; j++) left -= factor[j]![k]! * solution[j]!;
    solution[k] = left / factor[k]![k]!;
  }
  return solution;
}
