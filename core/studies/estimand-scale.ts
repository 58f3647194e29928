import type { Against, StudyRow } from '../../db/studies.ts';
import type { Scale } from '../../shared/contract/index.ts';
import { asksForShare } from '../../shared/estimate-words.ts';
import { differenceScale, meanDifferenceScale } from '../../stats/index.ts';

type Facts = Pick<StudyRow, 'scale' | 'populationSize'> & {
  readonly against: Pick<Against, 'sharedItems'> | null;
};

/** The scale on which a study's number is shown: that of the measure, or of its differences. */
export const shownScale = ({ scale, against }: Facts): Scale => (against ? differenceScale(scale) : scale);

/** Whether a study's number is a share: of items with a yes. */
export const asksShare = ({ form, scale, against }: Pick<StudyRow, 'form' | 'scale' | 'against'>): boolean =>
  asksForShare({ form, scale, comparison: against });

/**
 * Where a mean over the pool in [0, 1] lies on the shown scale. The pool of a comparison holds only the items that
 * differ; the others add 0, so its ends lie nearer to 0. Without any differing item there is nothing to estimate:
 * the scale of differences stands in.
 */
export function estimateScale({ scale, against, populationSize }: Facts): Scale {
  if (!against) return scale;
  if (populationSize === 0) return differenceScale(scale);
  return meanDifferenceScale(scale, { sharedItems: against.sharedItems, differing: populationSize });
}
