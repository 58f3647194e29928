import { mean, type Rng, uniformInt, uniformOpen } from '../../stats/index.ts';
import { normalQuantile } from '../../stats/intervals/normal-quantile.ts';

/** What a method says after a label. */
export interface Answer {
  readonly value: number;
  readonly lower: number;
  readonly upper: number;
}

/** Labels so far, in draw order: human value and surrogate value of each; and the surrogate values of the pool. */
export interface Labeled {
  readonly y: readonly number[];
  readonly s: readonly number[];
  readonly pool: Float64Array;
}

const sampleVariance = (values: readonly number[]): number => {
  const middle = mean(values);
  return values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / Math.max(1, values.length - 1);
};

const covariance = (a: readonly number[], b: readonly number[]): number => {
  const [meanA, meanB] = [mean(a), mean(b)];
  return a.reduce((sum, value, i) => sum + (value - meanA) * (b[i]! - meanB), 0) / Math.max(1, a.length - 1);
};

const around = (value: number, error: number, alpha: number): Answer => {
  const reach = normalQuantile(1 - alpha / 2) * error;
  return { value, lower: value - reach, upper: value + reach };
};

const sumsOfPool = new WeakMap<Float64Array, { total: number; squares: number }>();

function sumsOf(values: ArrayLike<number>) {
  let [total, squares] = [0, 0];
  for (let i = 0; i < values.length; i++) {
    total += values[i]!;
    squares += values[i]! ** 2;
  }
  return { total, squares };
}

/** Mean and variance of the surrogate over the items that are not labeled. */
function unlabeledOf({ s, pool }: Labeled) {
  const count = pool.length - s.length;
  let sums = sumsOfPool.get(pool);
  if (!sums) {
    sums = sumsOf(pool);
    sumsOfPool.set(pool, sums);
  }
  const labeled = sumsOf(s);
  const total = sums.total - labeled.total;
  const squares = sums.squares - labeled.squares;
  const middle = total / count;
  return { count, mean: middle, variance: Math.max(0, squares / count - middle * middle) };
}

/**
 * PPI++ of a mean (Angelopoulos, Duchi and Zrnic, 2023, Eqs. 3 and 9 and Proposition 2): lambda mean f (unlabeled) +
 * mean (y - lambda f), lambda = cov(y, f)/((1 + n/N) var f) clipped to [0, 1], normal interval.
 */
export function ppiPlusPlus(labeled: Labeled, alpha: number): Answer {
  const { y, s } = labeled;
  const rest = unlabeledOf(labeled);
  const spread = (sampleVariance(s) * s.length + rest.variance * rest.count) / (s.length + rest.count);
  const slope =
    spread < 1e-12 ? 0 : Math.min(1, Math.max(0, covariance(y, s) / ((1 + y.length / rest.count) * spread)));
  const residuals = y.map((value, i) => value - slope * s[i]!);
  const variance = sampleVariance(residuals) / y.length + (slope * slope * rest.variance) / rest.count;
  return around(mean(residuals) + slope * rest.mean, Math.sqrt(variance), alpha);
}

/**
 * PPI++ with several scores at once, as multiple prediction-powered inference has it where every score is known of every item
 * (Cowen-Breen et al., 2026): mean y + l'(mean x of the others - mean x of the labeled), l = S^-1 cov(x, y)/(1 + n/r) with the
 * covariance S of the pool, normal interval. A diagonal of 1e-6 keeps S from being singular.
 *
 * @param items pool positions of the labels
 * @param scores of the pool, each with mean 0 and variance 1 over it
 */
export function multiPpi(
  items: readonly number[],
  values: Float64Array,
  scores: readonly Float64Array[],
  alpha: number,
): Answer {
  const [n, N] = [items.length, values.length];
  const y = items.map((i) => values[i]!);
  const ratio = 1 + n / (N - n);
  const across = scores.map((x) =>
    covariance(
      y,
      items.map((i) => x[i]!),
    ),
  );
  const slopes = solved(
    covariancesOf(scores),
    across.map((value) => value / ratio),
  );
  const told = Float64Array.from(values, (_, i) => scores.reduce((sum, x, k) => sum + slopes[k]! * x[i]!, 0));
  const labeled = items.map((i) => told[i]!);
  const rest = unlabeledOf({ y, s: labeled, pool: told });
  const residuals = y.map((value, i) => value - labeled[i]!);
  const variance = sampleVariance(residuals) / n + rest.variance / rest.count;
  return around(mean(residuals) + rest.mean, Math.sqrt(variance), alpha);
}

const covariancesOfScores = new WeakMap<readonly Float64Array[], number[][]>();

