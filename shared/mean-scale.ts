import type { HardnessPreview, Scale } from './contract/index.ts';
import { inPercent } from './number-text.ts';

/** Where the mean over a pool lies: in a comparison only the items that differ move it. */
export function meanScale(preview: Pick<HardnessPreview, 'scale' | 'comparison' | 'isShare'>): Scale {
  const { comparison } = preview;
  const { scale } = inPercent(preview);
  if (!comparison || comparison.sharedItems === 0 || comparison.differing === 0) return scale;
  const share = comparison.differing / comparison.sharedItems;
  return { ...scale, min: scale.min * share, max: scale.max * share };
}
