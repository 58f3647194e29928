const shown = 5;

/** The names that come nearest to one that does not exist, nearest first. */
export function nearest(wrong: string, names: readonly string[]): string[] {
  const wanted = wrong.toLowerCase();
  return names
    .map((name) => {
      const known = name.toLowerCase();
      return { name, distance: known.includes(wanted) ? 0 : editDistance(wanted, known) };
    })
    .sort((a, b) => a.distance - b.distance)
    .slice(0, shown)
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
