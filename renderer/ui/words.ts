/** A stretch of a text, counted in UTF-16 units; `end` is exclusive. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** A run of words by the places of the one where it begins (`anchor`) and the one that moves (`focus`). */
export interface WordRange {
  readonly anchor: number;
  readonly focus: number;
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** The words of a text in order, in any script; punctuation and spaces belong to none. */
export function wordsIn(text: string): Stretch[] {
  const words: Stretch[] = [];
  for (const { segment, index, isWordLike } of segmenter.segment(text)) {
    if (isWordLike) words.push({ start: index, end: index + segment.length });
  }
  return words;
}

/** Where a range lies in the text: from its first word to the end of its last, with all that is between. */
export function stretchOf(words: readonly Stretch[], { anchor, focus }: WordRange): Stretch {
  return { start: words[Math.min(anchor, focus)]!.start, end: words[Math.max(anchor, focus)]!.end };
}

/** The range after its moving end went to a word, or to the one nearest to it; extended, its beginning stays. */
export function movedTo(range: WordRange, focus: number, isExtended: boolean, words: number): WordRange {
  const within = Math.min(words - 1, Math.max(0, focus));
  return { anchor: isExtended ? range.anchor : within, focus: within };
}
