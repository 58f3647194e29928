import { AppError } from '../../shared/errors.ts';

interface Named {
  name: string;
  id?: number;
  /** Of a pair of a ranking, which is found by its name and offered where there is nothing else. */
  rankingId?: number | null;
}

/**
 * The thing that was asked for by name or number, or the only one there is.
 *
 * @param what in words, such as "data set"
 * @param option the option that names it
 * @throws AppError NOT_FOUND, with the names that come near; INVALID_INPUT when one of several must be named
 */
export function pick<T extends Named>(
  things: readonly T[],
  asked: string | undefined,
  what: string,
  option: string,
): T {
  const alone = things.filter(({ rankingId }) => rankingId == null);
  const offered = alone.length > 0 ? alone : things;
  const names = offered.map(({ name }) => name);
  if (asked === undefined) {
    const [only, ...others] = offered;
    if (only && others.length === 0) return only;
    if (!only) throw new AppError('NOT_FOUND', `There is no ${what} here yet.`);
    throw new AppError('INVALID_INPUT', `There are ${names.length} choices of ${what}.`, {
      remedy: `Choose one with ${option}: ${quoted(names.slice(0, 8))}`,
    });
  }
  const found = things.find(({ name }) => name === asked) ?? things.find(({ id }) => String(id) === asked);
  if (found) return found;
  throw new AppError('NOT_FOUND', `There is no ${what} named "${asked}".`, {
    remedy: names.length > 0 ? `There is: ${quoted(nearest(asked, names))}` : `There is no ${what} here yet.`,
  });
}

export const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

const mostOffered = 5;

/** The names that come nearest to one that does not exist, nearest first. */
export function nearest(wrong: string, names: readonly string[]): string[] {
  const wanted = wrong.toLowerCase();
  return names
    .map((name) => {
      const known = name.toLowerCase();
      return { name, distance: known.includes(wanted) ? 0 : editDistance(wanted, known) };
    })
    .sort((a, b) => a.distance - b.distance)
    .slice(0, mostOffered)
    .map(({ name }) => name);
}

/** Letters to add, drop or change to make `b` of `a` (Levenshtein 1965). */
function editDistance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = above[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(above[j]! + 1, row[j - 1]! + 1, change));
    }
    above = row;
  }
  return above[b.length]!;
}
