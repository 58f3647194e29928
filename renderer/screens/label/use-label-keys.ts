import { useEffect } from 'react';
import type { LabelForm } from '../../../shared/contract/index.ts';
import { isTextField } from './is-text-field.ts';
import { actionOf, type KeyBindings, keyName, type LabelActionId } from './key-bindings.ts';
import type { LabelSession } from './label-context.ts';
import { ratingPoints } from './rating-points.ts';
import { ratesSides } from './sides.ts';

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

export function focusAnswer(): void {
  document.getElementById('label-field-0')?.focus();
}

/** The score that a digit or yes/no key gives under a form, or null. */
function scoreOf(form: LabelForm, key: string, action: LabelActionId | null): number | null {
  if (form.kind === 'rating') return ratingPoints(form)?.find((point) => point.key === key)?.value ?? null;
  if (form.kind === 'binary' && action === 'yes') return 1;
  if (form.kind === 'binary' && action === 'no') return 0;
  return null;
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
      focusAnswer();
      break;
    case 'yes':
    case 'no':
      break;
  }
}

function handleKey(event: KeyboardEvent, session: LabelSession, bindings: KeyBindings): boolean {
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
    else if (label.item?.ref !== label.next || label.phase === 'finished') void label.advance();
    return true;
  }
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    if (ratesSides(label.batch)) label.chooseSide(key === 'ArrowLeft' ? 0 : 1);
    else void label.jump(key === 'ArrowLeft' ? -1 : 1);
    return true;
  }
  const action = actionOf(bindings, key);
  const form = label.batch?.form;
  const score = form && label.phase === 'labeling' ? scoreOf(form, key, action) : null;
  if (score !== null) {
    if (!event.repeat)
      void (ratesSides(label.batch) ? label.rate(score) : label.submit({ kind: 'score', value: score }));
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
