import { toProblem } from '../../api/to-problem.ts';
import { arrowInForm, choiceOfKey, enterInForm, type FormKeyAct } from '../../label-form/form-keys.ts';
import { differsFrom } from '../../label-form/form-state.ts';
import { failuresAt, waitsForEnter } from '../../label-form/questions.ts';
import { actionOf, isFailureAction, type KeyBindings, type LabelActionId } from '../../ui/key-bindings.ts';
import { isSendPress, isUndoPress, type KeyPress, keyName, type PressedIn } from '../../ui/key-press.ts';
import type { LabelState } from './label-state.ts';
import type { SidePanel } from './panel-store.ts';

/** What a key does on the label screen. `none` is taken from the browser all the same. */
export type LabelKeyAct =
  | FormKeyAct
  | { readonly act: 'leave-field' | 'close-panel' | 'show-keys' | 'retry' | 'send' | 'advance' | 'none' }
  | { readonly act: 'jump'; readonly step: 1 | -1 }
  | { readonly act: 'action'; readonly action: Exclude<LabelActionId, 'yes' | 'no'> };

export type LabelKeyPress = KeyPress & { readonly place: PressedIn };

type KeyState = Pick<LabelState, 'phase' | 'batch' | 'item' | 'next' | 'failed' | 'filled'>;

/** Whether Enter sends the form: it waits to be told, and holds something that is not stored. */
const isFormDue = ({ batch, item, filled, phase }: KeyState): boolean =>
  batch !== null &&
  item !== null &&
  phase === 'labeling' &&
  waitsForEnter(batch) &&
  differsFrom(filled, item.current);

/** Whether an item is on screen, also while the sample is opened anew: then an answer is said not to be taken. */
const isAsked = ({ phase, item }: KeyState): boolean =>
  item !== null && (phase === 'labeling' || phase === 'opening');

/** What a key means as things stand; null leaves it to the browser. A key held down answers and marks once. */
export function labelKey(
  press: LabelKeyPress,
  state: KeyState,
  side: SidePanel | 'guidelines' | null,
  bindings: KeyBindings,
): LabelKeyAct | null {
  if (press.place === 'text') return press.key === 'Escape' ? { act: 'leave-field' } : null;
  if (press.place === 'dialog') return null;
  if (isUndoPress(press)) return { act: 'action', action: press.shiftKey ? 'redo' : 'undo' };
  // Wherever the focus went, to a fold or a button: what sends from a field sends from there too.
  if (isSendPress(press)) return isFormDue(state) ? { act: 'send' } : null;
  const key = keyName(press);
  if (key === null) return null;
  if (key === 'Escape') return side === null ? null : { act: 'close-panel' };
  // The skip panel gives digits its own meaning.
  if (side === 'skip' && /^\d$/.test(key)) return null;
  if (key === '?') return { act: 'show-keys' };
  if (key === 'Enter') return press.place === 'button' ? null : enter(state);
  const moved = arrowInForm(state.filled, key);
  if (moved) return moved;
  const choice = isAsked(state) ? choiceOfKey(state.filled, key, bindings) : null;
  if (choice) return press.repeat ? { act: 'none' } : choice;
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    return { act: 'jump', step: key === 'ArrowLeft' ? -1 : 1 };
  }
  const action = actionOf(bindings, key);
  if (action === null || action === 'yes' || action === 'no') return null;
  if (isFailureAction(action) && failuresAt(state.filled.questions) === null) return null;
  const goesOn = action === 'forward' || action === 'back';
  return press.repeat && !goesOn ? { act: 'none' } : { act: 'action', action };
}

function enter(state: KeyState): LabelKeyAct {
  // Which of two answers holds is chosen by its button alone.
  if (state.failed && toProblem(state.failed.error).details.stale) return { act: 'none' };
  if (state.failed) return { act: 'retry' };
  if (isFormDue(state)) return { act: 'send' };
  const asksItself = state.phase === 'labeling' && state.batch !== null && !waitsForEnter(state.batch);
  const open = asksItself && state.item?.current == null ? enterInForm(state.filled) : null;
  if (open) return open;
  const isElsewhere = state.item?.ref !== state.next || state.phase === 'finished';
  return { act: isElsewhere ? 'advance' : 'none' };
}
