import { studentT } from '../claims/student-t.ts';
import type { FixedInterval } from './interval.ts';
import { shrunkEstimate, unlabeledShare } from './sample-moments.ts';

/**
 * Student's t on the residuals of the shrunk-slope estimate e: e +- t sqrt((1 - n/N) RSS/(n - 2)/n) with n - 2 degrees
 * of freedom.
 */
export const tRegression: FixedInterval = {
  id: 't-regression',
  name: 't, regression residuals',
  kind: 'Student t interval at one look',
  assumptions:
    'The estimate is about normal and its residuals as large where nobody labeled as where people did.',
  coverage: {
    at: [
      { labels: 10, mean: 0.899, worst: 0.41 },
      { labels: 30, mean: 0.933, worst: 0.79 },
      { labels: 100, mean: 0.941, worst: 0.68 },
      { labels: 200, mean: 0.944, worst: 0.75 },
    ],
    allLooks: { mean: 0.58, worst: 0.17 },
  },
  fewestLabels: 3,
  compute: (sample) => {
    const { count: n, value, residualSquares: squares } = shrunkEstimate(sample.labels, sample.summary);
    const variance = (unlabeledShare(sample) * squares) / (n - 2) / n;
    const reach = studentT(sample.alpha, n - 2) * Math.sqrt(variance);
    return { lower: value - reach, upper: value + reach };
  },
};
