import { useLayoutEffect, useRef } from 'react';
import { isTextField, keyName } from '../../label-form/key-press.ts';

interface AdjudicationKeys {
  /** Gives the value of a key; false when it has none. */
  give: (key: string) => boolean;
  skip: () => void;
  undo: () => void;
  move: (step: 1 | -1) => void;
}

/** Keys of the adjudicator, wherever the focus is but in a text, from the moment that the item is shown. */
export function useAdjudicationKeys(keys: AdjudicationKeys): void {
  const latest = useRef(keys);
  useLayoutEffect(() => {
    latest.current = keys;
  });
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      if (isTextField(event.target)) {
        if (event.key === 'Escape') event.target.blur();
        return;
      }
      const key = keyName(event);
      if (key !== null && performKey(key, event.repeat, latest.current)) event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** Does what a key means; false leaves it to the browser. A key held down moves on and on, and does all else once. */
export function performKey(
  key: string,
  isRepeat: boolean,
  { give, skip, undo, move }: AdjudicationKeys,
): boolean {
  if (isRepeat && key !== 'j' && key !== 'k') return true;
  switch (key) {
    case 's':
      skip();
      return true;
    case 'u':
      undo();
      return true;
    case 'j':
      move(1);
      return true;
    case 'k':
      move(-1);
      return true;
    default:
      return give(key);
  }
}
