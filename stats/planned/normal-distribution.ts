import { clip } from '../numeric.ts';

/** Beyond this distance from 0 the tail is below a rounding of 1. */
const FARTHEST = 8.5;

/**
 * Probability that a standard normal variable lies below x, to 1e-15 absolute: the series
 * 1/2 + phi(x) (x + x^3/3 + x^5/(3·5) + ...) (Marsaglia, 2004).
 *
 * @param x any number
 */
export function normalDistribution(x: number): number {
  if (x <= -FARTHEST) return 0;
  if (x >= FARTHEST) return 1;
  let term = x;
  let sum = x;
  for (let odd = 3; sum + term !== sum; odd += 2) {
    term *= (x * x) / odd;
    sum += term;
  }
  return clip(0.5 + (sum * Math.exp(-0.5 * x * x)) / Math.sqrt(2 * Math.PI), 0, 1);
}
