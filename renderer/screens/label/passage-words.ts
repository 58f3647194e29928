/** A stretch of a text, counted in UTF-16 units; `end` is exclusive. */
export interface Stretch {
  start: number;
  end: number;
}

/** The words of a text in order, also of scripts that put no spaces between them. */
export function wordsIn(text: string): Stretch[] {
  const words: Stretch[] = [];
  for (const { segment, index, isWordLike } of new Intl.Segmenter(undefined, {
    granularity: 'word',
  }).segment(text)) {
    if (isWordLike) words.push({ start: index, end: index + segment.length });
  }
  return words;
}

/** A stretch without the white space at its ends; null when nothing else is in it. */
export function trimmed(text: string, { start, end }: Stretch): Stretch | null {
  const inside = text.slice(start, end);
  const lead = inside.length - inside.trimStart().length;
  const kept = inside.trim();
  return kept === '' ? null : { start: start + lead, end: start + lead + kept.length };
}

/** Where a word cursor goes: it stands on one word (`focus`) and the stretch begins at another (`anchor`). */
export interface WordCursor {
  anchor: number;
  focus: number;
}

const jump = 10;

/**
 * The cursor after a key; null for keys that do not move it. Arrows move by a word to where they point, so that the left
 * one goes on in a text written from right to left; up and down by ten.
 */
export function moved(
  cursor: WordCursor | null,
  { key, shiftKey }: { key: string; shiftKey: boolean },
  words: number,
  direction: 'ltr' | 'rtl',
): WordCursor | null {
  const right = direction === 'ltr' ? 1 : -1;
  const steps: Record<string, number> = {
    ArrowRight: right,
    ArrowLeft: -right,
    ArrowDown: jump,
    ArrowUp: -jump,
    Home: -words,
    End: words,
  };
  const step = steps[key];
  if (step === undefined || words === 0) return null;
  if (!cursor) return { anchor: 0, focus: 0 };
  const focus = Math.min(words - 1, Math.max(0, cursor.focus + step));
  return { anchor: shiftKey ? cursor.anchor : focus, focus };
}

/** The words from anchor to focus, whichever comes first. */
export function stretchOf(words: readonly Stretch[], { anchor, focus }: WordCursor): Stretch {
  return { start: words[Math.min(anchor, focus)]!.start, end: words[Math.max(anchor, focus)]!.end };
}
