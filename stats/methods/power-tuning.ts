import { clip } from '../numeric.ts';
import type { PoolSummary } from '../pool-summary.ts';
import { CONSTANT_SURROGATE_VARIANCE } from '../sequence/constants.ts';
import type { Moments } from './weighted-moments.ts';

/**
 * PPI++ for a mean (Angelopoulos, Duchi and Zrnic, 2023, arXiv 2311.01453, Example 6.1, and `ppi_mean_pointestimate`
 * of ppi_py): with n labeled items and the r = N - n others,
 *   lambda = clip(cov(y, s)/((1 + n/r) var(s)), 0, 1),  value = ybar + lambda (mean of s over the others - sbar),
 * cov with divisor n over the labeled items and var with divisor N - 1 over all N. The plain mean at n = N.
 *
 * @param moments plain moments of a uniform sample
 */
export function powerTunedMean(
  { count: n, meanY, meanS, crossProducts }: Pick<Moments, 'count' | 'meanY' | 'meanS' | 'crossProducts'>,
  { populationSize: N, mean, variance }: PoolSummary,
): { value: number; powerTuning: number } {
  const others = N - n;
  if (others === 0 || variance <= CONSTANT_SURROGATE_VARIANCE) return { value: meanY, powerTuning: 0 };
  const poolVariance = (variance * N) / (N - 1);
  const powerTuning = clip(crossProducts / n / ((1 + n / others) * poolVariance), 0, 1);
  const meanOfOthers = (N * mean - n * meanS) / others;
  return { value: meanY + powerTuning * (meanOfOthers - meanS), powerTuning };
}
