/** Comparisons of two lists, one of each with the other, that are made at once: some hundredths of a second. */
const mostComparisons = 4_000_000;

/**
 * Which entries of two lists are in both, by their longest common sequence (Wagner and Fischer 1974).
 *
 * @returns for each list one truth value an entry; null where the lists are too long to be compared at once
 */
export function sharedParts(
  before: readonly string[],
  after: readonly string[],
): readonly [readonly boolean[], readonly boolean[]] | null {
  // What both begin and end with needs no table.
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const [left, right] = [before, after].map((list) => list.slice(head, list.length - tail)) as [
    string[],
    string[],
  ];
  if (left.length * right.length > mostComparisons) return null;
  const isShared = [before, after].map((list) =>
    list.map((_, at) => at < head || at >= list.length - tail),
  ) as [boolean[], boolean[]];
  const lengths = Array.from({ length: left.length + 1 }, () => new Uint32Array(right.length + 1));
  for (let i = left.length - 1; i >= 0; i--) {
    for (let j = right.length - 1; j >= 0; j--) {
      lengths[i]![j] =
        left[i] === right[j]
          ? lengths[i + 1]![j + 1]! + 1
          : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
    }
  }
  let [i, j] = [0, 0];
  while (i < left.length && j < right.length) {
    if (left[i] === right[j]) {
      isShared[0][head + i++] = true;
      isShared[1][head + j++] = true;
    } else if (lengths[i + 1]![j]! >= lengths[i]![j + 1]!) i++;
    else j++;
  }
  return isShared;
}
