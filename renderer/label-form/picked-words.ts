import { useEffect, useRef, useState } from 'react';
import { type Stretch, stretchOf, type TappedWords, tapped, wordAt, wordsIn } from '../ui/words.ts';

/** The words that a finger has picked so far: by taps on the first and the last of them, or by what the browser lets it select. */
export function useTouchPick(
  passage: string,
  /** Where in the passage a point of the screen lies; null outside of it. */
  offsetAt: (x: number, y: number) => number | null,
  /** What is selected in the passage; an empty stretch where nothing is. */
  selected: () => Stretch | null,
) {
  const [picked, setPicked] = useState<Stretch | null>(null);
  const tap = useRef<TappedWords | null>(null);
  const isTouch = useRef(false);
  const readSelected = useRef(selected);
  useEffect(() => {
    readSelected.current = selected;
  });
  useEffect(() => {
    // A long press selects a word, and its handles move: neither ends with an event of a mouse.
    const onSelection = () => {
      const stretch = isTouch.current ? readSelected.current() : null;
      if (!stretch) return;
      tap.current = null;
      setPicked(stretch);
    };
    document.addEventListener('selectionchange', onSelection);
    return () => document.removeEventListener('selectionchange', onSelection);
  }, []);
  const clear = () => {
    tap.current = null;
    setPicked(null);
  };
  return {
    picked,
    clear,
    /** Whether the words wait for a tap on the last of them. */
    isOpen: picked !== null && tap.current?.isOpen === true,
    pointerDown(kind: string) {
      isTouch.current = kind === 'touch';
    },
    isTouch: () => isTouch.current,
    /** Ends what fingers do: keys go on. */
    leaveToKeys() {
      isTouch.current = false;
      clear();
    },
    /** @returns what is picked after a tap; null where it hit nothing. */
    tapAt(x: number, y: number): Stretch | null {
      const offset = offsetAt(x, y);
      const words = wordsIn(passage);
      const word = offset === null ? undefined : wordAt(words, offset);
      if (word === undefined) return null;
      tap.current = tapped(tap.current, word);
      const stretch = stretchOf(words, tap.current.range);
      setPicked(stretch);
      return stretch;
    },
  };
}
