import { clip } from '../numeric.ts';
import type { FixedInterval } from './interval.ts';
import { normalQuantile } from './normal-quantile.ts';
import { sampleMoments, shrunkEstimate } from './sample-moments.ts';

/**
 * Wilson's interval (1927) of a share p seen in n cases: all shares from which p is within z standard errors,
 * (p + z^2/(2n) +- z sqrt(p (1 - p)/n + z^2/(4 n^2)))/(1 + z^2/n).
 *
 * @param n number of cases, above 0; need not be whole
 */
export function wilson(p: number, n: number, alpha: number): { lower: number; upper: number } {
  const z = normalQuantile(1 - alpha / 2);
  const shrink = 1 + (z * z) / n;
  const center = (p + (z * z) / (2 * n)) / shrink;
  const reach = (z / shrink) * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n));
  return { lower: center - reach, upper: center + reach };
}

/** Wilson's interval of the plain mean of values 0 and 1. */
export const wilsonPlain: FixedInterval = {
  id: 'wilson',
  name: 'Wilson, plain mean',
  kind: 'Wilson score interval at one look',
  assumptions:
    'Values 0 and 1; independent draws, so that it is somewhat wide when much of the pool is labeled.',
  coverage: {
    at: [
      { labels: 10, mean: 0.959, worst: 0.92 },
      { labels: 30, mean: 0.962, worst: 0.93 },
      { labels: 100, mean: 0.966, worst: 0.94 },
      { labels: 200, mean: 0.971, worst: 0.94 },
    ],
    allLooks: { mean: 0.64, worst: 0.32 },
  },
  fewestLabels: 1,
  binaryOnly: true,
  compute: ({ labels, alpha }) => wilson(sampleMoments(labels).meanY, labels.length, alpha),
};

/** Pseudo-labels that keep the residual variance of few agreeing labels from being 0. */
const PSEUDO_LABELS = 4;

/**
 * Wilson's interval around the shrunk-slope estimate e at an effective number of labels (Korn and Graubard, 1998):
 * n p (1 - p)/v, with p = (n e + 1)/(n + 2) and v = (RSS + 4 p (1 - p))/n, the residual variance with four
 * pseudo-labels at the ends of the scale.
 */
export const wilsonEffective: FixedInterval = {
  id: 'wilson-effective',
  name: 'Wilson, effective labels',
  kind: 'Wilson score interval at one look, after Korn and Graubard',
  assumptions: 'The residuals are as spread where nobody labeled as where people did.',
  coverage: {
    at: [
      { labels: 10, mean: 0.982, worst: 0.93 },
      { labels: 30, mean: 0.964, worst: 0.89 },
      { labels: 100, mean: 0.956, worst: 0.93 },
      { labels: 200, mean: 0.953, worst: 0.94 },
    ],
    allLooks: { mean: 0.66, worst: 0.48 },
  },
  fewestLabels: 2,
  compute: ({ labels, summary, alpha }) => {
    const { count: n, value: unclipped, residualSquares: squares } = shrunkEstimate(labels, summary);
    const value = clip(unclipped, 0, 1);
    const p = (n * value + 1) / (n + 2);
    const binary = p * (1 - p);
    const variance = (squares + PSEUDO_LABELS * binary) / n;
    return wilson(value, (n * binary) / variance, alpha);
  },
};
