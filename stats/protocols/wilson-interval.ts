import { requireInteger } from '../check.ts';
import { wilson } from '../intervals/wilson.ts';

/**
 * Wilson's 95 % interval of a share (Wilson, 1927): the shares p for which |successes/n - p| is within z standard
 * errors sqrt(p (1 - p)/n). It has width at 0 % and 100 %, too. Assumes independent cases.
 *
 * @returns within [0, 1]; undefined without a case
 * @throws RangeError unless 0 <= successes <= n, both integers
 */
export function wilsonInterval(successes: number, n: number): { lower: number; upper: number } | undefined {
  requireInteger(n, 0, Number.MAX_SAFE_INTEGER, 'The number of cases');
  requireInteger(successes, 0, n, 'The number of successes');
  if (n === 0) return undefined;
  const { lower, upper } = wilson(successes / n, n, 0.05);
  return { lower: Math.max(0, lower), upper: Math.min(1, upper) };
}
