import { compensatedSum } from '../numeric.ts';
import type { Draw } from './evidence.ts';

/** Plain moments of labeled draws; variance and covariance with divisor n - 1. */
export interface UniformMoments {
  count: number;
  meanY: number;
  meanS: number;
  varianceS: number;
  covariance: number;
}

/** @throws RangeError with fewer than 2 draws */
export function uniformMoments(draws: readonly Draw[]): UniformMoments {
  const count = draws.length;
  if (count < 2) throw new RangeError(`Moments need at least 2 draws, got ${count}.`);
  const meanY = compensatedSum(draws.map(({ y }) => y)) / count;
  const meanS = compensatedSum(draws.map(({ surrogate }) => surrogate)) / count;
  const squares = compensatedSum(draws.map(({ surrogate }) => (surrogate - meanS) ** 2));
  const products = compensatedSum(draws.map(({ y, surrogate }) => (y - meanY) * (surrogate - meanS)));
  return { count, meanY, meanS, varianceS: squares / (count - 1), covariance: products / (count - 1) };
}
