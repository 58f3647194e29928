import type { AgreementFigure, Scale } from '../../../shared/contract/index.ts';
import { formatPercent, formatScore } from '../../api/format.ts';

const coefficients: Scale = { min: -1, max: 1, direction: 'higher' };

/** A figure as it is read: a share in per cent, a difference on the measure's scale, a coefficient up to 1. */
export function figureWords(id: AgreementFigure['id'], value: number, scale: Scale | null): string {
  if (id === 'percent') return formatPercent(value);
  return formatScore(value, id === 'mean-absolute-difference' && scale ? scale : coefficients);
}

export function intervalWords({ id, lower, upper, intervalReason }: AgreementFigure, scale: Scale | null) {
  if (lower === null || upper === null) return intervalReason ?? 'no interval';
  return `${figureWords(id, lower, scale)} to ${figureWords(id, upper, scale)}`;
}

/** What alpha means, and where one author draws lines; never a verdict of ours. */
export const alphaMeaning =
  '1 is full agreement, 0 is what chance would give, below 0 people disagree systematically. Krippendorff (2004) relies on 0.8 and above, and calls 0.667 to 0.8 tentative. How much is enough depends on the use.';
