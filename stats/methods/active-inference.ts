import { designWeights, poissonOnly } from './design-weights.ts';
import { type Method, weightedMeanOf } from './method.ts';

/**
 * Active inference of a mean (Zrnic and Candès, 2024, Eq. 2): (1/N) sum over all items of s_i + (y_i - s_i) xi_i/pi_i,
 * with xi_i = 1 where the item is in the Poisson sample.
 */
export const activeInference: Method = {
  id: 'active-inference',
  name: 'Active inference',
  oneLine:
    'Mean of the machine score plus the correction of a Poisson sample, weighted by the chances of its items.',
  needs: 'a Poisson sample, labeled in full',
  assumptions:
    'Unbiased whatever the surrogate; scatters widely where a surrogate is confident and wrong. No interval here.',
  minimumLabels: 1,
  designs: poissonOnly,
  estimate: (evidence) => ({
    value:
      evidence.summary.mean +
      weightedMeanOf(evidence, designWeights(evidence), (draw) => draw.y - draw.surrogate),
  }),
};
