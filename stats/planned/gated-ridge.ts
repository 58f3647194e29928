import { choleskyFactor, solveFactored } from '../cholesky.ts';
import type { ResidualMoments } from '../intervals/one-look.ts';
import { clip } from '../numeric.ts';
import { EXPECTATION_PRIOR, GATE_FROM, GATE_ODDS } from './constants.ts';
import type { SignalColumn } from './signal-columns.ts';

/** Pseudo-observations of the prior variance behind the standard deviation that scales prior slopes. */
export const SPREAD_PRIOR = 2;

/** Part of the variance of y that is added to both mean squares before the gate compares them. */
const GATE_SLACK = 0.1;

/** The exponent of the gate is cut here, where it decides anyway. */
export const MOST_EVIDENCE = 30;

/** Least 1 - leverage by which a leave-one-out residual is divided. */
export const LEAST_LEFT_OUT = 0.05;

/** What is known before any label. */
export interface RidgePrior {
  /** Mean of the surrogate over the pool, in [0, 1]. */
  readonly mean: number;
  /** Variance expected of y. */
  readonly variance: number;
}

/** The prior of a pool with this surrogate mean: 1.5 times the variance that a quarter of a coin's would be, at least .0375. */
export const ridgePrior = (surrogateMean: number): RidgePrior => ({
  mean: surrogateMean,
  variance: Math.max(0.375 * surrogateMean * (1 - surrogateMean), 0.0375),
});

/** Labels in draw order. */
export interface RidgeLabels {
  /** Positions in the pool. */
  readonly items: readonly number[];
  /** Human values in [0, 1]. */
  readonly values: readonly number[];
}

/** The labels with the columns of their items, and the sums of products that a fit needs: a label is added once. */
export class RidgeRows implements RidgeLabels {
  readonly items: number[];
  readonly values: number[];
  readonly columns: readonly SignalColumn[];
  sumY = 0;
  readonly sums: Float64Array;
  /** Sums of x_k y, and lower triangle of the sums of x_k x_j, row by row. */
  readonly cross: Float64Array;
  readonly products: Float64Array[];
  /** The columns of the labeled items, one label after the other, with room for more. */
  #rows = new Float64Array();

  /** @param labels that are added already; for `clone` */
  constructor(columns: readonly SignalColumn[], labels?: RidgeLabels) {
    this.items = labels?.items.slice() ?? [];
    this.values = labels?.values.slice() ?? [];
    this.columns = columns;
    this.sums = new Float64Array(columns.length);
    this.cross = new Float64Array(columns.length);
    this.products = columns.map((_, k) => new Float64Array(k + 1));
  }

  /** The columns of the labeled items, one label after the other; what follows the last label means nothing. */
  get rows(): Float64Array {
    return this.#rows;
  }

