import { requireInteger, requireUnit } from '../check.ts';

/**
 * P(X >= k) for X binomial(n, p), exactly, summed term by term.
 *
 * @param k an integer from 0 to n
 * @param p in [0, 1]
 * @throws RangeError when an argument is out of range
 */
export function upperTail(k: number, n: number, p: number): number {
  requireBinomial(k, n, p);
  if (k === 0 || p === 1) return 1;
  return sumOfTerms(k, n, n, p);
}

/** P(X <= k); arguments as `upperTail`. */
export function lowerTail(k: number, n: number, p: number): number {
  requireBinomial(k, n, p);
  if (k === n || p === 0) return 1;
  return p === 1 ? 0 : sumOfTerms(0, k, n, p);
}

/**
 * The largest number of events in n trials that is still believable at probability p: the largest k with
 * P(X >= k) > level.
 *
 * @param level in [0, 1]
 * @throws RangeError when an argument is out of range
 */
export function mostBelievable(n: number, p: number, level: number): number {
  requireUnit(level, 'The level');
  let k = 0;
  while (k < n && upperTail(k + 1, n, p) > level) k++;
  return k;
}

/**
 * Lower confidence bound for a probability from k events in n trials (Clopper and Pearson, 1934): the p at which k
 * events or more have probability `level`; 0 for k = 0. By bisection, to 1e-12.
 *
 * @param level in [0, 1], the chance that the bound lies above the truth
 * @throws RangeError when an argument is out of range
 */
export function clopperPearsonLower(k: number, n: number, level: number): number {
  requireBinomial(k, n, 0);
  requireUnit(level, 'The level');
  if (k === 0) return 0;
  let low = 0;
  let high = k / n;
  while (high - low > 1e-12) {
    const middle = (low + high) / 2;
    if (upperTail(k, n, middle) < level) low = middle;
    else high = middle;
  }
  return low;
}

/** Sum of the probabilities from `from` to `to`, each term's logarithm following from the one before. */
function sumOfTerms(from: number, to: number, n: number, p: number): number {
  let logTerm = n * Math.log1p(-p);
  const logOdds = Math.log(p) - Math.log1p(-p);
  let total = 0;
  for (let x = 0; x <= to; x++) {
    if (x > 0) logTerm += Math.log((n - x + 1) / x) + logOdds;
    if (x >= from) total += Math.exp(logTerm);
  }
  return Math.min(1, total);
}

function requireBinomial(k: number, n: number, p: number): void {
  requireInteger(n, 0, Number.MAX_SAFE_INTEGER, 'The number of trials');
  requireInteger(k, 0, n, 'The number of events');
  requireUnit(p, 'A probability');
}
