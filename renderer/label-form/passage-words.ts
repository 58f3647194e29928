import { movedTo, type Stretch, type WordRange } from '../ui/words.ts';

/** A stretch without the white space at its ends; null when nothing else is in it. */
export function trimmed(text: string, { start, end }: Stretch): Stretch | null {
  const inside = text.slice(start, end);
  const lead = inside.length - inside.trimStart().length;
  const kept = inside.trim();
  return kept === '' ? null : { start: start + lead, end: start + lead + kept.length };
}

const jump = 10;

/**
 * The range after a key; null for keys that do not move it. Arrows move by a word to where they point, so that the left
 * one goes on in a text written from right to left; up and down by ten.
 */
export function moved(
  range: WordRange | null,
  { key, shiftKey }: { key: string; shiftKey: boolean },
  words: number,
  direction: 'ltr' | 'rtl',
): WordRange | null {
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
  return range ? movedTo(range, range.focus + step, shiftKey, words) : { anchor: 0, focus: 0 };
}
