import { humcoeProbabilities } from '../hardness/humcoe.ts';
import { compensatedSum } from '../numeric.ts';
import { humcoeWeights } from '../weights.ts';
import { type Method, uniformOnly, weightedMeanOf, withReplacementOnly } from './method.ts';

/** HumCoE "w/ random sample": uniform draws, yet the weights of Eq. 3 from the hardness probabilities. */
export const humcoeRandomSample: Method = {
  id: 'humcoe-random-sample',
  name: 'HumCoE w/ random sample',
  oneLine: 'Ablation of the paper: uniform draws under the weights of hardness draws.',
  needs: 'uniform draws without replacement, and the surrogate values of the whole pool',
  assumptions:
    'Biased: the weights undo a preference for hard items that these draws never had. Kept to repeat the paper. No ' +
    'interval.',
  minimumLabels: 1,
  designs: (evidence) => {
    const drawn = uniformOnly(evidence);
    if (evidence.poolSurrogate) return drawn;
    // Draws that are not uniform are the reason, where the pool is not.
    return evidence.poolLevels && drawn !== true ? drawn : 'needs the surrogate values of the whole pool';
  },
  estimate: (evidence) => {
    const q = humcoeProbabilities(evidence.poolSurrogate!);
    const drawn = evidence.draws.map(({ pool }) => q[pool]!);
    const weights = humcoeWeights(drawn, evidence.summary.populationSize);
    return { value: weightedMeanOf(evidence, weights, (draw) => draw.y) };
  },
};

/** HumCoE "w/o calibration": hardness draws with replacement and their plain mean. */
export const humcoeNoCalibration: Method = {
  id: 'humcoe-no-calibration',
  name: 'HumCoE w/o calibration',
  oneLine: 'Ablation of the paper: hardness draws and their plain mean.',
  needs: 'hardness draws with replacement',
  assumptions:
    'Biased towards hard items, and nothing corrects for it. Kept to repeat the paper. No interval.',
  minimumLabels: 1,
  designs: (evidence) => {
    const defined = withReplacementOnly(evidence);
    if (defined !== true) return defined;
    return !evidence.uniform || 'needs draws that prefer hard items';
  },
  estimate: ({ draws }) => ({ value: compensatedSum(draws.map((draw) => draw.y)) / draws.length }),
};
