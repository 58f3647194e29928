import { requireInteger, requireSameLength } from '../check.ts';
import { clip, compensatedSum } from '../numeric.ts';
import { JOINED_ODDS, JOINED_PENALTY, JOINED_PSEUDO, JOINED_SLOPE, OTHER_PENALTY } from './constants.ts';
import {
  LEAST_LEFT_OUT,
  MOST_EVIDENCE,
  type Ridge,
  type RidgePrior,
  type RidgeRows,
  SPREAD_PRIOR,
} from './gated-ridge.ts';
import { type SignalColumn, standardized } from './signal-columns.ts';

/** A column that joined a running study. */
export interface JoinedColumn extends SignalColumn {
  /** Draws made before it joined, from 0. It may rest on the labels of these, and on none later. */
  readonly since: number;
}

/** What was known of the mean of the pool when a column joined. */
export interface Joint {
  readonly estimate: number;
  /** Its variance, in units of the variance of a label's residual. */
  readonly spread: number;
}

/** What stays of a column of standard deviation 1 below this is rounding. */
const LEAST_KEPT = 1e-3;

/** A predictor with the columns that joined: their slopes follow those of the other columns. */
export interface JoinedRidge extends Ridge {
  /** Variance of what is left beside it, as a share of what is left beside the columns from the start, in (0, 1]. */
  readonly share: number;
  /** The same as a share of what was left before the last join. */
  readonly lastShare: number;
}

/**
 * Adds columns that joined to a predictor, one after the other in the order in which they joined. Each is fitted to what the
 * predictor before it leaves of the labels since the join, every label left out of the fit behind its own residual:
 *
 * c = c0 + sum x (r - x c0) / (sum x^2 + penalty), c0 = slope times the standard deviation of what is left;
 * leave-one-out residual (r - x c) / (1 - x^2/(sum x^2 + penalty)) (Hoerl and Kennard, 1970; Allen, 1974); and its own gate,
 * odds / (odds + (mean square with it / without it)^(m/2)) on the m labels since.
 *
 * Labels from before the join have no part in it, since the column may know them by heart. With `joins` empty nothing changes.
 *
 * @param joins in ascending order of `since`, none later than the labels
 */
export function joinedRidge(
  base: Ridge,
  { items, values }: Pick<RidgeRows, 'items' | 'values'>,
  joins: readonly JoinedColumn[],
  prior: RidgePrior,
): JoinedRidge {
  if (joins.length === 0) return { ...base, share: 1, lastShare: 1 };
  const n = values.length;
  // Below two labels no residual is measured.
  const left = n < 2 ? new Float64Array(n) : base.leftOut.slice();
  let square = (squaresOf(left, 0) + SPREAD_PRIOR * prior.variance) / (n + SPREAD_PRIOR);
  const slopes = new Float64Array(base.slopes.length + joins.length);
  slopes.set(base.slopes);
  let share = 1;
  let lastShare = 1;
  for (const [k, join] of joins.entries()) {
    const own = fitted(left, items, join, square);
    slopes[base.slopes.length + k] = own.slope;
    share *= own.share;
    square *= own.share;
    lastShare = join.since === joins[k - 1]?.since ? lastShare * own.share : own.share;
  }
  return { ...base, slopes, share, lastShare };
}

/**
 * The slope of one column, and the share of the variance that it leaves.
 *
 * @param left residuals of all labels beside the predictor before it; those since the join become those beside the predictor with it
 * @param square the variance expected of them
 */
