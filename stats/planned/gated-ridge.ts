import { clip } from '../numeric.ts';
import { EXPECTATION_PRIOR, GATE_FROM, GATE_ODDS } from './constants.ts';
import type { SignalColumn } from './signal-columns.ts';

/** Pseudo-observations of the prior variance behind the standard deviation that scales prior slopes. */
const SPREAD_PRIOR = 2;

/** Part of the variance of y that is added to both mean squares before the gate compares them. */
const GATE_SLACK = 0.1;

/** The exponent of the gate is cut here, where it decides anyway. */
const MOST_EVIDENCE = 30;

/** Least 1 - leverage by which a leave-one-out residual is divided. */
const LEAST_LEFT_OUT = 0.05;

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
export function gatedRidge(columns: readonly SignalColumn[], labels: RidgeLabels, prior: RidgePrior): Ridge {
  const n = labels.items.length;
  if (n < 2) return beforeTwoLabels(columns, labels, prior);
  const center = average(labels.values);
  const plain = Float64Array.from(labels.values, (y) => ((y - center) * n) / (n - 1));
  if (columns.length === 0) return { slopes: new Float64Array(), intercept: center, leftOut: plain, gate: 0 };
  return gated(columns, labels, plain, center, prior);
}

/** With one label its residual is not measured, and the intercept is a mean of it and two labels at the surrogate's mean. */
function beforeTwoLabels(columns: readonly SignalColumn[], labels: RidgeLabels, prior: RidgePrior): Ridge {
  const spread = Math.sqrt(prior.variance);
  const slopes = Float64Array.from(columns, ({ slope }) => spread * slope);
  const leftOut = new Float64Array();
  const [item, y] = [labels.items[0], labels.values[0]];
  if (item === undefined || y === undefined) return { slopes, intercept: prior.mean, leftOut, gate: 1 };
  const told = columns.reduce((sum, { values, unit }, k) => sum + slopes[k]! * unit * values[item]!, 0);
  return { slopes, intercept: clip((2 * prior.mean + y - told) / 3, 0, 1), leftOut, gate: 1 };
}

function gated(
  columns: readonly SignalColumn[],
  { items, values }: RidgeLabels,
  plain: Float64Array,
  center: number,
  prior: RidgePrior,
): Ridge {
  const n = items.length;
  const squares = values.reduce((sum, y) => sum + (y - center) ** 2, 0);
  const spread = Math.sqrt((squares + SPREAD_PRIOR * prior.variance) / (n + SPREAD_PRIOR));
  const start = Float64Array.from(columns, ({ slope }) => spread * slope);
  const means = columns.map(({ values: cells, unit }) => average(items.map((item) => unit * cells[item]!)));
  const rows = items.map((item) =>
    Float64Array.from(columns, ({ values: cells, unit }, k) => unit * cells[item]! - means[k]!),
  );
  const residuals = rows.map((row, i) => values[i]! - center - product(row, start));
  const factor = factorOf(rows, columns);
  const delta = solve(factor, combined(rows, residuals));
  const slopes = start.map((slope, k) => slope + delta[k]!);
  let leftOut = Float64Array.from(rows, (row, i) => {
    const leverage = product(row, solve(factor, row));
    return (residuals[i]! - product(row, delta)) / Math.max(1 - leverage - 1 / n, LEAST_LEFT_OUT);
  });
  const gate = n < GATE_FROM ? 1 : gateOf(leftOut, plain, spread);
  const kept = slopes.map((slope) => gate * slope);
  leftOut = leftOut.map((residual, i) => gate * residual + (1 - gate) * plain[i]!);
  const intercept = clip(center - means.reduce((sum, m, k) => sum + kept[k]! * m, 0), 0, 1);
  return { slopes: kept, intercept, leftOut, gate };
}

/** odds / (odds + (mean square of the predictor / that of the plain mean)^(n/2)). */
function gateOf(leftOut: Float64Array, plain: Float64Array, spread: number): number {
  const slack = GATE_SLACK * spread * spread;
  const evidence = (leftOut.length / 2) * Math.log((squaresOf(leftOut) + slack) / (squaresOf(plain) + slack));
  return GATE_ODDS / (GATE_ODDS + Math.exp(clip(evidence, -MOST_EVIDENCE, MOST_EVIDENCE)));
}

/** Variance that bets expect of a label: the leave-one-out mean square, with the prior variance as four labels. */
export function expectedVariance(leftOut: ArrayLike<number>, labels: number, priorVariance: number): number {
  const meanSquare = leftOut.length === 0 ? 0 : squaresOf(leftOut) / leftOut.length;
  return (EXPECTATION_PRIOR * priorVariance + labels * meanSquare) / (EXPECTATION_PRIOR + labels);
}

/**
 * Predictions for every item of the pool, each in [0, 1]; one pass over the columns, O(N d).
 *
 * @param size items of the pool
 */
export function predictions(ridge: Ridge, columns: readonly SignalColumn[], size: number): Float64Array {
  const predicted = new Float64Array(size).fill(ridge.intercept);
  for (const [k, { values, unit }] of columns.entries()) {
    const slope = ridge.slopes[k]! * unit;
    for (let item = 0; item < size; item++) predicted[item] = predicted[item]! + slope * values[item]!;
  }
  for (let item = 0; item < size; item++) predicted[item] = clip(predicted[item]!, 0, 1);
  return predicted;
}

/** Lower triangle of the Cholesky factor of X'X + diag(penalty), row by row. */
function factorOf(rows: readonly Float64Array[], columns: readonly SignalColumn[]): Float64Array[] {
  const gram = columns.map(({ penalty }, k) => {
    const line = new Float64Array(k + 1);
    line[k] = penalty;
    for (const row of rows) for (let j = 0; j <= k; j++) line[j] = line[j]! + row[k]! * row[j]!;
    return line;
  });
  for (const [k, line] of gram.entries()) {
    for (let j = 0; j <= k; j++) {
      const other = gram[j]!;
      let left = line[j]!;
      for (let i = 0; i < j; i++) left -= line[i]! * other[i]!;
      line[j] = j === k ? Math.sqrt(left) : left / other[j]!;
    }
  }
  return gram;
}

function solve(factor: readonly Float64Array[], right: ArrayLike<number>): Float64Array {
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

/** X' r. */
function combined(rows: readonly Float64Array[], residuals: readonly number[]): Float64Array {
  const sums = new Float64Array(rows[0]!.length);
  for (const [i, row] of rows.entries()) {
    for (let k = 0; k < sums.length; k++) sums[k] = sums[k]! + row[k]! * residuals[i]!;
  }
  return sums;
}

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

const average = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
