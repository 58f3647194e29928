import { requireOpenUnit, requirePositive } from '../check.ts';

/** Coefficients of Lanczos' approximation with g = 7 and nine terms (Godfrey, 2001); about 15 digits. */
const lanczos = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

/** ln Gamma(x) for x above 0. */
function logGamma(x: number): number {
  if (x < 0.5) return logGamma(x + 1) - Math.log(x);
  const shifted = x - 1;
  const base = shifted + 7.5;
  const series = lanczos.reduce((sum, term, i) => sum + term / (shifted + i));
  return 0.5 * Math.log(2 * Math.PI) + (shifted + 0.5) * Math.log(base) - base + Math.log(series);
}

const CONTINUED_FRACTION_STEPS = 500;
const SMALLEST = 1e-300;

/** The continued fraction of the incomplete beta function, by Lentz's method (Press et al., 2007, section 6.4). */
function betaFraction(a: number, b: number, x: number): number {
  const away = (value: number) => (Math.abs(value) < SMALLEST ? SMALLEST : value);
  let c = 1;
  let d = 1 / away(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m <= CONTINUED_FRACTION_STEPS; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / away(1 + even * d);
    c = away(1 + even / c);
    fraction *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / away(1 + odd * d);
    c = away(1 + odd / c);
    fraction *= d * c;
    if (Math.abs(d * c - 1) < 1e-15) break;
  }
  return fraction;
}

/** Regularized incomplete beta function I_x(a, b) for x in [0, 1], a and b above 0. */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
  return x < (a + 1) / (a + b + 2)
    ? (front * betaFraction(a, b, x)) / a
    : 1 - (front * betaFraction(b, a, 1 - x)) / b;
}

/**
 * P(|t| > value) of Student's t distribution: .05 at 2.228 with 10 degrees of freedom.
 *
 * @param value at least 0
 * @param degreesOfFreedom above 0
 * @returns in [0, 1]
 * @throws RangeError when the degrees of freedom are out of range
 */
export function studentTail(value: number, degreesOfFreedom: number): number {
  requirePositive(degreesOfFreedom, 'The degrees of freedom');
  const square = value * value;
  return incompleteBeta(degreesOfFreedom / (degreesOfFreedom + square), degreesOfFreedom / 2, 0.5);
}

/**
 * The value that |t| exceeds with probability alpha, for Student's t distribution:
 * 2.228 at alpha = .05 with 10 degrees of freedom.
 *
 * @param alpha in (0, 1)
 * @param degreesOfFreedom above 0, at least 1 to be useful; need not be whole
 * @throws RangeError when an argument is out of range
 */
export function studentT(alpha: number, degreesOfFreedom: number): number {
  requireOpenUnit(alpha, 'Alpha');
  requirePositive(degreesOfFreedom, 'The degrees of freedom');
  let low = 0;
  let high = 1;
  while (studentTail(high, degreesOfFreedom) > alpha) high *= 2;
  for (let step = 0; step < 200 && high - low > 1e-13 * high; step++) {
    const middle = (low + high) / 2;
    if (studentTail(middle, degreesOfFreedom) > alpha) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/**
 * The quantile of the beta distribution: the x at which I_x(a, b) = probability, by bisection; 0 where a is 0 and 1 where b is 0.
 *
 * @param probability in (0, 1)
 * @param a at least 0, not both a and b 0
 * @throws RangeError when the probability is out of range
 */
export function betaQuantile(probability: number, a: number, b: number): number {
  requireOpenUnit(probability, 'A probability');
  if (a <= 0) return 0;
  if (b <= 0) return 1;
  let low = 0;
  let high = 1;
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (incompleteBeta(middle, a, b) < probability) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
