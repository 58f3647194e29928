import type { ClusteredResidual } from '../../../stats/claims/cluster-robust.ts';

type Matrix = number[][];

const product = (a: Matrix, b: Matrix): Matrix =>
  a.map((row) => b[0]!.map((_, j) => row.reduce((sum, x, k) => sum + x * b[k]![j]!, 0)));
const transposed = (a: Matrix): Matrix => a[0]!.map((_, j) => a.map((row) => row[j]!));
const identity = (n: number): Matrix =>
  Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => (i === j ? 1 : 0)));

/** Eigenvalues and eigenvectors (as columns) of a symmetric matrix by Jacobi's rotations. */
function eigen(symmetric: Matrix): { values: number[]; vectors: Matrix } {
  const n = symmetric.length;
  let a = symmetric.map((row) => [...row]);
  let vectors = identity(n);
  for (let sweep = 0; sweep < 60; sweep++) {
    for (let p = 0; p < n; p++) {
      for (let q = p + 1; q < n; q++) {
        if (Math.abs(a[p]![q]!) < 1e-15) continue;
        const angle = 0.5 * Math.atan2(2 * a[p]![q]!, a[q]![q]! - a[p]![p]!);
        const rotation = identity(n);
        rotation[p]![p] = Math.cos(angle);
        rotation[q]![q] = Math.cos(angle);
        rotation[p]![q] = Math.sin(angle);
        rotation[q]![p] = -Math.sin(angle);
        a = product(product(transposed(rotation), a), rotation);
        vectors = product(vectors, rotation);
      }
    }
  }
  return { values: a.map((row, i) => row[i]!), vectors };
}

/** B^{-1/2}, zero eigenvalues left zero. */
function inverseRoot(b: Matrix): Matrix {
  const { values, vectors } = eigen(b);
  const scaled = vectors.map((row) =>
    row.map((x, k) => (values[k]! > 1e-12 ? x / Math.sqrt(values[k]!) : 0)),
  );
  return product(scaled, transposed(vectors));
}

/** CR2 as the books write it, with the whole hat matrix: slow, and easy to check by eye. */
export function readableCr2(items: readonly ClusteredResidual[]): number {
  const total = items.reduce((sum, { weight }) => sum + weight, 0);
  const annihilator = items.map((_, i) => items.map(({ weight }, j) => (i === j ? 1 : 0) - weight / total));
  const covariance = product(annihilator, transposed(annihilator));
  let sum = 0;
  for (const cluster of new Set(items.map((item) => item.cluster))) {
    const members = [...items.keys()].filter((i) => items[i]!.cluster === cluster);
    const block = members.map((i) => members.map((j) => covariance[i]![j]!));
    const adjusted = product(
      inverseRoot(block),
      members.map((i) => [items[i]!.residual]),
    );
    const score = members.reduce((s, i, k) => s + items[i]!.weight * adjusted[k]![0]!, 0);
    sum += score * score;
  }
  return sum / (total * total);
}
