import type { Coefficient } from '../../../shared/contract/index.ts';
import {
  consistencyRatio,
  correlationInterval,
  jackknifeInterval,
  type WeightedPair,
  weightedAlpha,
  weightedKappa,
  weightedKendall,
  weightedMean,
  weightedPearson,
  weightedSpearman,
} from '../../../stats/index.ts';

export const intervalNote =
  '95 %, approximate, at one look: Fisher’s transformation for correlations, a jackknife over groups of items for the rest.';

const fewestItems = 3;

interface CoefficientKind {
  readonly id: Coefficient['id'];
  readonly name: string;
  readonly of: (pairs: readonly WeightedPair[]) => number | undefined;
  readonly fisher?: 'pearson' | 'spearman' | 'kendall';
  /** Why it may be undefined although there are items enough. */
  readonly reason: string;
}

const noVariation = 'one of the two gives every item the same value';

/** `a` is the human or the first judge, `b` the judge that is looked at. */
const coefficientKinds: readonly CoefficientKind[] = [
  {
    id: 'krippendorff-alpha',
    name: 'Krippendorff’s alpha (interval)',
    of: weightedAlpha,
    reason: 'a single value is in use',
  },
  {
    id: 'cohen-kappa',
    name: 'Cohen’s kappa (equal or not)',
    of: (pairs) => weightedKappa(pairs, 'nominal'),
    reason: noVariation,
  },
  {
    id: 'weighted-kappa',
    name: 'Cohen’s kappa (quadratic weights)',
    of: (pairs) => weightedKappa(pairs, 'quadratic'),
    reason: noVariation,
  },
  { id: 'pearson', name: 'Pearson’s r', of: weightedPearson, fisher: 'pearson', reason: noVariation },
  { id: 'spearman', name: 'Spearman’s rho', of: weightedSpearman, fisher: 'spearman', reason: noVariation },
  { id: 'kendall', name: 'Kendall’s tau-b', of: weightedKendall, fisher: 'kendall', reason: noVariation },
  {
    id: 'consistency-ratio',
    name: 'Consistency ratio of the means',
    of: (pairs) =>
      consistencyRatio(
        weightedMean(pairs, ({ b }) => b),
        weightedMean(pairs, ({ a }) => a),
      ),
    reason: 'the human mean is 0',
  },
];

/** Every coefficient of agreement with its approximate interval, each item counted by its weight. */
export function coefficientsOf(pairs: readonly WeightedPair[]): Coefficient[] {
  return coefficientKinds.map(({ id, name, of, fisher, reason }) => {
    const value = pairs.length < fewestItems ? undefined : of(pairs);
    if (value === undefined) {
      const why =
        pairs.length < fewestItems ? `needs at least ${fewestItems} items with both values` : reason;
      return { id, name, value: null, lower: null, upper: null, reason: `not estimable: ${why}` };
    }
    const interval = fisher ? correlationInterval(fisher, value, pairs) : jackknifeInterval(pairs, of);
    const { lower, upper } = interval ?? { lower: null, upper: null };
    return { id, name, value, lower, upper: upper === null ? null : Math.min(1, upper), reason: null };
  });
}
