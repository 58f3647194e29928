import { requireProbability, requireSameLength, requireUnit } from './check.ts';
import { requireSurrogate } from './hardness/hardness.ts';
import { compensatedSum, mean, populationVariance } from './numeric.ts';

/** A line `intercept + slope * b` in the slope b of the control variate. */
export interface EnvelopeLine {
  intercept: number;
  slope: number;
}

/**
 * All that an estimate with interval needs to know of the pool's surrogate values s and probabilities q. Plain
 * numbers, a few dozen at most: it is computed once, when a study draws, and stored with it.
 */
export interface PoolSummary {
  /** N, at least 1. */
  populationSize: number;
  /** mean(s). */
  mean: number;
  /** mean((s - mean s)^2), divisor N. */
  variance: number;
  /** Smallest and largest s. */
  min: number;
  max: number;
  /** max_i s_i/q_i. */
  maxSurrogateOverProbability: number;
  /** Upper envelope on 0 <= b <= 1 of the lines (1 - b s_i)/q_i, by ascending slope. */
  envelope: readonly EnvelopeLine[];
}

/** Relative height by which a line must rise above the others to count. */
const ENVELOPE_TOLERANCE = 1e-12;

/** Largest deviation from 1 that the sum of the probabilities may show. */
const SUM_TOLERANCE = 1e-9;

/**
 * Summarizes a pool. Time O(N) for the designs of this folder and O(N log N) at worst, memory O(1) beyond the
 * lines that touch the envelope.
 *
 * @param s surrogate values in [0, 1], length N >= 1
 * @param q sampling probabilities in (0, 1], length N, sum 1
 * @throws RangeError when a value is out of range, the lengths differ, or q does not sum to 1 within 1e-9
 */
export function summarizePool(s: Float64Array, q: Float64Array): PoolSummary {
  requireSurrogate(s);
  requireSameLength(s, q, 'Surrogate values and probabilities');
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  let maxSurrogateOverProbability = 0;
  for (let index = 0; index < s.length; index++) {
    const value = s[index]!;
    requireProbability(q[index]!, 'A probability');
    min = Math.min(min, value);
    max = Math.max(max, value);
    maxSurrogateOverProbability = Math.max(maxSurrogateOverProbability, value / q[index]!);
  }
  const total = compensatedSum(q);
  if (!(Math.abs(total - 1) <= SUM_TOLERANCE)) {
    throw new RangeError(`Probabilities must sum to 1 within ${SUM_TOLERANCE}, got ${total}.`);
  }
  return {
    populationSize: s.length,
    mean: mean(s),
    variance: populationVariance(s),
    min,
    max,
    maxSurrogateOverProbability,
    envelope: upperEnvelope(s, q),
  };
}

/**
 * max_i (1 - slope s_i)/q_i over the pool, read from the envelope.
 *
 * @param slope in [0, 1]
 * @throws RangeError otherwise
 */
export function envelopeMaximum(summary: Pick<PoolSummary, 'envelope'>, slope: number): number {
  requireUnit(slope, 'The slope');
  let maximum = 0;
  for (const line of summary.envelope) maximum = Math.max(maximum, line.intercept + line.slope * slope);
  return maximum;
}

/**
 * Upper envelope of the lines. First the two lines that lead at b = 0 and at b = 1: another line can rise above
 * both of them only if it does so where they cross, since its lead over their maximum is concave in b up to the
 * crossing and after it. One pass finds those lines, as a rule none or a few, and only they are sorted.
 */
function upperEnvelope(s: Float64Array, q: Float64Array): EnvelopeLine[] {
  const atZero = leaderAt(0, s, q);
  const atOne = leaderAt(1, s, q);
  if (atZero.intercept === atOne.intercept && atZero.slope === atOne.slope) return [atZero];
  if (!(atOne.slope > atZero.slope)) return [atZero, atOne];
  const crossing = crossingOf(atZero, atOne);
  // Lines that lead by rounding alone are let go: many can meet in one point, as HumCoE's do at b = 1.
  const height = (atZero.intercept + atZero.slope * crossing) * (1 + ENVELOPE_TOLERANCE);
  const candidates: EnvelopeLine[] = [];
  for (let index = 0; index < s.length; index++) {
    // The height of the line, without making one for each of the many that stay below.
    if (1 / q[index]! - (s[index]! / q[index]!) * crossing > height) candidates.push(lineOf(s, q, index));
  }
  return hull([atZero, ...candidates, atOne]);
}

function lineOf(s: Float64Array, q: Float64Array, index: number): EnvelopeLine {
  return { intercept: 1 / q[index]!, slope: 0 - s[index]! / q[index]! };
}

/**
 * The highest line at the end b = 0 or b = 1; among lines that tie there but for rounding, the one that is highest
 * inside: at 0 the one of largest slope, at 1 of smallest. (All lines of HumCoE above its floor meet at b = 1.)
 */
function leaderAt(end: 0 | 1, s: Float64Array, q: Float64Array): EnvelopeLine {
  let top = 0;
  for (let index = 0; index < s.length; index++) top = Math.max(top, (1 - end * s[index]!) / q[index]!);
  const least = top * (1 - ENVELOPE_TOLERANCE);
  const inward = end === 0 ? 1 : -1;
  let leader = -1;
  let largest = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < s.length; index++) {
    if ((1 - end * s[index]!) / q[index]! < least) continue;
    const inwardSlope = (-inward * s[index]!) / q[index]!;
    if (inwardSlope <= largest) continue;
    leader = index;
    largest = inwardSlope;
  }
  return lineOf(s, q, leader);
}

/** Where two lines of different slope meet. */
function crossingOf(a: EnvelopeLine, b: EnvelopeLine): number {
  return (a.intercept - b.intercept) / (b.slope - a.slope);
}

/** Upper envelope by the convex hull trick: lines by ascending slope, each new one removes those it hides. */
function hull(lines: EnvelopeLine[]): EnvelopeLine[] {
  lines.sort((a, b) => a.slope - b.slope || a.intercept - b.intercept);
  const kept: EnvelopeLine[] = [];
  for (const line of lines) {
    if (kept.at(-1)?.slope === line.slope) kept.pop();
    while (kept.length >= 2 && isHidden(kept.at(-2)!, kept.at(-1)!, line)) kept.pop();
    kept.push(line);
  }
  return kept;
}

/** Whether `middle` is nowhere above both its neighbors in slope. */
function isHidden(before: EnvelopeLine, middle: EnvelopeLine, after: EnvelopeLine): boolean {
  return crossingOf(before, after) <= crossingOf(before, middle);
}
