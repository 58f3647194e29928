/**
 * Places of systems by score, 1 best; equal scores share the mean of the places they take (midranks), as in
 * Spearman's coefficient.
 *
 * @param better which end is good: 'higher' for F1, 'lower' for QPR and PFR
 * @returns one place per score, undefined where the score is
 */
export function places(
  scores: readonly (number | undefined)[],
  better: 'higher' | 'lower',
): (number | undefined)[] {
  const sign = better === 'higher' ? -1 : 1;
  const known = scores.filter((score) => score !== undefined);
  return scores.map((score) => {
    if (score === undefined) return undefined;
    const ahead = known.filter((other) => sign * (other - score) < 0).length;
    const level = known.filter((other) => other === score).length;
    return ahead + (level + 1) / 2;
  });
}

/** Whether two lists of places order every pair of systems alike; a tie on one side only is a difference. */
export function ranksAgree(
  a: readonly (number | undefined)[],
  b: readonly (number | undefined)[],
): boolean | undefined {
  const both = a.flatMap((place, i) =>
    place === undefined || b[i] === undefined ? [] : [[place, b[i]] as const],
  );
  if (both.length < 2) return undefined;
  return both.every(([x, u], i) =>
    both.slice(i + 1).every(([y, v]) => Math.sign(x - y) === Math.sign(u - v)),
  );
}
