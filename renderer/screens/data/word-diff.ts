/** A piece of two texts: in both, or in one of them alone. */
interface DiffPart {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** Words of each text up to which they are compared: the table of the comparison grows with their product. */
const mostWords = 1500;

/**
 * What `other` has otherwise than `base`, word by word, by the longest common subsequence. Words keep the space behind them.
 *
 * @returns null where a text is too long to be compared
 */
export function wordDiff(base: string, other: string): DiffPart[] | null {
  const [a, b] = [wordsOf(base), wordsOf(other)];
  if (a.length > mostWords || b.length > mostWords) return null;
  const lengths = commonLengths(a, b);
  const parts: DiffPart[] = [];
  const put = (kind: DiffPart['kind'], text: string) => {
    const last = parts.at(-1);
    if (last?.kind === kind) last.text += text;
    else parts.push({ kind, text });
  };
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && isSame(a[i]!, b[j]!)) {
      put('same', b[j]!);
      i += 1;
      j += 1;
    } else if (j >= b.length || (i < a.length && lengths[i + 1]![j]! >= lengths[i]![j + 1]!)) {
      put('removed', a[i]!);
      i += 1;
    } else {
      put('added', b[j]!);
      j += 1;
    }
  }
  return parts;
}

const wordsOf = (text: string): string[] => text.match(/^\s+|\S+\s*/gu) ?? [];

const isSame = (a: string, b: string) => a.trim() === b.trim();

/** Row i, column j: words that the rest of `a` from i and of `b` from j have in common, in order. */
function commonLengths(a: readonly string[], b: readonly string[]): Uint16Array[] {
  const rows = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      rows[i]![j] = isSame(a[i]!, b[j]!)
        ? rows[i + 1]![j + 1]! + 1
        : Math.max(rows[i + 1]![j]!, rows[i]![j + 1]!);
    }
  }
  return rows;
}