function covariancesOf(scores: readonly Float64Array[]): number[][] {
  const known = covariancesOfScores.get(scores);
  if (known) return known;
  const made = scores.map((a, j) =>
    scores.map((b, k) => mean(a.map((value, i) => value * b[i]!)) + (j === k ? 1e-6 : 0)),
  );
  covariancesOfScores.set(scores, made);
  return made;
}

/** Gaussian elimination with pivots. */
function solved(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, k) => [...row, right[k]!]);
  const size = rows.length;
  for (let k = 0; k < size; k++) {
    const pivot = rows.findIndex(
      (row, i) => i >= k && rows.slice(k).every((other) => Math.abs(other[k]!) <= Math.abs(row[k]!)),
    );
    [rows[k], rows[pivot]] = [rows[pivot]!, rows[k]!];
    for (let i = 0; i < size; i++) {
      if (i === k) continue;
      const share = rows[i]![k]! / rows[k]![k]!;
      for (let j = k; j <= size; j++) rows[i]![j] = rows[i]![j]! - share * rows[k]![j]!;
    }
  }
  return rows.map((row, k) => row[size]! / row[k]!);
}

const REPEATS = 200;

/**
 * Predict, then debias (Kluger, Lu, Zrnic, Wang and Bates, 2025): omega mean f (unlabeled) + mean y - omega mean f
 * (labeled), omega = Cov(mean y, mean f)/(Var(mean f) + Var(mean f unlabeled)) from the bootstrap, and the bootstrap's
 * percentile interval. The unlabeled mean is drawn from its normal limit, as in the quick form of their algorithm.
 */
