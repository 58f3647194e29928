import { shrunkSlope } from '../methods/weighted-moments.ts';
import { compensatedSum } from '../numeric.ts';
import type { UniformSample } from './interval.ts';

/** Plain moments of the labels. */
interface SampleMoments {
  count: number;
  meanY: number;
  meanS: number;
  /** Sums of squared deviations and of their products. */
  squaresY: number;
  squaresS: number;
  crossProducts: number;
}

/** Moments of at least one label. */
export function sampleMoments(labels: UniformSample['labels']): SampleMoments {
  const count = labels.length;
  const sum = (of: (label: UniformSample['labels'][number]) => number) => compensatedSum(labels.map(of));
  const meanY = sum(({ y }) => y) / count;
  const meanS = sum(({ surrogate }) => surrogate) / count;
  return {
    count,
    meanY,
    meanS,
    squaresY: sum(({ y }) => (y - meanY) ** 2),
    squaresS: sum(({ surrogate }) => (surrogate - meanS) ** 2),
    crossProducts: sum(({ y, surrogate }) => (y - meanY) * (surrogate - meanS)),
  };
}

/** Sum of squared residuals along a line of the given slope. */
export function residualSquares({ squaresY, crossProducts, squaresS }: SampleMoments, slope: number): number {
  return Math.max(squaresY - 2 * slope * crossProducts + slope * slope * squaresS, 0);
}

/** The shrunk-slope estimate of at least one label, which may leave [0, 1], and its sum of squared residuals. */
export function shrunkEstimate(
  labels: UniformSample['labels'],
  summary: UniformSample['summary'],
): { count: number; value: number; residualSquares: number } {
  const moments = sampleMoments(labels);
  const slope = shrunkSlope(moments, summary.variance);
  return {
    count: moments.count,
    value: moments.meanY + slope * (summary.mean - moments.meanS),
    residualSquares: residualSquares(moments, slope),
  };
}

/** 1 - n/N, by which the variance of a mean shrinks when n of N items are drawn without replacement. */
export function unlabeledShare({ labels, summary }: UniformSample): number {
  return 1 - labels.length / summary.populationSize;
}
