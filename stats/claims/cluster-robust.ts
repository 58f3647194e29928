import { requirePositive, requireSameLength } from '../check.ts';
import { compensatedSum, RunningSum } from '../numeric.ts';

/** A residual of a weighted mean: which cluster it belongs to, its weight and its value. */
export interface ClusteredResidual {
  cluster: number | string;
  /** v, above 0. */
  weight: number;
  /** e = y minus the weighted mean of all y. */
  residual: number;
}

/**
 * Bias-reduced cluster-robust variance (CR2) of a weighted mean sum v y/sum v: the weighted regression on an
 * intercept alone. With H = 1 v'/V, V = sum v, and working covariance I,
 *   CR2 = sum_g (v_g' A_g e_g)^2/V^2,  A_g = B_g^{-1/2},
 *   B_g = ((I - H)(I - H)')_gg = I - (1 v_g' + v_g 1')/V + (sum v^2/V^2) 1 1',
 * which is exactly unbiased when the working covariance holds (Bell and McCaffrey, 2002; Pustejovsky and Tipton,
 * 2018, Eq. 11). B_g differs from I only on the plane of 1 and v_g, so its inverse root is that of a 2 x 2 matrix.
 *
 * With clusters of one item each this is HC2; with equal weights and equal clusters it is the variance of the cluster
 * means over G.
 *
 * @param items at least one, of at least two clusters
 * @returns the variance and the number of clusters G
 * @throws RangeError when a weight is not above 0 or there are fewer than two clusters
 */
export function clusterRobustVariance(items: readonly ClusteredResidual[]): {
  variance: number;
  clusters: number;
} {
  const clusters = Map.groupBy(items, ({ cluster }) => cluster);
  if (clusters.size < 2) throw new RangeError(`A cluster-robust variance needs at least 2 clusters.`);
  for (const { weight } of items) requirePositive(weight, 'A weight');
  const total = compensatedSum(items.map(({ weight }) => weight));
  const squares = compensatedSum(items.map(({ weight }) => weight * weight));
  const sum = new RunningSum();
  for (const members of clusters.values()) {
    const score = adjustedScore(
      members.map(({ weight }) => weight),
      members.map(({ residual }) => residual),
      total,
      squares,
    );
    sum.add(score * score);
  }
  return { variance: sum.value / (total * total), clusters: clusters.size };
}

/** v_g' A_g e_g of one cluster. */
function adjustedScore(v: readonly number[], e: readonly number[], total: number, squares: number): number {
  requireSameLength(v, e, 'Weights and residuals');
  const m = v.length;
  // An orthonormal basis of the plane: along 1, and along what v has beside it.
  const along = compensatedSum(v) / Math.sqrt(m);
  const beside = v.map((weight) => weight - along / Math.sqrt(m));
  const length = Math.sqrt(compensatedSum(beside.map((x) => x * x)));
  const across = length > 1e-12 * along ? beside.map((x) => x / length) : beside.map(() => 0);
  const e1 = compensatedSum(e) / Math.sqrt(m);
  const e2 = compensatedSum(e.map((x, i) => x * across[i]!));
  const spread = across.some((x) => x !== 0) ? length : 0;

  // B_g on that plane.
  const b11 = 1 - (2 * Math.sqrt(m) * along) / total + (m * squares) / (total * total);
  const b12 = (-Math.sqrt(m) * spread) / total;
  const [a11, a12, a22] = inverseRoot(b11, b12, 1);
  return along * (a11 * e1 + a12 * e2) + spread * (a12 * e1 + a22 * e2);
}

/**
 * The inverse square root of the symmetric matrix [[a, b], [b, d]], with the root of a zero eigenvalue left zero
 * (Moore and Penrose), as entries 11, 12 and 22.
 */
function inverseRoot(a: number, b: number, d: number): readonly [number, number, number] {
  const center = (a + d) / 2;
  const reach = Math.hypot((a - d) / 2, b);
  const inverse = (eigenvalue: number) => (eigenvalue > 1e-12 ? 1 / Math.sqrt(eigenvalue) : 0);
  const high = inverse(center + reach);
  const low = inverse(center - reach);
  if (reach === 0) return [high, 0, high];
  const cosine = (a - d) / 2 / reach;
  const sine = b / reach;
  const middle = (high + low) / 2;
  const half = (high - low) / 2;
  return [middle + half * cosine, half * sine, middle - half * cosine];
}
