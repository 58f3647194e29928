import { sharedParts } from './shared-parts.ts';

/** A piece of two texts: in both, or in one of them alone. */
interface DiffPart {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/**
 * What `other` has otherwise than `base`, word by word; line by line where they are long. Words keep the space behind them.
 *
 * @returns null where a text is too long to be compared
 */
export const wordDiff = (base: string, other: string): DiffPart[] | null =>
  diffBy(base, other, wordsOf) ?? diffBy(base, other, linesOf);

function diffBy(base: string, other: string, cut: (text: string) => readonly string[]): DiffPart[] | null {
  const [a, b] = [cut(base), cut(other)];
  const [before, after] = [a, b].map((list) => list.map((part) => part.trim())) as [string[], string[]];
  const shared = sharedParts(before, after);
  if (!shared) return null;
  const parts: DiffPart[] = [];
  const put = (kind: DiffPart['kind'], text: string) => {
    const last = parts.at(-1);
    if (last?.kind === kind) last.text += text;
    else parts.push({ kind, text });
  };
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && !shared[0][i]) put('removed', a[i++]!);
    else if (j < b.length && !shared[1][j]) put('added', b[j++]!);
    else {
      put('same', b[j++]!);
      i++;
    }
  }
  return parts;
}

const wordsOf = (text: string): string[] => text.match(/^\s+|\S+\s*/gu) ?? [];

const linesOf = (text: string): string[] => text.split(/(?<=\n)/).filter((line) => line !== '');