export function predictThenDebias(labeled: Labeled, alpha: number, rng: Rng): Answer {
  const { y, s } = labeled;
  const rest = unlabeledOf(labeled);
  const drawn = Array.from({ length: REPEATS }, () => {
    let [sumY, sumS] = [0, 0];
    for (let k = 0; k < y.length; k++) {
      const i = uniformInt(rng, 0, y.length - 1);
      sumY += y[i]!;
      sumS += s[i]!;
    }
    const free = normalQuantile(uniformOpen(rng)) * Math.sqrt(rest.variance / rest.count);
    return { y: sumY / y.length, s: sumS / y.length, free: rest.mean + free };
  });
  const ofY = drawn.map((one) => one.y);
  const ofS = drawn.map((one) => one.s);
  const spread = sampleVariance(ofS) + rest.variance / rest.count;
  const omega = spread < 1e-12 ? 0 : covariance(ofY, ofS) / spread;
  const sorted = drawn.map((one) => omega * one.free + one.y - omega * one.s).sort((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(REPEATS - 1, Math.max(0, Math.round(share * (REPEATS - 1))))]!;
  const value = omega * rest.mean + mean(y) - omega * mean(s);
  return { value, lower: at(alpha / 2), upper: at(1 - alpha / 2) };
}

/**
 * Active inference in one batch (Zrnic and Candes, 2024, Eqs. 2 to 4): item i is labeled with probability p_i, the
 * estimate is mean (f + (y - f) label/p), its interval normal. p is half uniform and half in proportion to the
 * uncertainty 2 min(f, 1 - f), at most 1, with so many labels expected.
 *
 * @param isTuned f counts b times, b from the labels where the variance is least, clipped to [0, 1] as in PPI++; else once
 */
export function activeInference(
  pool: Float64Array,
  y: Float64Array,
  budget: number,
  alpha: number,
  rng: Rng,
  isTuned: boolean,
): Answer {
  const uncertain = pool.map((f) => 2 * Math.min(f, 1 - f));
  const total = uncertain.reduce((sum, value) => sum + value, 0);
  const counted = Array.from(pool, (_, i) => {
    const share = total < 1e-9 ? 1 / pool.length : 0.5 / pool.length + (0.5 * uncertain[i]!) / total;
    const p = Math.min(1, budget * share);
    return uniformOpen(rng) < p ? 1 / p : 0;
  });
  // Each term is a + b c with the slope b.
  const a = counted.map((weight, i) => (weight === 0 ? 0 : y[i]! * weight));
  const c = counted.map((weight, i) => pool[i]! * (1 - weight));
  const spread = sampleVariance(c);
  const tuned = spread < 1e-12 ? 0 : Math.min(1, Math.max(0, -covariance(a, c) / spread));
  const slope = isTuned ? tuned : 1;
  const terms = a.map((value, i) => value + slope * c[i]!);
  return around(mean(terms), Math.sqrt(sampleVariance(terms) / terms.length), alpha);
}

/** A confidence sequence: takes in a label and its surrogate value, and gives the running intersection. */
export type Sequence = (y: number, s: number) => Answer;

/** Running intersection; an empty one stays as it was. */
function intersecting(): (value: number, lower: number, upper: number) => Answer {
  let [least, most] = [0, 1];
  return (value, lower, upper) => {
    const [low, high] = [Math.max(least, lower), Math.min(most, upper)];
    if (low <= high) [least, most] = [low, high];
    return { value, lower: least, upper: most };
  };
}

/** Mean and variance that the next bet expects, with a prior item at 1/2 (Waudby-Smith and Ramdas, 2024, Eq. 15). */
function regularized() {
  let [count, sum, squares] = [0, 0.5, 0.25];
  return {
    before: () => ({ mean: sum / (count + 1), variance: squares / (count + 1), next: count + 1 }),
    add(value: number) {
      count++;
      sum += value;
      squares += (value - sum / (count + 1)) ** 2;
    },
  };
}

/** Predictable plug-in empirical Bernstein sequence (Waudby-Smith and Ramdas, 2024, Theorem 2), stakes at most 1/2. */
export function empiricalBernstein(alpha: number): Sequence {
  const known = regularized();
  const intersect = intersecting();
  let [stakes, weighted, variances] = [0, 0, 0];
  return (y) => {
    const { mean: expected, variance, next } = known.before();
    const stake = Math.min(
      0.5,
      Math.sqrt((2 * Math.log(2 / alpha)) / (variance * next * Math.log(1 + next))),
    );
    stakes += stake;
    weighted += stake * y;
    variances += (y - expected) ** 2 * (-Math.log1p(-stake) - stake);
    known.add(y);
    const reach = (Math.log(2 / alpha) + variances) / stakes;
    return intersect(weighted / stakes, weighted / stakes - reach, weighted / stakes + reach);
  };
}

const STEPS = 1000;

/** Hedged betting sequence (Waudby-Smith and Ramdas, 2024, Theorem 3), with the plug-in stakes of their Eq. 26, c = 1/2. */
export function hedgedBetting(alpha: number): Sequence {
  const known = regularized();
  const intersect = intersecting();
  const up = new Float64Array(STEPS + 1);
  const down = new Float64Array(STEPS + 1);
  let [count, sum] = [0, 0];
  return (y) => {
    const { variance, next } = known.before();
    const wanted = Math.sqrt((2 * Math.log(2 / alpha)) / (variance * next * Math.log(1 + next)));
    let [first, last] = [STEPS + 1, -1];
    for (let g = 0; g <= STEPS; g++) {
      const m = g / STEPS;
      up[g] = up[g]! + Math.log1p(Math.min(wanted, 0.5 / m) * (y - m));
      down[g] = down[g]! + Math.log1p(-Math.min(wanted, 0.5 / (1 - m)) * (y - m));
      if (Math.max(up[g]!, down[g]!) < Math.log(2 / alpha)) {
        first = Math.min(first, g);
        last = g;
      }
    }
    known.add(y);
    count++;
    sum += y;
    return intersect(sum / count, (first - 1) / STEPS, (last + 1) / STEPS);
  };
}

/** The same on y - f: (y - f + 1)/2 lies in [0, 1], and its mean tells that of y where that of f is known. */
export function hedgedResiduals(alpha: number, surrogateMean: number): Sequence {
  const inner = hedgedBetting(alpha);
  const back = (value: number) => 2 * value - 1 + surrogateMean;
  const intersect = intersecting();
  return (y, s) => {
    const { value, lower, upper } = inner((y - s + 1) / 2, s);
    return intersect(back(value), back(lower), back(upper));
  };
}

/** Labels from which what is asymptotic is looked at. */
export const ASYMPTOTIC_FROM = 10;

/**
 * Asymptotic confidence sequence (Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, 2024, Theorem 2.2 and Appendix B.2) of
 * y - b (f - mean f), the slope b from the labels before; narrowest at the number of labels planned.
 */
export function asymptotic(alpha: number, surrogateMean: number, planned: number): Sequence {
  const intersect = intersecting();
  const logs = -2 * Math.log(alpha);
  const rho2 = (logs + Math.log(logs + 1)) / planned;
  const [ys, ss, residuals]: [number[], number[], number[]] = [[], [], []];
  return (y, s) => {
    const spread = ss.length < 4 ? 0 : sampleVariance(ss);
    const slope = spread < 1e-12 ? 0 : Math.min(1, Math.max(0, covariance(ys, ss) / spread));
    residuals.push(y - slope * (s - surrogateMean));
    ys.push(y);
    ss.push(s);
    const t = residuals.length;
    const value = mean(residuals);
    if (t < ASYMPTOTIC_FROM) return { value, lower: 0, upper: 1 };
    const scaled = t * rho2 + 1;
    const reach = Math.sqrt(
      ((sampleVariance(residuals) * 2 * scaled) / (t * t * rho2)) * Math.log(Math.sqrt(scaled) / alpha),
    );
    return intersect(value, value - reach, value + reach);
  };
}