function fitted(
  left: Float64Array,
  items: readonly number[],
  { since, values, unit, penalty, slope }: JoinedColumn,
  square: number,
): { slope: number; share: number } {
  const start = slope * Math.sqrt(square);
  const cells = items.slice(since).map((item) => unit * values[item]!);
  let [squares, product] = [0, 0];
  for (const [i, x] of cells.entries()) {
    squares += x * x;
    product += x * (left[since + i]! - x * start);
  }
  const whole = squares + penalty;
  const own = start + product / whole;
  const leftOut = cells.map(
    (x, i) => (left[since + i]! - x * own) / Math.max(1 - (x * x) / whole, LEAST_LEFT_OUT),
  );
  const pseudo = JOINED_PSEUDO * square;
  const before = pseudo + squaresOf(left, since);
  const evidence = (cells.length / 2) * Math.log((pseudo + squaresOf(leftOut, 0)) / before);
  const gate = JOINED_ODDS / (JOINED_ODDS + Math.exp(clip(evidence, -MOST_EVIDENCE, MOST_EVIDENCE)));
  for (const [i, residual] of leftOut.entries())
    left[since + i] = gate * residual + (1 - gate) * left[since + i]!;
  return { slope: gate * own, share: Math.min((pseudo + squaresOf(left, since)) / before, 1) };
}

function squaresOf(values: ArrayLike<number>, from: number): number {
  let sum = 0;
  for (let i = from; i < values.length; i++) sum += values[i]! * values[i]!;
  return sum;
}

/**
 * The column of a signal that joins: what it says beyond the main columns and those that joined before it, standardized over the
 * pool. An improved judge says most of what the one before it did, and only the rest is news; it takes no label to see that.
 *
 * @param signal a number of every item of the pool, more being better
 * @param columns of the study, those that joined among them
 * @param since draws made before it joins
 * @returns undefined for a signal that is constant, or says nothing beyond them
 * @throws RangeError when lists differ in length
 */
export function joinedColumn(
  signal: ArrayLike<number>,
  columns: readonly SignalColumn[],
  since: number,
): JoinedColumn | undefined {
  requireInteger(since, 0, signal.length, 'The number of draws before the join');
  const standard = standardized(signal);
  if (!standard) return undefined;
  const main = columns.filter(({ penalty }) => penalty < OTHER_PENALTY);
  const rest = beyond(standard, main);
  const kept = Math.sqrt(squaresOf(rest, 0) / rest.length);
  const values = kept < LEAST_KEPT ? undefined : standardized(rest);
  return values && { values, unit: 1, penalty: JOINED_PENALTY, slope: JOINED_SLOPE * kept, since };
}

/** What is left of a standardized list beside others: the residual of least squares over the pool, by Gram and Schmidt. */
function beyond(list: Float64Array, columns: readonly SignalColumn[]): Float64Array {
  const basis: Float64Array[] = [];
  const rest = (values: Float64Array) => {
    for (const one of basis) {
      const along = compensatedSum(values.map((value, i) => value * one[i]!)) / values.length;
      for (let i = 0; i < values.length; i++) values[i] = values[i]! - along * one[i]!;
    }
    return values;
  };
  for (const { values, unit } of columns) {
    requireSameLength(list, values, 'Column and signal');
    const own = rest(Float64Array.from(values, (value) => unit * value));
    const length = Math.sqrt(squaresOf(own, 0) / own.length);
    if (length >= LEAST_KEPT) basis.push(own.map((value) => value / length));
  }
  return rest(Float64Array.from(list));
}

/**
 * What was known at the last join and what the labels since then say, weighted by their precision. Labels from before correct
 * what was predicted of them before the join, so that those the column may know by heart are no evidence for it.
 *
 * With V the spread at the join, rho the share of the variance that the column leaves, j labels before and n now, the second has
 * the variance (1 - j/N)(1 - n/N)/(n - j) in units of what is left with the column, and the first V/rho; the two are uncorrelated,
 * since the rest is drawn at random whatever came before.
 *
 * @param at since: j; labels: n > j; size: N
 * @param after estimate of the pool's mean by what is known of the first j items and the labels since
 */
export function combined(
  at: { readonly joint: Joint; readonly share: number } & Record<'since' | 'labels' | 'size', number>,
  after: number,
): Joint {
  const { joint, share, since, labels, size } = at;
  const left = Math.max(1 - labels / size, 1e-12);
  const before = share / joint.spread;
  const fresh = (labels - since) / ((1 - since / size) * left);
  return {
    estimate: (before * joint.estimate + fresh * after) / (before + fresh),
    spread: 1 / (before + fresh),
  };
}
