import { ppiPlusPlusNormal } from '../intervals/ppi-plus-plus-normal.ts';
import { type Method, uniformOnly } from './method.ts';
import { atOnlyLook } from './only-look.ts';
import { powerTunedMean } from './power-tuning.ts';
import { weightedMoments } from './weighted-moments.ts';

/** PPI++ for a mean, by `powerTunedMean`. */
export const ppiPlusPlus: Method = {
  id: 'ppi-plus-plus',
  name: 'PPI++',
  oneLine: 'Prediction-powered mean that tunes how far to trust the machine score.',
  needs: 'uniform draws without replacement',
  assumptions:
    'Nearly unbiased. The tuning is fitted to the labels and so is noisy when they are few. Its published normal interval ' +
    'is shown only at one look that was declared before the first label: it covered .83 instead of .95 at ten labels.',
  minimumLabels: 2,
  designs: uniformOnly,
  estimate: (evidence) => ({
    value: powerTunedMean(weightedMoments(evidence), evidence.summary).value,
    ...atOnlyLook(evidence, ppiPlusPlusNormal, 'normal interval'),
  }),
};
