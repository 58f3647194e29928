import { requireInteger, requireOpenUnit } from '../check.ts';
import { betaQuantile } from '../claims/student-t.ts';

/** Ends of an interval of a share, both in [0, 1]. */
interface ShareEnds {
  readonly lower: number;
  readonly upper: number;
}

/**
 * The exact interval of a share of independent cases (Clopper and Pearson, 1934, Biometrika 26): all shares under which as few
 * successes, and as many, both have a chance of more than alpha/2. Its ends are quantiles of the beta distribution,
 *   lower = B(alpha/2; x, n - x + 1), upper = B(1 - alpha/2; x + 1, n - x),
 * so that its coverage is at least 1 - alpha at every share and every n; Wilson's falls to .84 at n = 10 and a share of .98.
 * Of no successes the lower end is 0, of successes alone the upper end is 1.
 *
 * @param successes x, from 0 to n
 * @param n number of cases
 * @param alpha error level in (0, 1)
 * @returns undefined without a case
 * @throws RangeError unless 0 <= successes <= n, both integers, and alpha is in (0, 1)
 */
export function exactShare(successes: number, n: number, alpha = 0.05): ShareEnds | undefined {
  requireInteger(n, 0, Number.MAX_SAFE_INTEGER, 'The number of cases');
  requireInteger(successes, 0, n, 'The number of successes');
  requireOpenUnit(alpha, 'Alpha');
  if (n === 0) return undefined;
  return {
    lower: betaQuantile(alpha / 2, successes, n - successes + 1),
    upper: betaQuantile(1 - alpha / 2, successes + 1, n - successes),
  };
}
