import { figureWords } from '../../../shared/agreement-words.ts';
import type { AgreementFigure, Scale } from '../../../shared/contract/index.ts';

export function intervalWords({ id, lower, upper, intervalReason }: AgreementFigure, scale: Scale | null) {
  if (lower === null || upper === null) return intervalReason ?? 'no interval';
  return `${figureWords(id, lower, scale)} to ${figureWords(id, upper, scale)}`;
}

/** What alpha means, and where one author draws lines; never a verdict of ours. */
export const alphaMeaning =
  '1 is full agreement, 0 is what chance would give, below 0 people disagree systematically. Krippendorff (2004) relies on 0.8 and above, and calls 0.667 to 0.8 tentative. How much is enough depends on the use.';
