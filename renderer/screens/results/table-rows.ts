import type { DrawRow, EstimateReport, MethodEstimate } from '../../../shared/contract/index.ts';
import { formatCount } from '../../app/format.ts';

/** A number of a table with three digits. */
export const shortNumber = (value: number): string =>
  value.toLocaleString('en', { maximumSignificantDigits: 3 });

export const signedNumber = (value: number): string =>
  value.toLocaleString('en', { maximumSignificantDigits: 3, signDisplay: 'exceptZero' });

/** Whether more labels would not help: the method is made for items drawn in another way. */
const needsOtherDraw = ({ estimable, reason }: MethodEstimate) => !estimable && /^needs /.test(reason ?? '');

/** The methods of a report: the study's own first, those without a number last, those for other draws apart. */
export function methodRows({ estimates, default: own }: Pick<EstimateReport, 'estimates' | 'default'>): {
  rows: MethodEstimate[];
  forOtherDraws: MethodEstimate[];
} {
  const rank = ({ method, estimable }: MethodEstimate) => (method === own ? 0 : estimable ? 1 : 2);
  const sorted = estimates.toSorted((a, b) => rank(a) - rank(b));
  return {
    rows: sorted.filter((one) => !needsOtherDraw(one)),
    forOtherDraws: sorted.filter(needsOtherDraw),
  };
}

export const drawStateWords: Readonly<Record<DrawRow['state'], string>> = {
  open: 'to label',
  labeled: 'used',
  skipped: 'skipped',
  waiting: 'waiting',
};

/** Which rows of a list a page shows, and whether there are others before and after it. */
export function pageOf(total: number, size: number, page: number) {
  const from = Math.min(total, page * size + 1);
  const to = Math.min(total, (page + 1) * size);
  return {
    isOnly: total <= size,
    hasEarlier: page > 0,
    hasLater: to < total,
    words: `${formatCount(from)} to ${formatCount(to)} of ${formatCount(total)}`,
  };
}
