import { designWeights, strataOnly } from './design-weights.ts';
import { type Method, weightedMeanOf } from './method.ts';

/** Stratified mean (Cochran, 1977, Eq. 5.1): sum over strata of N_h/N times the mean label of stratum h. */
export const stratifiedMean: Method = {
  id: 'stratified-mean',
  name: 'Stratified mean',
  oneLine: 'Mean of the labels in each band of the machine score, weighted by the size of the band.',
  needs: 'draws from strata, each with a label',
  assumptions: 'Unbiased whatever the surrogate, at every full round of the strata. No interval here.',
  minimumLabels: 1,
  designs: strataOnly,
  estimate: (evidence) => ({
    value: weightedMeanOf(evidence, designWeights(evidence), (draw) => draw.y),
  }),
};
