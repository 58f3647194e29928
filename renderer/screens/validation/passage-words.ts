/** A word of a passage, in UTF-16 code units. */
export interface PassageWord {
  readonly start: number;
  readonly end: number;
}

/** A run of words by the place of the one where it began and the one that moves. */
export interface WordRange {
  readonly anchor: number;
  readonly focus: number;
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** The words of a passage, in any script; punctuation and spaces belong to none. */
export function passageWords(passage: string): PassageWord[] {
  const words: PassageWord[] = [];
  for (const { segment, index, isWordLike } of segmenter.segment(passage)) {
    if (isWordLike) words.push({ start: index, end: index + segment.length });
  }
  return words;
}

/** Where a range lies in the passage: from its first word to the end of its last, with all that is between. */
export function spanOf(words: readonly PassageWord[], { anchor, focus }: WordRange): PassageWord {
  const first = words[Math.min(anchor, focus)]!;
  const last = words[Math.max(anchor, focus)]!;
  return { start: first.start, end: last.end };
}

/** The range after its moving end went to a word; with Shift its beginning stays. */
export function movedTo(range: WordRange, focus: number, extend: boolean, count: number): WordRange {
  const within = Math.max(0, Math.min(count - 1, focus));
  return { anchor: extend ? range.anchor : within, focus: within };
}
