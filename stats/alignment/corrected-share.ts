import { intervalOf } from '../intervals/interval.ts';
import { judgeErrors, roganGladenInterval } from '../intervals/rogan-gladen.ts';
import { clip } from '../numeric.ts';
import { summarizePool } from '../pool-summary.ts';
import { FEWEST_FIGURE_LABELS, type JudgeFigure } from './judge-figures.ts';
import { clustersOf, type WeightedPair } from './weighted-pairs.ts';

const nothing = (reason: string): JudgeFigure => ({ value: null, lower: null, upper: null, reason });

/**
 * The share of yes among all that a judge answered, corrected by its errors on the labeled ones: (S + specificity - 1)/(sensitivity +
 * specificity - 1), held to [0, 1] (Rogan and Gladen, 1978, equation 1), with the interval of `roganGladenInterval`.
 *
 * @param pairs `a` people, `b` the judge, 0 or 1 each
 * @param judged what the judge says of every item, 0 or 1
 * @param alpha error level of the interval, in (0, 1)
 */
export function correctedShare(
  pairs: readonly WeightedPair[],
  judged: Float64Array,
  alpha: number,
): JudgeFigure {
  const labels = pairs.map(({ a, b }) => ({ y: a, surrogate: b }));
  const { no, yes, sensitivity = 0, specificity = 0 } = judgeErrors(labels);
  const isEqual = pairs.every(({ weight }) => Math.abs(weight / pairs[0]!.weight - 1) < 1e-9);
  if (!isEqual) return nothing('not estimable: needs labels of items that were drawn alike');
  if (Math.min(no, yes) < FEWEST_FIGURE_LABELS) {
    return nothing(
      `not estimable: needs ${FEWEST_FIGURE_LABELS} labels of yes and of no, and there are ${yes} and ${no}`,
    );
  }
  if (sensitivity + specificity <= 1 + 1e-12)
    return nothing('not estimable: the judge is no better than a coin');
  const summary = summarizePool(judged, new Float64Array(judged.length).fill(1 / judged.length));
  const share = (summary.mean + specificity - 1) / (sensitivity + specificity - 1);
  const value = clip(share, 0, 1);
  // The interval takes labels one by one.
  if (clustersOf(pairs)) {
    const reason = 'no interval: several labels are of one conversation or passage';
    return { value, lower: null, upper: null, reason };
  }
  const ends = intervalOf(roganGladenInterval, { labels, summary, alpha, seed: 0 });
  return {
    value,
    lower: ends?.lower ?? null,
    upper: ends?.upper ?? null,
    reason: ends ? null : 'no interval: too few labels',
  };
}
