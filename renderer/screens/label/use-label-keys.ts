import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import { nothingText } from '../../label-form/failure-coding.ts';
import { markPlace } from '../../label-form/failure-question.tsx';
import {
  focusAnswer,
  focusCorrection,
  focusFailures,
  focusPassage,
  focusQuestion,
  focusReading,
  focusSteps,
} from '../../label-form/focus.ts';
import { failuresAt } from '../../label-form/questions.ts';
import type { KeyBindings, LabelActionId } from '../../ui/key-bindings.ts';
import { keyPlace } from '../../ui/key-press.ts';
import { enlargePicture } from '../../ui/picture-view.tsx';
import {
  toggleApartReplies,
  toggleOwnWords,
  toggleRawTexts,
  toggleWholePrompt,
} from '../../ui/text-switches.ts';
import { type LabelSession, toggleItemPanel } from './label-context.ts';
import { type LabelKeyAct, labelKey } from './label-keys.ts';

/** Opens the passage and goes there: the next key is for it, however soon it comes. */
export function openPassage(panels: LabelSession['panels']): void {
  flushSync(() => panels.getState().setPassage(true));
  focusPassage();
}

type Action = Exclude<LabelActionId, 'yes' | 'no'>;

/** Does what an action of the screen is for. */
function performAction(action: Action, session: LabelSession): void {
  const { labels, panels } = session;
  const label = labels.getState();
  const panel = panels.getState();
  const asked = failuresAt(label.filled.questions) ?? 0;
  const failures = label.batch?.failures;
  const work: Readonly<Record<Action, () => unknown>> = {
    undo: label.undo,
    redo: label.redo,
    forward: () => label.jump(1),
    back: () => label.jump(-1),
    later: label.snooze,
    flag: label.toggleFlag,
    skip: () => toggleItemPanel(session, 'skip'),
    note: () => toggleItemPanel(session, 'note'),
    passage: () => panel.setPassage(!panel.passage),
    guidelines: () => panel.setGuidelines(!panel.guidelines),
    raw: toggleRawTexts,
    prompt: toggleWholePrompt,
    picture: enlargePicture,
    words: toggleOwnWords,
    apart: toggleApartReplies,
    correct: focusCorrection,
    steps: focusSteps,
    write: () => focusAnswer(label.filled.active),
    select: () => openPassage(panels),
    failures: focusFailures,
    nothing: () => label.give(asked, nothingText(failures, label.filled.texts[asked])),
    place: () => markPlace({ index: asked, text: label.filled.texts[asked] ?? '', failures, actions: label }),
  };
  void work[action]();
}

function perform(meant: LabelKeyAct, session: LabelSession): void {
  const label = session.labels.getState();
  const panel = session.panels.getState();
  switch (meant.act) {
    case 'leave-field':
      if (panel.side === 'skip' || panel.side === 'note') panel.closeSide();
      focusReading();
      break;
    case 'close-panel':
      panel.closeOne();
      focusReading();
      break;
    case 'show-keys':
      panel.toggleSide('keys');
      break;
    case 'retry':
      void label.retry();
      break;
    case 'send':
      void label.submitForm();
      break;
    case 'advance':
      void label.advance();
      break;
    case 'choose':
      label.choose(meant.question);
      if (meant.isEntered) focusQuestion(meant.question);
      break;
    case 'give':
      void label.give(meant.question, meant.text);
      break;
    case 'jump':
      void label.jump(meant.step);
      break;
    case 'action':
      performAction(meant.action, session);
      break;
    case 'none':
      break;
  }
}

/** Does what a key means; false leaves it to the browser. */
export function handleKey(event: KeyboardEvent, session: LabelSession, bindings: KeyBindings): boolean {
  const { key, shiftKey, ctrlKey, metaKey, altKey, repeat, target } = event;
  const press = { key, shiftKey, ctrlKey, metaKey, altKey, repeat, place: keyPlace(target) };
  const { side, guidelines } = session.panels.getState();
  const open = side ?? (guidelines ? 'guidelines' : null);
  const meant = labelKey(press, session.labels.getState(), open, bindings);
  if (meant) perform(meant, session);
  return meant !== null;
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