  add(item: number, y: number): void {
    const size = this.columns.length;
    const from = this.values.length * size;
    if (this.#rows.length < from + size) this.#grow(2 * (from + size));
    const row = this.#rows.subarray(from, from + size);
    for (let k = 0; k < size; k++) row[k] = this.columns[k]!.unit * this.columns[k]!.values[item]!;
    this.items.push(item);
    this.values.push(y);
    this.sumY += y;
    for (let k = 0; k < size; k++) {
      const x = row[k]!;
      const line = this.products[k]!;
      this.sums[k] = this.sums[k]! + x;
      this.cross[k] = this.cross[k]! + x * y;
      for (let j = 0; j <= k; j++) line[j] = line[j]! + x * row[j]!;
    }
  }

  #grow(length: number): void {
    const more = new Float64Array(length);
    more.set(this.#rows);
    this.#rows = more;
  }

  /** An independent copy. */
  clone(): RidgeRows {
    const copy = new RidgeRows(this.columns, this);
    copy.#rows = this.#rows.slice(0, this.values.length * this.columns.length);
    copy.sumY = this.sumY;
    copy.sums.set(this.sums);
    copy.cross.set(this.cross);
    for (const [k, line] of this.products.entries()) copy.products[k]!.set(line);
    return copy;
  }
}

/** A predictor of the human value from the columns: clip(intercept + slopes · columns, 0, 1). */
export interface Ridge {
  readonly slopes: Float64Array;
  readonly intercept: number;
  /** Leave-one-out residuals of the labels, in their order; empty for fewer than two labels. */
  readonly leftOut: Float64Array;
  /** Share of the predictor against the plain mean, in [0, 1]. */
  readonly gate: number;
}

/**
 * Ridge regression of the human values on the columns, shrunk towards the prior slopes, and gated: the slopes are
 * multiplied by the posterior probability that their leave-one-out error is below that of the plain mean, so that signals
 * that say nothing cost next to nothing.
 *
 * b = b0 + (X'X + diag(penalty))^-1 X'(y - X b0) with X and y centered on the labels (Hoerl and Kennard, 1970, about a prior
 * slope); leave-one-out residuals are r_i / (1 - h_ii - 1/n) (Allen, 1974).
 */
export function gatedRidge(labels: RidgeRows, prior: RidgePrior): Ridge {
  const { columns, values, sumY } = labels;
  const n = values.length;
  if (n < 2) return beforeTwoLabels(labels, prior);
  const center = sumY / n;
  const plain = new Float64Array(n);
  for (let i = 0; i < n; i++) plain[i] = ((values[i]! - center) * n) / (n - 1);
  if (columns.length === 0) return { slopes: new Float64Array(), intercept: center, leftOut: plain, gate: 0 };
  return gated(labels, plain, prior);
}

/** With one label its residual is not measured, and the intercept is a mean of it and two labels at the surrogate's mean. */
function beforeTwoLabels({ columns, rows, values }: RidgeRows, prior: RidgePrior): Ridge {
  const spread = Math.sqrt(prior.variance);
  const slopes = Float64Array.from(columns, ({ slope }) => spread * slope);
  const leftOut = new Float64Array();
  const [y] = values;
  if (y === undefined) return { slopes, intercept: prior.mean, leftOut, gate: 1 };
  const told = product(slopes, rows);
  return { slopes, intercept: clip((2 * prior.mean + y - told) / 3, 0, 1), leftOut, gate: 1 };
}

function gated(labels: RidgeRows, plain: Float64Array, prior: RidgePrior): Ridge {
  const { columns, values, sumY } = labels;
  const n = values.length;
  const center = sumY / n;
  const squares = values.reduce((sum, y) => sum + (y - center) ** 2, 0);
  const spread = Math.sqrt((squares + SPREAD_PRIOR * prior.variance) / (n + SPREAD_PRIOR));
  const start = Float64Array.from(columns, ({ slope }) => spread * slope);
  const means = labels.sums.map((sum) => sum / n);
  const gram = centeredProducts(labels, means);
  const factor = factorOf(gram, columns);
  const told = combined(gram, start);
  const delta = solveFactored(
    factor,
    labels.cross.map((sum, k) => sum - means[k]! * sumY - told[k]!),
  );
  const slopes = start.map((slope, k) => slope + delta[k]!);
  const leftOut = leftOutResiduals(labels, { slopes, means, inverse: inverseOf(factor) });
  const gate = n < GATE_FROM ? 1 : gateOf(leftOut, plain, spread);
  const kept = slopes.map((slope) => gate * slope);
  for (let i = 0; i < n; i++) leftOut[i] = gate * leftOut[i]! + (1 - gate) * plain[i]!;
  const intercept = clip(center - product(kept, means), 0, 1);
  return { slopes: kept, intercept, leftOut, gate };
}

/** What the residual of a label is once it is left out of the fit: r_i / (1 - leverage - 1/n). */
function leftOutResiduals(
  { rows, values, sumY }: RidgeRows,
  { slopes, means, inverse }: Record<'slopes' | 'means', Float64Array> & { inverse: readonly Float64Array[] },
): Float64Array {
  const [n, size] = [values.length, slopes.length];
  const center = sumY / n;
  const atMeans = transformed(inverse, means);
  const toldAtMeans = product(slopes, means);
  const triangle = flattened(inverse);
  const leftOut = new Float64Array(n);
  // This is the one part of a fit that grows with labels times columns squared.
  for (let i = 0, from = 0; i < n; i++, from += size) {
    let leverage = 0;
    for (let k = 0, at = 0; k < size; k++) {
      let sum = 0;
      for (let j = 0; j <= k; j++) sum += triangle[at++]! * rows[from + j]!;
      leverage += (sum - atMeans[k]!) ** 2;
    }
    let told = 0;
    for (let k = 0; k < size; k++) told += slopes[k]! * rows[from + k]!;
    const residual = values[i]! - center - (told - toldAtMeans);
    leftOut[i] = residual / Math.max(1 - leverage - 1 / n, LEAST_LEFT_OUT);
  }
  return leftOut;
}

/** The rows of a lower triangle, one after the other. */
function flattened(triangle: readonly Float64Array[]): Float64Array {
  const size = triangle.length;
  const flat = new Float64Array((size * (size + 1)) / 2);
  for (const [k, line] of triangle.entries()) flat.set(line, (k * (k + 1)) / 2);
  return flat;
}

/** odds / (odds + (mean square of the predictor / that of the plain mean)^(n/2)). */
function gateOf(leftOut: Float64Array, plain: Float64Array, spread: number): number {
  const slack = GATE_SLACK * spread * spread;
  const evidence = (leftOut.length / 2) * Math.log((squaresOf(leftOut) + slack) / (squaresOf(plain) + slack));
  return GATE_ODDS / (GATE_ODDS + Math.exp(clip(evidence, -MOST_EVIDENCE, MOST_EVIDENCE)));
}

/**
 * Variance that bets expect of a label: the leave-one-out mean square, with the prior variance as four labels.
 *
 * @param meanSquare of the leave-one-out residuals, by `meanSquareOf`
 */
export function expectedVariance(meanSquare: number, labels: number, priorVariance: number): number {
  return (EXPECTATION_PRIOR * priorVariance + labels * meanSquare) / (EXPECTATION_PRIOR + labels);
}

/** Mean of the squares; 0 of an empty list. */
export const meanSquareOf = (values: ArrayLike<number>): number =>
  values.length === 0 ? 0 : squaresOf(values) / values.length;

/** Mean square and mean cube of leave-one-out residuals, of which there is at least one. */
export function residualMoments(leftOut: Float64Array): ResidualMoments {
  const cubes = leftOut.reduce((sum, residual) => sum + residual ** 3, 0);
  return { square: meanSquareOf(leftOut), cube: cubes / leftOut.length };
}

/** Lower triangle of X'X of the columns centered on the labels, row by row. */
function centeredProducts({ products, values }: RidgeRows, means: Float64Array): Float64Array[] {
  const n = values.length;
  return products.map((line, k) => line.map((sum, j) => sum - n * means[k]! * means[j]!));
}

/** Lower triangle of the Cholesky factor of X'X + diag(penalty), row by row. */
function factorOf(gram: readonly Float64Array[], columns: readonly SignalColumn[]): Float64Array[] {
  const lower = gram.map((line) => Float64Array.from(line));
  for (const [k, line] of lower.entries()) line[k] = line[k]! + columns[k]!.penalty;
  return choleskyFactor(lower);
}

/** Inverse of a lower triangle, row by row. */
function inverseOf(factor: readonly Float64Array[]): Float64Array[] {
  const inverse = factor.map((line) => new Float64Array(line.length));
  for (const [k, line] of factor.entries()) {
    const own = inverse[k]!;
    own[k] = 1 / line[k]!;
    for (let j = 0; j < k; j++) {
      let sum = 0;
      for (let i = j; i < k; i++) sum += line[i]! * inverse[i]![j]!;
      own[j] = -sum / line[k]!;
    }
  }
  return inverse;
}

/** A lower triangle times a vector. */
function transformed(triangle: readonly Float64Array[], vector: Float64Array): Float64Array {
  const result = new Float64Array(vector.length);
  for (let k = 0; k < result.length; k++) result[k] = product(triangle[k]!, vector);
  return result;
}

/** A symmetric matrix, given by its lower triangle, times a vector. */
function combined(lower: readonly Float64Array[], vector: Float64Array): Float64Array {
  const result = new Float64Array(vector.length);
  for (const [k, line] of lower.entries()) {
    for (let j = 0; j < k; j++) {
      result[k] = result[k]! + line[j]! * vector[j]!;
      result[j] = result[j]! + line[j]! * vector[k]!;
    }
    result[k] = result[k]! + line[k]! * vector[k]!;
  }
  return result;
}

/** Sum of products over the first vector's length. */
function product(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k]! * b[k]!;
  return sum;
}

function squaresOf(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]! * values[i]!;
  return sum;
}
