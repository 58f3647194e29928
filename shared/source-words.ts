import { formatCount } from './number-text.ts';

/**
 * Rows that an engine hands over so that the first `ahead` of the draw order are surely among them, about: all whose hash lies below a
 * bound that lets the likeliest rows through.
 *
 * @param perRow the largest probability of a row over the mean, at least 1
 */
export function leavingRows({
  ahead,
  rows,
  perRow,
}: {
  ahead: number;
  rows: number;
  perRow: number;
}): number {
  // As many as `hashCut` looks for.
  const target = ahead + 4 * Math.sqrt(ahead) + 8;
  return target >= rows ? rows : Math.round(rows * (1 - (1 - target / rows) ** perRow));
}

/** "About 7,100 of 812,000,000 rows". */
export const leavingWords = (leaving: number, rows: number): string =>
  leaving >= rows
    ? `All ${formatCount(rows)} rows`
    : `About ${formatCount(Number(leaving.toPrecision(2)))} of ${formatCount(rows)} rows`;
