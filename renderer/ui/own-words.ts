import { sharedParts } from './shared-parts.ts';

/** A piece of a text; the pieces of a text joined are the text. */
export interface Piece {
  readonly text: string;
  /** Whether the other text lacks it. */
  readonly isOwn: boolean;
}

/**
 * What each of two texts has and the other lacks, word by word; line by line where they are long, and null where they are too long for
 * that. Differences of spaces are none.
 */
export function ownWords(left: string, right: string): readonly [readonly Piece[], readonly Piece[]] | null {
  return compared(left, right, wordsOf) ?? compared(left, right, linesOf);
}

function compared(left: string, right: string, cut: (text: string) => readonly string[]) {
  const parts = [cut(left), cut(right)] as const;
  const [before, after] = parts.map((list) => list.map((part) => part.trim())) as [string[], string[]];
  const shared = sharedParts(before, after);
  return shared && ([piecesOf(parts[0], shared[0]), piecesOf(parts[1], shared[1])] as const);
}

/** Made when texts are first compared: not every page has two. */
let segmenter: Intl.Segmenter | undefined;

/** Words and signs, each with the spaces after it; writing without spaces is cut into words, too. */
function wordsOf(text: string): string[] {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' });
  const words: string[] = [];
  for (const { segment } of segmenter.segment(text)) {
    if (words.length > 0 && segment.trim() === '') words[words.length - 1] += segment;
    else words.push(segment);
  }
  return words;
}

const linesOf = (text: string): string[] => text.split(/(?<=\n)/);

/** Neighbors of one kind are one piece. */
function piecesOf(parts: readonly string[], isShared: readonly boolean[]): Piece[] {
  const pieces: { text: string; isOwn: boolean }[] = [];
  for (const [at, text] of parts.entries()) {
    const isOwn = !isShared[at];
    const last = pieces.at(-1);
    if (last?.isOwn === isOwn) last.text += text;
    else pieces.push({ text, isOwn });
  }
  return pieces;
}
