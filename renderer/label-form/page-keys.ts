import type { LabelAnswer } from '../../shared/contract/index.ts';
import { actionOf, isFailureAction, type KeyBindings } from '../ui/key-bindings.ts';
import { isSendPress, type KeyPress, keyName, type PressedIn } from '../ui/key-press.ts';
import { arrowInForm, choiceOfKey, enterInForm, type FormKeyAct } from './form-keys.ts';
import { differsFrom, type FormState } from './form-state.ts';
import { type AskedForm, failuresAt, waitsForEnter } from './questions.ts';

/** What a key does on the page of an item. `none` is taken from the browser all the same. */
export type PageKeyAct =
  | FormKeyAct
  | {
      readonly act:
        | 'leave-field'
        | 'send'
        | 'skip'
        | 'write'
        | 'pick'
        | 'passage'
        | 'guidelines'
        | 'raw'
        | 'prompt'
        | 'picture'
        | 'words'
        | 'apart'
        | 'correct'
        | 'steps'
        | 'failures'
        | 'place'
        | 'nothing'
        | 'none';
    }
  | { readonly act: 'move'; readonly step: 1 | -1 };

interface PageKeyState {
  readonly asked: AskedForm;
  readonly filled: FormState;
  /** The last answer to the item on screen. */
  readonly answer: LabelAnswer | null;
  /** Whether it is asked why the item is skipped. */
  readonly isSkipping: boolean;
  /** Whether the guidelines are open. */
  readonly isGuided: boolean;
}

/** Actions of the label screen that a page has too, with the same keys. */
const pageActs: Readonly<Record<string, PageKeyAct>> = {
  skip: { act: 'skip' },
  write: { act: 'write' },
  select: { act: 'pick' },
  passage: { act: 'passage' },
  guidelines: { act: 'guidelines' },
  raw: { act: 'raw' },
  prompt: { act: 'prompt' },
  picture: { act: 'picture' },
  words: { act: 'words' },
  apart: { act: 'apart' },
  correct: { act: 'correct' },
  steps: { act: 'steps' },
  failures: { act: 'failures' },
  place: { act: 'place' },
  nothing: { act: 'nothing' },
  forward: { act: 'move', step: 1 },
  back: { act: 'move', step: -1 },
};

/** What a key means as things stand; null leaves it to the browser. A key held down answers once, and moves on and on. */
export function pageKey(
  press: KeyPress & { readonly place: PressedIn },
  { asked, filled, answer, isSkipping, isGuided }: PageKeyState,
  keys: KeyBindings,
): PageKeyAct | null {
  if (press.place === 'text') return press.key === 'Escape' ? { act: 'leave-field' } : null;
  const isDue = waitsForEnter(asked) && differsFrom(filled, answer);
  // Wherever the focus went, to a fold or a button: what sends from a field sends from there too.
  if (isSendPress(press)) return isDue ? { act: 'send' } : null;
  const key = keyName(press);
  if (key === null) return null;
  if (key === 'Escape') return isSkipping || isGuided ? { act: 'leave-field' } : null;
  // The skip panel gives digits its own meaning.
  if (isSkipping && /^\d$/.test(key)) return null;
  if (key === 'Enter') {
    if (press.place === 'button') return null;
    return isDue ? { act: 'send' } : waitsForEnter(asked) ? null : enterInForm(filled);
  }
  const moved = arrowInForm(filled, key);
  if (moved) return moved;
  const choice = choiceOfKey(filled, key, keys);
  if (choice === null && (key === 'ArrowLeft' || key === 'ArrowRight')) {
    return { act: 'move', step: key === 'ArrowLeft' ? -1 : 1 };
  }
  const action = actionOf(keys, key);
  if (choice === null && action !== null && isFailureAction(action) && failuresAt(filled.questions) === null)
    return null;
  const meant = choice ?? (action === null ? null : (pageActs[action] ?? null));
  return meant !== null && press.repeat && meant.act !== 'move' ? { act: 'none' } : meant;
}
