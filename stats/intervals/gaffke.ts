import { createRng, type Rng, uniformOpen } from '../random.ts';
import type { FixedInterval } from './interval.ts';

/** Random weightings behind each end. */
const WEIGHTINGS = 2000;

/**
 * Gaffke's interval for values in [0, 1] (Gaffke, 2005; Learned-Miller and Thomas, 2019): its upper end is the
 * 1 - alpha/2 quantile of sum w_i y_i + w_{n+1} over weights uniform on the simplex (normalized exponential variables),
 * and its lower end the same from below, with 0 for the added value. For values 0 and 1 it is the interval of Clopper
 * and Pearson. The quantiles come from 2,000 seeded weightings.
 */
export const gaffke: FixedInterval = {
  id: 'gaffke',
  name: 'Gaffke',
  kind: 'Gaffke interval at one look',
  assumptions:
    'Values in [0, 1] and nothing else; its guarantee is proved for values 0 and 1 and unrefuted for others.',
  coverage: {
    at: [
      { labels: 10, mean: 0.987, worst: 0.96 },
      { labels: 30, mean: 0.978, worst: 0.93 },
      { labels: 100, mean: 0.974, worst: 0.94 },
      { labels: 200, mean: 0.972, worst: 0.93 },
    ],
  },
  fewestLabels: 1,
  compute: ({ labels, alpha, seed }) => {
    const rng = createRng(seed);
    const lows = new Float64Array(WEIGHTINGS);
    const highs = new Float64Array(WEIGHTINGS);
    for (let round = 0; round < WEIGHTINGS; round++) {
      const { mean, added } = drawnMean(rng, labels);
      lows[round] = mean;
      highs[round] = mean + added;
    }
    // The outer of the two order statistics around the quantile: rounding never narrows the interval.
    const rank = Math.floor((WEIGHTINGS * alpha) / 2);
    return { lower: lows.sort()[rank]!, upper: highs.sort()[WEIGHTINGS - 1 - rank]! };
  },
};

/** One random weighting: sum w_i y_i over the labels, and the weight of the value that is added to them. */
function drawnMean(rng: Rng, labels: readonly { y: number }[]): { mean: number; added: number } {
  const added = -Math.log(uniformOpen(rng));
  let total = added;
  let sum = 0;
  for (const { y } of labels) {
    const weight = -Math.log(uniformOpen(rng));
    total += weight;
    sum += weight * y;
  }
  return { mean: sum / total, added: added / total };
}
