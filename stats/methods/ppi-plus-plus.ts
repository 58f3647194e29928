import { clip } from '../numeric.ts';
import { CONSTANT_SURROGATE_VARIANCE } from '../sequence/constants.ts';
import { type Method, uniformOnly } from './method.ts';
import { weightedMoments } from './weighted-moments.ts';

/**
 * PPI++ for a mean (Angelopoulos, Duchi and Zrnic, 2023, arXiv 2311.01453, Example 6.1, and `ppi_mean_pointestimate`
 * of ppi_py): with n labeled items and the r = N - n others,
 *   lambda = clip(cov(y, s)/((1 + n/r) var(s)), 0, 1),  value = ybar + lambda (mean of s over the others - sbar),
 * cov with divisor n over the labeled items and var with divisor N - 1 over all N. The plain mean at n = N.
 */
export const ppiPlusPlus: Method = {
  id: 'ppi-plus-plus',
  name: 'PPI++',
  oneLine: 'Prediction-powered mean that tunes how far to trust the surrogate.',
  needs: 'uniform draws without replacement',
  assumptions:
    'Nearly unbiased. The tuning is fitted to the labels and so is noisy when they are few. No interval here: the ' +
    'published normal one covered .83 instead of .95 at ten labels.',
  minimumLabels: 2,
  designs: uniformOnly,
  estimate: (evidence) => {
    const { populationSize: N, mean, variance } = evidence.summary;
    const { count: n, meanY, meanS, crossProducts } = weightedMoments(evidence);
    const others = N - n;
    if (others === 0 || variance <= CONSTANT_SURROGATE_VARIANCE) return { value: meanY };
    const poolVariance = (variance * N) / (N - 1);
    const powerTuning = clip(crossProducts / n / ((1 + n / others) * poolVariance), 0, 1);
    const meanOfOthers = (N * mean - n * meanS) / others;
    return { value: meanY + powerTuning * (meanOfOthers - meanS) };
  },
};
