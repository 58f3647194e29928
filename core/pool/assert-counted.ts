import { AppError } from '../../shared/errors.ts';
import { formatCount } from '../../shared/number-text.ts';
import { type HistogramPool, valueOfLevel } from '../../stats/index.ts';

/**
 * Whether the rows that came are such as the histogram counted: none more on a level than it has there; all of them, level by level,
 * where no bound was set; and else, from the least level up to each other, as many as chance would leave below the bound. Hashes are
 * uniform whatever the score, so of the items up to a level about a share `p` comes, `p` being the bound as a share of all hashes.
 * Within six standard deviations of a Poisson count and ten rows, so that a true histogram is refused less than once in a million draws.
 *
 * @param rows with the levels that Assay computed, 0..16384
 * @param below lower hexadecimal digits of the bound; null where every row was asked for
 * @throws AppError CONFLICT with the first value of the surrogate where they part
 */
export function assertCounted(
  rows: readonly { readonly level: number }[],
  { levels, counts }: HistogramPool,
  below: string | null,
): void {
  const share = below === null ? 1 : Number.parseInt(below.slice(0, 13).padEnd(13, '0'), 16) / 2 ** 52;
  const came = new Map<number, number>();
  for (const { level } of rows) came.set(level, (came.get(level) ?? 0) + 1);
  let [expected, found] = [0, 0];
  levels.forEach((level, i) => {
    const [here, counted] = [came.get(level) ?? 0, counts[i]!];
    came.delete(level);
    if (here > counted || (below === null && here < counted)) throw otherRows(level, here, counted);
    expected += share * counted;
    found += here;
    const isFar = Math.abs(found - expected) > 6 * Math.sqrt(expected) + 10;
    if (below !== null && isFar) throw tooMany(level, found, expected);
  });
  for (const [level, here] of came) throw otherRows(level, here, 0);
}

const remedy =
  'Make sure that nothing writes to the source. Or run both queries again, on the same table with the same options.';

const surrogate = (level: number): string => valueOfLevel(level).toFixed(4);

const otherRows = (level: number, here: number, counted: number) =>
  new AppError(
    'CONFLICT',
    `The rows are not those of the histogram. It counts ${formatCount(counted)} with the score ${surrogate(level)} (0 worst, 1 best), and ${formatCount(here)} came.`,
    { field: 'histogram', remedy },
  );

const tooMany = (level: number, found: number, expected: number) =>
  new AppError(
    'CONFLICT',
    `The rows are not those of the histogram. By its counts about ${formatCount(Math.round(expected))} have a score up to ${surrogate(level)} (0 worst, 1 best), and ${formatCount(found)} came.`,
    { field: 'histogram', remedy },
  );
