import { useEffect } from 'react';
import { choicesOf, isChoice } from './form-choices.ts';
import { textsOf, waitsForEnter } from './form-slots.ts';
import { isTextField } from './is-text-field.ts';
import { actionOf, type KeyBindings, keyName, type LabelActionId } from './key-bindings.ts';
import type { LabelSession } from './label-context.ts';
import type { LabelState } from './label-state.ts';

const isPressable = (target: EventTarget | null) =>
  target instanceof Element && target.closest('button, a[href], input, [role="button"], summary') !== null;

/**
 * Puts the focus where keys scroll the item and no text field catches them. It is quiet: a frame around the whole
 * pane after every answer would be noise; whoever tabs to the pane sees it.
 */
export function focusReading(): void {
  const pane = document.getElementById('label-reading');
  if (!pane) return;
  pane.dataset.quiet = '';
  pane.focus({ preventScroll: true });
}

/** Goes to the field of this question, else to the first field of the form. */
export function focusAnswer(index = 0): void {
  const field = document.getElementById(`label-field-${index}`);
  (field ?? document.querySelector<HTMLElement>('[id^="label-field-"]'))?.focus();
}

/** Puts the focus on the passage where a piece of it is picked. False where there is none. */
export function focusPassage(): boolean {
  const passage = document.getElementById('label-passage');
  passage?.focus({ preventScroll: true });
  return passage !== null;
}

/** What a key says of the question that keys answer; null when it says nothing. */
function textOf({ slots, active, phase }: LabelState, key: string, bindings: KeyBindings): string | null {
  const slot = slots[active];
  if (!slot || phase !== 'labeling') return null;
  return choicesOf(slot.form, bindings)?.find((choice) => choice.key === key)?.text ?? null;
}

function perform(action: LabelActionId, { labels, panels }: LabelSession): void {
  const label = labels.getState();
  const panel = panels.getState();
  const hasItem = label.item !== null;
  switch (action) {
    case 'undo':
      void label.undo();
      break;
    case 'redo':
      void label.redo();
      break;
    case 'forward':
      void label.jump(1);
      break;
    case 'back':
      void label.jump(-1);
      break;
    case 'later':
      void label.putOff();
      break;
    case 'flag':
      void label.toggleFlag();
      break;
    case 'skip':
    case 'note':
      if (hasItem) panel.toggleSide(action);
      break;
    case 'passage':
      panel.setPassage(!panel.passage);
      break;
    case 'guidelines':
      panel.setGuidelines(!panel.guidelines);
      break;
    case 'write':
      focusAnswer(label.active);
      break;
    case 'select':
      panel.setPassage(true);
      requestAnimationFrame(focusPassage);
      break;
    case 'yes':
    case 'no':
      break;
  }
}

/** Whether arrows go from question to question: written answers alone have fields to go to. */
const hasSeveral = ({ slots }: LabelState) => slots.length > 1 && slots.some(({ form }) => isChoice(form));

/** Whether Enter sends the form: it waits to be told, and holds something that is not stored. */
function isFormDue({ batch, item, slots, fields, phase }: LabelState): boolean {
  if (!batch || !item || phase !== 'labeling' || !waitsForEnter(batch)) return false;
  return item.current === null || JSON.stringify(textsOf(slots, item.current)) !== JSON.stringify(fields);
}

/** Does what a key means; false leaves it to the browser. A key held down answers and marks once. */
export function handleKey(event: KeyboardEvent, session: LabelSession, bindings: KeyBindings): boolean {
  const { labels, panels } = session;
  const { side } = panels.getState();
  const label = labels.getState();
  const isUndo = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'z';
  if (isTextField(event.target)) {
    if (event.key !== 'Escape') return false;
    if (side === 'skip' || side === 'note') panels.getState().closeSide();
    focusReading();
    return true;
  }
  if (event.target instanceof Element && event.target.closest('[role="dialog"]')) return false;
  if (isUndo) {
    void (event.shiftKey ? label.redo() : label.undo());
    return true;
  }
  const key = keyName(event);
  if (key === null) return false;
  if (key === 'Escape') {
    if (side === null) return false;
    panels.getState().closeSide();
    focusReading();
    return true;
  }
  // The skip panel gives digits its own meaning.
  if (side === 'skip' && /^\d$/.test(key)) return false;
  if (key === '?') {
    panels.getState().toggleSide('keys');
    return true;
  }
  if (key === 'Enter') {
    if (isPressable(event.target)) return false;
    if (label.failed) void label.retry();
    else if (isFormDue(label)) void label.submitForm();
    else if (label.item?.ref !== label.next || label.phase === 'finished') void label.advance();
    return true;
  }
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const step = key === 'ArrowLeft' ? -1 : 1;
    if (hasSeveral(label)) label.choose(Math.min(label.slots.length - 1, Math.max(0, label.active + step)));
    else void label.jump(step);
    return true;
  }
  const action = actionOf(bindings, key);
  const text = textOf(label, key, bindings);
  if (text !== null) {
    if (!event.repeat) void label.give(label.active, text);
    return true;
  }
  if (action === null || action === 'yes' || action === 'no') return false;
  if (!event.repeat || action === 'forward' || action === 'back') perform(action, session);
  return true;
}

/** All keys of the label screen. A key that is handled goes no further; all others keep their usual meaning. */
export function useLabelKeys(session: LabelSession, bindings: KeyBindings): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      if (handleKey(event, session, bindings)) event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [session, bindings]);
}
