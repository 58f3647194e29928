import { compensatedSum } from '../numeric.ts';
import type { UniformSample } from './interval.ts';

/** Plain moments of the labels. */
export interface SampleMoments {
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

/** 1 - n/N, by which the variance of a mean shrinks when n of N items are drawn without replacement. */
export function unlabeledShare({ labels, summary }: UniformSample): number {
  return 1 - labels.length / summary.populationSize;
}
