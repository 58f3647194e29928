import { powerTunedMean } from '../methods/power-tuning.ts';
import type { FixedInterval } from './interval.ts';
import { normalQuantile } from './normal-quantile.ts';
import { residualSquares, sampleMoments } from './sample-moments.ts';

/**
 * Normal interval of PPI++ (Angelopoulos, Duchi and Zrnic, 2023; `ppi_mean_ci` of ppi_py):
 * value +- z sqrt(lambda^2 var(s of the r others)/r + var(y - lambda s)/n), variances with divisors r and n.
 */
export const ppiPlusPlusNormal: FixedInterval = {
  id: 'ppi-plus-plus-normal',
  name: 'PPI++, normal',
  kind: 'normal interval at one look',
  assumptions: 'Many labels: the tuning is taken as known and the estimate as normal.',
  coverage: {
    at: [
      { labels: 10, mean: 0.825, worst: 0.41 },
      { labels: 30, mean: 0.919, worst: 0.76 },
      { labels: 100, mean: 0.953, worst: 0.9 },
      { labels: 200, mean: 0.962, worst: 0.93 },
    ],
  },
  fewestLabels: 2,
  compute: ({ labels, summary, alpha }) => {
    const moments = sampleMoments(labels);
    const { count: n, meanS, squaresS } = moments;
    const { value, powerTuning } = powerTunedMean(moments, summary);
    const others = summary.populationSize - n;
    let variance = residualSquares(moments, powerTuning) / n / n;
    if (others > 0) {
      const N = summary.populationSize;
      const meanOfOthers = (N * summary.mean - n * meanS) / others;
      // Squares of the whole pool about its mean, less those of the labeled items.
      const within = squaresS + n * (meanS - summary.mean) ** 2;
      const squares = N * summary.variance - within - others * (meanOfOthers - summary.mean) ** 2;
      variance += (powerTuning ** 2 * Math.max(squares, 0)) / others / others;
    }
    const reach = normalQuantile(1 - alpha / 2) * Math.sqrt(variance);
    return { lower: value - reach, upper: value + reach };
  },
};
