import type { HardnessPreview, Scale } from './contract/index.ts';

/** Where the mean over a pool lies: in a comparison only the items that differ move it. */
export function meanScale({ scale, comparison }: Pick<HardnessPreview, 'scale' | 'comparison'>): Scale {
  if (!comparison || comparison.sharedItems === 0 || comparison.differing === 0) return scale;
  const share = comparison.differing / comparison.sharedItems;
  return { ...scale, min: scale.min * share, max: scale.max * share };
}
