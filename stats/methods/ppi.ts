import { designWeights, hasDesignWeights } from './design-weights.ts';
import { type Method, weightedMeanOf } from './method.ts';

/**
 * Prediction-powered inference (Angelopoulos et al., 2023) at slope 1, weighted for the design:
 * mean s + (1/n) sum w (y - s).
 */
export const ppi: Method = {
  id: 'ppi',
  name: 'Prediction-powered (slope 1)',
  oneLine: 'Mean of the machine score plus the mean correction seen on labeled items.',
  needs: 'draws with known probabilities',
  assumptions:
    'Unbiased; takes the surrogate at its face value, which hurts when that is noisy. No interval here.',
  minimumLabels: 1,
  designs: hasDesignWeights,
  estimate: (evidence) => ({
    value:
      evidence.summary.mean +
      weightedMeanOf(evidence, designWeights(evidence), (draw) => draw.y - draw.surrogate),
  }),
};
