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

/** Words picked by a finger: the range, and whether the next tap ends it. */
export interface TappedWords {
  readonly range: WordRange;
  readonly isOpen: boolean;
}

/** What is picked after a tap on a word: the first begins a range, the next ends it, before or after, and one more begins anew. */
export const tapped = (before: TappedWords | null, word: number): TappedWords =>
  before?.isOpen
    ? { range: { anchor: before.range.anchor, focus: word }, isOpen: false }
    : { range: { anchor: word, focus: word }, isOpen: true };

/** The word at an offset, or the one before it where none is; undefined in a text without words. */
export const wordAt = (words: readonly Stretch[], offset: number): number | undefined =>
  words.length === 0
    ? undefined
    : Math.max(
        0,
        words.findLastIndex(({ start }) => start <= offset),
      );

/** The range after its moving end went to a word, or to the one nearest to it; extended, its beginning stays. */
export function movedTo(range: WordRange, focus: number, isExtended: boolean, words: number): WordRange {
  const within = Math.min(words - 1, Math.max(0, focus));
  return { anchor: isExtended ? range.anchor : within, focus: within };
}

/** Each sign of Markdown with what is left of it; what only looks like one, such as 2 * 3 * 4, stays. */
const signs: readonly (readonly [RegExp, string])[] = [
  [/```[\w+#.-]*/g, ' '],
  [/!?\[([^\][]{1,200})\]\([^()\s]{1,500}\)/g, '$1'],
  [/(\*\*|__|~~)(?=\S)([^*_~]{1,300}?)(?<=\S)\1/g, '$2'],
  [/(?<![\w*])\*(?=[^\s*])([^*]{1,300}?)(?<=[^\s*])\*(?![\w*])/g, '$1'],
  [/`([^`]{1,300})`/g, '$1'],
  [/(^|[.!?:]\s)#{1,6}\s+/g, '$1'],
];
/** The line between the head of a table and its rows. */
const rule = /\|(?:\s?:?-{2,}:?\s?\|)+/g;

const withoutTable = (text: string): string =>
  text.search(rule) < 0 ? text : text.replaceAll(rule, ' ').replaceAll(/\s?\|(?:\s\|)*\s?/g, ' · ');

/** The beginning of a text for a list, on one line and without the signs of its layout. */
export const plainExcerpt = (text: string): string =>
  withoutTable(signs.reduce((plain, [sign, left]) => plain.replaceAll(sign, left), text))
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(?:· )+·/g, '·')
    .replaceAll(/^[\s·]{1,3}|[\s·]{1,3}$/g, '');
