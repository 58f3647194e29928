import type { LabeledStudy } from '../../model/study/label-key.ts';
import { pairsOf } from './disagreement.ts';
import type { Unit } from './units.ts';

const fineBins = 10;

/**
 * Pairs of labels of one item by their absolute difference: a bin for each whole difference, from it to itself, where
 * the scale is rated in whole points, else ten of equal width, the last with its upper end.
 */
export function differenceBins(units: readonly Unit[], range: number, isWhole: boolean) {
  const differences = units.flatMap(({ values }) =>
    pairsOf(values.filter((value) => value !== undefined)).map(([a, b]) => Math.abs(a - b)),
  );
  const allWhole = isWhole && Number.isInteger(range) && differences.every(Number.isInteger);
  const width = allWhole ? 1 : range / fineBins;
  const bins = Array.from({ length: allWhole ? range + 1 : fineBins }, (_, i) => ({
    from: i * width,
    to: allWhole ? i : (i + 1) * width,
    count: 0,
  }));
  for (const one of differences) bins[Math.min(bins.length - 1, Math.floor(one / width))]!.count += 1;
  return bins;
}

/** Whether a form is answered in whole points. */
export const isInWholePoints = ({ form }: LabeledStudy): boolean =>
  form.kind === 'binary' || (form.kind === 'rating' && Number.isInteger(form.step));
