/** What an interval of the difference A - B in goodness says. */
export type Verdict = 'first' | 'second' | 'practically-equal' | 'equal' | 'undecided';

/**
 * `'equal'` when the interval is 0 alone, which is so when no response differs or every differing item is labeled and the sum is
 * 0; `'practically-equal'` when it lies within the margin, whether or not it holds 0 (Schuirmann 1987); `'first'` when it lies
 * above 0 and reaches beyond the margin: A is better; `'second'` when it lies below; else `'undecided'`. Whenever the interval
 * holds the true difference, the verdict is true. The interval must be of goodness: on a scale where lower is better, mind the
 * sign.
 *
 * @param margin smallest difference that matters, at least 0, in the unit of the interval; 0 when any does
 * @throws RangeError when the ends are not finite or in the wrong order, or the margin is negative or not finite
 */
export function verdictOf({ lower, upper }: { lower: number; upper: number }, margin = 0): Verdict {
  if (!(margin >= 0 && Number.isFinite(margin))) {
    throw new RangeError(`The margin is finite and at least 0, not ${margin}.`);
  }
  if (!(Number.isFinite(lower) && lower <= upper && Number.isFinite(upper))) {
    throw new RangeError(`An interval needs finite ends in order, got [${lower}, ${upper}].`);
  }
  if (lower === 0 && upper === 0) return 'equal';
  if (margin > 0 && lower >= -margin && upper <= margin) return 'practically-equal';
  if (lower > 0) return 'first';
  return upper < 0 ? 'second' : 'undecided';
}
