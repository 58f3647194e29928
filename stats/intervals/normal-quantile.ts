import { requireOpenUnit } from '../check.ts';

const A = [
  -3.969683028665376e1, 2.209460984245205e2, -2.759285104469687e2, 1.38357751867269e2, -3.066479806614716e1,
  2.506628277459239,
];
const B = [
  -5.447609879822406e1, 1.615858368580409e2, -1.556989798598866e2, 6.680131188771972e1, -1.328068155288572e1,
  1,
];
const C = [
  -7.784894002430293e-3, -3.223964580411365e-1, -2.400758277161838, -2.549732539343734, 4.374664141464968,
  2.938163982698783,
];
const D = [7.784695709041462e-3, 3.224671290700398e-1, 2.445134137142996, 3.754408661907416, 1];

/** Below this probability the tail has an approximation of its own. */
const TAIL = 0.02425;

const polynomial = (coefficients: readonly number[], x: number): number =>
  coefficients.reduce((value, coefficient) => value * x + coefficient, 0);

/**
 * The value below which a standard normal variable lies with probability p, by Acklam's rational approximation (2003);
 * its relative error is below 1.2e-9.
 *
 * @param p in (0, 1)
 * @throws RangeError otherwise
 */
export function normalQuantile(p: number): number {
  requireOpenUnit(p, 'A probability');
  if (p > 1 - TAIL) return -normalQuantile(1 - p);
  if (p < TAIL) {
    const x = Math.sqrt(-2 * Math.log(p));
    return polynomial(C, x) / polynomial(D, x);
  }
  const x = p - 0.5;
  return (x * polynomial(A, x * x)) / polynomial(B, x * x);
}
