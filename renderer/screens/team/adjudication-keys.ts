import { useLayoutEffect, useRef } from 'react';
import { arrowInForm, choiceOfKey, type FormKeyAct } from '../../label-form/form-keys.ts';
import type { FormState } from '../../label-form/form-state.ts';
import type { KeyBindings } from '../../ui/key-bindings.ts';
import { type KeyPress, keyName, keyPlace, type PressedIn } from '../../ui/key-press.ts';

/** What a key does before an adjudicator. `none` is taken from the browser all the same. */
type AdjudicationKeyAct =
  | FormKeyAct
  | { readonly act: 'skip' | 'undo' | 'leave-field' | 'none' }
  | { readonly act: 'move'; readonly step: 1 | -1 };

const adjudicatorKeys: Readonly<Record<string, AdjudicationKeyAct>> = {
  s: { act: 'skip' },
  u: { act: 'undo' },
  j: { act: 'move', step: 1 },
  k: { act: 'move', step: -1 },
};

export type AdjudicationKeyPress = KeyPress & { readonly place: PressedIn };

/** What a key means; null leaves it to the browser. A key held down moves on and on, and does all else once. */
export function adjudicationKey(
  press: AdjudicationKeyPress,
  filled: FormState,
  bindings: KeyBindings,
): AdjudicationKeyAct | null {
  if (press.place === 'text') return press.key === 'Escape' ? { act: 'leave-field' } : null;
  const key = keyName(press);
  if (key === null) return null;
  const meant = adjudicatorKeys[key] ?? arrowInForm(filled, key) ?? choiceOfKey(filled, key, bindings);
  return meant !== null && press.repeat && meant.act !== 'move' ? { act: 'none' } : meant;
}

/**
 * Keys of the adjudicator, wherever the focus is, from the moment that the item is shown.
 *
 * @param handle does what a key means; false leaves it to the browser
 */
export function useAdjudicationKeys(handle: (press: AdjudicationKeyPress) => boolean): void {
  const latest = useRef(handle);
  useLayoutEffect(() => {
    latest.current = handle;
  });
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      const { key, shiftKey, ctrlKey, metaKey, altKey, repeat, target } = event;
      const press = { key, shiftKey, ctrlKey, metaKey, altKey, repeat, place: keyPlace(target) };
      if (latest.current(press)) event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
