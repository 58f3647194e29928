import { RunningSum } from '../numeric.ts';
import { designWeights, hasDesignWeights } from './design-weights.ts';
import type { Evidence, PoolLevels } from './evidence.ts';
import { isotonicFit, isotonicValue } from './isotonic-fit.ts';
import type { Method } from './method.ts';

/**
 * Plug-in mean of a calibrated surrogate, after the active surrogate estimator (Kossen et al., 2022): a nondecreasing
 * curve of y on s is fitted to the labels, and (sum of labels + sum of the curve over the unlabeled items)/N.
 */
export const isotonic: Method = {
  id: 'isotonic',
  name: 'Isotonic plug-in',
  oneLine: 'A rising curve from machine score to human value, fitted to the labels, stands in for the rest.',
  needs: 'draws by chance, and the surrogate values of the whole pool',
  assumptions:
    'Trusts that human values do not fall as the surrogate rises; biased where they do, and by the fit. No interval ' +
    'here.',
  minimumLabels: 2,
  designs: (evidence) => {
    if (!evidence.poolSurrogate && !evidence.poolLevels)
      return 'needs the surrogate values of the whole pool';
    return hasDesignWeights(evidence);
  },
  estimate: (evidence) => ({
    value: evidence.poolLevels
      ? plugInMeanOfLevels(evidence, evidence.poolLevels)
      : plugInMean(evidence, evidence.poolSurrogate!),
  }),
};

/** The same from the levels of the pool: the curve of every item, and for each labeled one its label in place of that. */
function plugInMeanOfLevels(evidence: Evidence, { values, counts }: PoolLevels): number {
  const fit = fitOf(evidence);
  const total = new RunningSum();
  values.forEach((value, i) => {
    total.add(counts[i]! * isotonicValue(fit, value));
  });
  const labeled = new Map(evidence.draws.map((draw) => [draw.pool, draw]));
  for (const { y, surrogate } of labeled.values()) total.add(y - isotonicValue(fit, surrogate));
  return total.value / evidence.summary.populationSize;
}

function fitOf(evidence: Evidence) {
  const weights = designWeights(evidence);
  return isotonicFit(
    evidence.draws.map(({ surrogate, y }, index) => ({ s: surrogate, y, weight: weights[index]! })),
  );
}

function plugInMean(evidence: Evidence, s: Float64Array): number {
  const fit = fitOf(evidence);
  const label = new Map(evidence.draws.map(({ pool, y }) => [pool, y]));
  const total = new RunningSum();
  for (let i = 0; i < s.length; i++) total.add(label.get(i) ?? isotonicValue(fit, s[i]!));
  return total.value / s.length;
}
