import type { FixedInterval } from './interval.ts';
import { sampleMoments } from './sample-moments.ts';

/**
 * Empirical Bernstein interval (Maurer and Pontil, 2009, Theorem 4, both sides at alpha/2):
 * ybar +- (sqrt(2 s^2 L/n) + 7 L/(3 (n - 1))) with L = ln(4/alpha) and s^2 with divisor n - 1.
 */
export const empiricalBernstein: FixedInterval = {
  id: 'empirical-bernstein',
  name: 'Empirical Bernstein',
  kind: 'finite-sample interval at one look',
  assumptions: 'Values in [0, 1] and nothing else: it always covers, by being very wide at few labels.',
  coverage: {
    at: [
      { labels: 10, mean: 1, worst: 1 },
      { labels: 30, mean: 1, worst: 1 },
      { labels: 100, mean: 1, worst: 1 },
      { labels: 200, mean: 1, worst: 1 },
    ],
  },
  fewestLabels: 2,
  compute: ({ labels, alpha }) => {
    const { count: n, meanY, squaresY } = sampleMoments(labels);
    const log = Math.log(4 / alpha);
    const reach = Math.sqrt((2 * squaresY * log) / (n - 1) / n) + (7 * log) / (3 * (n - 1));
    return { lower: meanY - reach, upper: meanY + reach };
  },
};
