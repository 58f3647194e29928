import { requireInteger } from '../check.ts';

/** The 97.5 % point of the standard normal distribution. */
const z = 1.959964;

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
  const share = successes / n;
  const center = (share + z ** 2 / (2 * n)) / (1 + z ** 2 / n);
  const reach = (z / (1 + z ** 2 / n)) * Math.sqrt((share * (1 - share)) / n + z ** 2 / (4 * n ** 2));
  return { lower: Math.max(0, center - reach), upper: Math.min(1, center + reach) };
}
