import { studentT } from '../claims/student-t.ts';
import type { FixedInterval } from './interval.ts';
import { sampleMoments, unlabeledShare } from './sample-moments.ts';

/** Student's t on the plain mean: ybar +- t sqrt((1 - n/N) s^2/n), s^2 with divisor n - 1. */
export const tPlain: FixedInterval = {
  id: 't-plain',
  name: 't, plain mean',
  kind: 'Student t interval at one look',
  assumptions: 'The mean of the labels is about normal, which a few labels near an end of the scale are not.',
  coverage: {
    at: [
      { labels: 10, mean: 0.896, worst: 0.41 },
      { labels: 30, mean: 0.936, worst: 0.8 },
      { labels: 100, mean: 0.945, worst: 0.9 },
      { labels: 200, mean: 0.949, worst: 0.94 },
    ],
  },
  fewestLabels: 2,
  compute: (sample) => {
    const { count: n, meanY, squaresY } = sampleMoments(sample.labels);
    const error = Math.sqrt((unlabeledShare(sample) * squaresY) / (n - 1) / n);
    const reach = studentT(sample.alpha, n - 1) * error;
    return { lower: meanY - reach, upper: meanY + reach };
  },
};
