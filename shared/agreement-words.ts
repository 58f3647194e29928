import type { AgreementFigure } from './contract/agreement.ts';
import { formatPercent, formatScore, formatSpan } from './number-text.ts';

interface Range {
  readonly min: number;
  readonly max: number;
  readonly isShare?: true | undefined;
}

const coefficients: Range = { min: -1, max: 1 };

/** A figure as it is read: a share in per cent, a difference on the measure's scale, a coefficient up to 1. */
export function figureWords(id: AgreementFigure['id'], value: number, scale: Range | null): string {
  if (id === 'percent') return formatPercent(value);
  if (id === 'mean-absolute-difference' && scale?.isShare) return formatSpan(value, scale);
  return formatScore(value, id === 'mean-absolute-difference' && scale ? scale : coefficients);
}
