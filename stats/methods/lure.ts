import { designWeights } from './design-weights.ts';
import { type Method, weightedMeanOf, withoutReplacementOnly } from './method.ts';

/** LURE on the human values (Farquhar, Gal and Rainforth, 2021): (1/n) sum v_m y_m. */
export const lure: Method = {
  id: 'lure',
  name: 'LURE',
  oneLine: 'Labels weighted so that their mean is exactly unbiased.',
  needs: 'draws without replacement with known probabilities',
  assumptions:
    'Unbiased whatever the surrogate; single runs scatter widely under hardness draws, because easy items are rare ' +
    'and heavy. No interval of its own.',
  minimumLabels: 1,
  designs: withoutReplacementOnly,
  estimate: (evidence) => ({ value: weightedMeanOf(evidence, designWeights(evidence), (draw) => draw.y) }),
};
