import { createRng, uniformInt } from '../random.ts';
import type { FixedInterval } from './interval.ts';
import { shrunkEstimate } from './sample-moments.ts';

/** Samples of the labels behind an interval. */
const RESAMPLES = 1000;

/** Percentile bootstrap (Efron, 1979) of the shrunk-slope estimate: its quantiles over 1,000 seeded resamples. */
export const bootstrapPercentile: FixedInterval = {
  id: 'bootstrap-percentile',
  name: 'Bootstrap, percentile',
  kind: 'percentile bootstrap interval at one look',
  assumptions:
    'The labels look like the pool; with few labels they miss its rare values, and so does the interval.',
  coverage: {
    at: [
      { labels: 10, mean: 0.843, worst: 0.34 },
      { labels: 30, mean: 0.915, worst: 0.7 },
      { labels: 100, mean: 0.952, worst: 0.85 },
    ],
  },
  fewestLabels: 2,
  compute: ({ labels, summary, alpha, seed }) => {
    const rng = createRng(seed);
    const values = Float64Array.from({ length: RESAMPLES }, () => {
      const resample = labels.map(() => labels[uniformInt(rng, 0, labels.length - 1)]!);
      return shrunkEstimate(resample, summary).value;
    }).sort();
    const rank = Math.floor((RESAMPLES * alpha) / 2);
    return { lower: values[rank]!, upper: values[RESAMPLES - 1 - rank]! };
  },
};
