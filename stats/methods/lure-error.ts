import { designWeights } from './design-weights.ts';
import { type Method, weightedMeanOf, withoutReplacementOnly } from './method.ts';

/** LURE on the errors 1 - y, the use it was made for: 1 - (1/n) sum v_m (1 - y_m). */
export const lureError: Method = {
  id: 'lure-error',
  name: 'LURE, error form',
  oneLine: 'One minus the unbiased mean of the errors; calmer than LURE under hardness draws.',
  needs: 'draws without replacement with known probabilities',
  assumptions: 'Unbiased whatever the surrogate. No interval of its own.',
  minimumLabels: 1,
  designs: withoutReplacementOnly,
  estimate: (evidence) => ({
    value: 1 - weightedMeanOf(evidence, designWeights(evidence), (draw) => 1 - draw.y),
  }),
};
