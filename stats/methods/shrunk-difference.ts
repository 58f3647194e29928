import { hasDesignWeights } from './design-weights.ts';
import type { Method } from './method.ts';
import { differenceValue, shrunkSlope, weightedMoments, withinLogicalBounds } from './weighted-moments.ts';

/** The estimate of `calibrated`, before its interval holds it, on any design with weights. */
export const shrunkDifference: Method = {
  id: 'shrunk-difference',
  name: 'Shrunk slope',
  oneLine:
    'Weighted mean corrected by the machine score with a cautious slope; strata and Poisson samples too.',
  needs: 'draws by chance with known probabilities',
  assumptions:
    'Nearly unbiased whatever the surrogate: the weights are made to sum to one. No interval here; on draws without ' +
    'replacement the calibrated method has one.',
  minimumLabels: 1,
  designs: hasDesignWeights,
  estimate: (evidence) => {
    const moments = weightedMoments(evidence);
    const value = differenceValue(moments, shrunkSlope(moments, evidence.summary.variance), evidence);
    return { value: evidence.design === 'with-replacement' ? value : withinLogicalBounds(value, evidence) };
  },
};
