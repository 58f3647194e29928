import { requireInteger, requireOpenUnit } from '../check.ts';
import { createRng, uniformInt } from '../random.ts';

/** With fewer items than this there is no interval: too few different resamples exist. */
const FEWEST_AGREEMENT_ITEMS = 5;
/** With a larger share of resamples on which the statistic is undefined there is no interval. */
const MOST_UNDEFINED = 0.1;

/** How resamples are drawn. */
interface AgreementResampling {
  /** Integer from 0 to 2^32 - 1; the same seed gives the same interval. */
  readonly seed: number;
  /** At least 100. */
  readonly resamples: number;
  /** Error level of the interval, in (0, 1). */
  readonly alpha: number;
}

/** Ends of an interval, or why there is none. */
type AgreementInterval =
  | {
      readonly lower: number;
      readonly upper: number;
      readonly resamples: number;
      readonly undefinedResamples: number;
    }
  | { readonly reason: string };

/**
 * Approximate interval of a coefficient of agreement: percentile bootstrap over items (Efron, 1979), for one look. Items
 * are drawn with replacement, each with all that was said of it, and the coefficient's alpha/2 and 1 - alpha/2 quantiles
 * over the resamples are the ends. Resamples on which it is undefined (no variation left) are left out and counted. It
 * takes the items for a simple random sample and the annotators for given, and is too narrow with few items.
 *
 * @param statistic the coefficient of some items; undefined where it cannot be told
 * @returns the ends; a reason with fewer than 5 items, where more than a tenth of the resamples is undefined, or where
 *   all give one value, because then the bootstrap sees no spread at all
 * @throws RangeError when an argument is out of range
 */
export function bootstrapAgreement<T>(
  statistic: (items: readonly T[]) => number | undefined,
  items: readonly T[],
  { seed, resamples, alpha }: AgreementResampling,
): AgreementInterval {
  requireInteger(resamples, 100, 1_000_000, 'The number of resamples');
  requireOpenUnit(alpha, 'alpha');
  const rng = createRng(seed);
  if (items.length < FEWEST_AGREEMENT_ITEMS) {
    return { reason: `no interval: needs at least ${FEWEST_AGREEMENT_ITEMS} items` };
  }
  const values = Array.from({ length: resamples }, () =>
    statistic(items.map(() => items[uniformInt(rng, 0, items.length - 1)]!)),
  )
    .filter((value) => value !== undefined)
    .sort((a, b) => a - b);
  const undefinedResamples = resamples - values.length;
  if (undefinedResamples > MOST_UNDEFINED * resamples) {
    return { reason: `no interval: ${undefinedResamples} of ${resamples} resamples show no variation` };
  }
  const rank = Math.floor((values.length * alpha) / 2);
  const [lower, upper] = [values[rank]!, values[values.length - 1 - rank]!];
  if (values[0] === values.at(-1)) return { reason: 'no interval: every resample gives the same value' };
  return { lower, upper, resamples, undefinedResamples };
}
