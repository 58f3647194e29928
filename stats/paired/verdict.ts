/** What an interval of the difference A - B in goodness says. */
export type Verdict = 'first' | 'second' | 'undecided' | 'equal';

/**
 * `'first'` when the interval lies above 0: A is better; `'second'` when it lies below; `'equal'` when it is 0 alone,
 * which is so when no response differs or every differing item is labeled and the sum is 0; else `'undecided'`.
 * The interval must be of goodness: on a scale where lower is better, mind the sign.
 *
 * @throws RangeError when the ends are not finite or in the wrong order
 */
export function verdictOf({ lower, upper }: { lower: number; upper: number }): Verdict {
  if (!(Number.isFinite(lower) && lower <= upper && Number.isFinite(upper))) {
    throw new RangeError(`An interval needs finite ends in order, got [${lower}, ${upper}].`);
  }
  if (lower > 0) return 'first';
  if (upper < 0) return 'second';
  return lower === 0 && upper === 0 ? 'equal' : 'undecided';
}
