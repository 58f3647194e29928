import type { DrawRow, Study } from '../../../shared/contract/index.ts';
import { formatCount } from '../../api/format.ts';

/** A number of a table with three digits. */
export const shortNumber = (value: number): string =>
  value.toLocaleString('en', { maximumSignificantDigits: 3 });

/** The column of the machine score; none in a study without one, whose items all stand at the middle. */
export const machineScoreColumns = ({ surrogate }: Pick<Study, 'surrogate'>) =>
  surrogate.kind === 'none'
    ? []
    : [
        {
          head: 'Machine score (0 to 1)',
          isNumber: true,
          cell: (row: { surrogateValue: number }) => shortNumber(row.surrogateValue),
        },
      ];

export const signedNumber = (value: number): string =>
  value.toLocaleString('en', { maximumSignificantDigits: 3, signDisplay: 'exceptZero' });

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
