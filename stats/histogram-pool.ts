import { requireInteger } from './check.ts';
import { compensatedSum, countedMean } from './numeric.ts';
import { CONSTANT_COLUMN_VARIANCE, MAIN_PENALTY, MAIN_SLOPE, OTHER_PENALTY } from './planned/constants.ts';
import { type FrozenColumn, freezeValues } from './planned/frozen-columns.ts';
import type { EnvelopeLine, PoolSummary } from './pool-summary.ts';

/** Steps from 0 to 1 of the surrogate values of a pool that is known by its histogram alone. */
export const LEVEL_STEPS = 16_384;

/**
 * A pool as a histogram: at most 16,385 levels whatever N. The surrogate value of an item is its level/16384 and nothing else;
 * any surrogate is valid, so nothing is lost by the rounding.
 */
export interface HistogramPool {
  /** Levels that have an item, ascending, integers from 0 to 16384. */
  readonly levels: readonly number[];
  /** Items on each, at least 1. */
  readonly counts: Float64Array;
}

/** Level of a value in [0, 1]: the nearest, the higher one halfway. What lies outside stays outside. */
export const levelOf = (value: number): number => Math.floor(value * LEVEL_STEPS + 0.5);

export const valueOfLevel = (level: number): number => level / LEVEL_STEPS;

/** A pool with what its design makes of every level. */
interface DrawnHistogram {
  readonly summary: PoolSummary;
  /** Surrogate values of the levels, and the probability of one item on each. */
  readonly values: Float64Array;
  readonly probabilities: Float64Array;
}

/**
 * What `summarizePool` says of all items, from the histogram. The envelope needs no search: of the designs here
 * (1 - b s)/q is, as a function of s, largest at the smallest or the largest s. For q proportional to sqrt(2 - s) its derivative
 * has the sign of 1/2 - 2b + bs/2, which rises in s; for equal q it falls.
 *
 * @param weight what the probability of an item is proportional to, by its surrogate value: sqrt(2 - s), or 1
 * @throws RangeError when a level or count is none
 */
export function drawnHistogram(pool: HistogramPool, weight: (s: number) => number): DrawnHistogram {
  requireHistogram(pool);
  const { counts } = pool;
  const values = Float64Array.from(pool.levels, valueOfLevel);
  const weights = values.map(weight);
  const total = compensatedSum(weights.map((one, i) => one * counts[i]!));
  const probabilities = weights.map((one) => one / total);
  const center = countedMean(values, counts);
  const [min, max] = [values[0]!, values.at(-1)!];
  const lines = [values.length - 1, 0].map((i) => lineOf(values[i]!, probabilities[i]!));
  return {
    values,
    probabilities,
    summary: {
      populationSize: compensatedSum(counts),
      mean: center,
      variance: countedMean(
        values.map((value) => (value - center) ** 2),
        counts,
      ),
      min,
      max,
      maxSurrogateOverProbability: values.reduce((most, s, i) => Math.max(most, s / probabilities[i]!), 0),
      envelope: leading(lines as [EnvelopeLine, EnvelopeLine]),
    },
  };
}

const lineOf = (s: number, q: number): EnvelopeLine => ({ intercept: 1 / q, slope: 0 - s / q });

/** The lines of the largest and of the smallest s, without one that the other hides for all slopes from 0 to 1. */
function leading([ofLargest, ofSmallest]: [EnvelopeLine, EnvelopeLine]): EnvelopeLine[] {
  if (ofSmallest.intercept >= ofLargest.intercept) return [ofSmallest];
  const end = (line: EnvelopeLine) => line.intercept + line.slope;
  return end(ofLargest) >= end(ofSmallest) ? [ofLargest] : [ofLargest, ofSmallest];
}

/** @throws RangeError */
function requireHistogram({ levels, counts }: HistogramPool): void {
  if (levels.length === 0) throw new RangeError('A pool needs at least one item, got none.');
  for (const [i, level] of levels.entries()) {
    requireInteger(level, i === 0 ? 0 : levels[i - 1]! + 1, LEVEL_STEPS, 'A level');
    requireInteger(counts[i]!, 1, Number.MAX_SAFE_INTEGER, 'A count');
  }
}

/** Where an engine has to look for the first items of an order. */
export interface HashCut {
  /** Items with a larger key are let go. Infinite where every item is wanted. */
  readonly key: number;
  /** Hashes as text that lie below it may have a key below `key`; null where every hash may. */
  readonly below: string | null;
}

/**
 * The bounds within which the first `wanted` items of draw rule 2 lie, but for a chance of about 1 in 30,000: then fewer come
 * back, and a larger number is asked for. The engine needs no logarithm and no order: the bound on the hash alone lets at most
 * about sqrt(2) times as many items through as are wanted.
 *
 * @param wanted items, at least 1
 */
export function hashCut(pool: HistogramPool, weight: (s: number) => number, wanted: number): HashCut {
  requireInteger(wanted, 1, Number.MAX_SAFE_INTEGER, 'The number of items');
  const target = wanted + 4 * Math.sqrt(wanted) + 8;
  if (target >= compensatedSum(pool.counts)) return { key: Number.POSITIVE_INFINITY, below: null };
  const weights = pool.levels.map((level) => weight(valueOfLevel(level)));
  const expected = (key: number) =>
    weights.reduce((sum, one, i) => sum - pool.counts[i]! * Math.expm1(-key * one), 0);
  let [low, high] = [0, 1];
  while (expected(high) < target) high *= 2;
  for (let step = 0; step < 100; step++) {
    const middle = (low + high) / 2;
    if (expected(middle) < target) low = middle;
    else high = middle;
  }
  const uniform = -Math.expm1(-high * Math.max(...weights));
  return { key: high, below: hashBelow(uniform) };
}

/**
 * A bound as `hashCut` gives it, before the histogram is known: no lower than that of any pool of so many items.
 *
 * @param items of the pool, at least 1
 * @param spread largest weight over the smallest, at least 1
 */
export function hashCutAhead(items: number, spread: number, wanted: number): string | null {
  const target = wanted + 4 * Math.sqrt(wanted) + 8;
  if (target >= items) return null;
  return hashBelow(-Math.expm1(spread * Math.log1p(-target / items)));
}

/** Sixteen digits above the first 64 bits of every hash whose uniform is at most this one; null where there are none above. */
function hashBelow(uniform: number): string | null {
  const bits = BigInt(Math.ceil(uniform * 2 ** 53)) + 2n;
  return bits >= 1n << 53n ? null : (bits << 11n).toString(16).padStart(16, '0');
}

/**
 * The columns of the predictor of a pool with one signal, one cell a level: what `freezeColumns` makes of all its items.
 *
 * @returns none where all items lie on one level
 */
export function freezeLevels({ levels, counts }: HistogramPool): FrozenColumn[] {
  const values = Float64Array.from(levels, valueOfLevel);
  const center = countedMean(values, counts);
  const variance = countedMean(
    values.map((value) => (value - center) ** 2),
    counts,
  );
  if (!(variance > CONSTANT_COLUMN_VARIANCE)) return [];
  const frozen = freezeValues(values.map((value) => (value - center) / Math.sqrt(variance)));
  const surrogate = { id: 'surrogate', name: 'Surrogate', ...frozen };
  const main = { penalty: MAIN_PENALTY, slope: MAIN_SLOPE };
  const name = 'Mean of surrogate and quality signals';
  return [
    { ...surrogate, id: 'composite', name, kind: 'composite', ...main },
    { ...surrogate, kind: 'surrogate', ...main },
    { ...surrogate, kind: 'quality', penalty: OTHER_PENALTY, slope: 0 },
  ];
}
