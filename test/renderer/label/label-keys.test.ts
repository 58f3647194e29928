import { describe, expect, test } from 'vitest';
import { formOf, withText } from '../../../renderer/label-form/form-state.ts';
import { type LabelKeyPress, labelKey } from '../../../renderer/screens/label/label-keys.ts';
import { emptyLabelState, type LabelState } from '../../../renderer/screens/label/label-state.ts';
import { createPanelStore, type SidePanel } from '../../../renderer/screens/label/panel-store.ts';
import { defaultBindings } from '../../../renderer/ui/key-bindings.ts';
import type { LabelForm, LabelItem, StudyField } from '../../../shared/contract/index.ts';

const rating: LabelForm = { kind: 'rating', min: 1, max: 5, step: 1, lowLabel: '', highLabel: '' };
const yesNo: LabelForm = { kind: 'binary', noLabel: 'No', yesLabel: 'Yes' };
const why: StudyField = { name: 'why', question: '', required: false, form: { kind: 'text' } };

function labeling(form: LabelForm, fields: StudyField[] = [], sideBySide = false): LabelState {
  const batch = { form, fields, sideBySide } as unknown as NonNullable<LabelState['batch']>;
  const item = { ref: 'a', replies: [{ prompt: '', text: '' }], current: null } as unknown as LabelItem;
  const filled = formOf(batch, item, { answer: null, draft: null });
  return { ...emptyLabelState, phase: 'labeling', batch, item, next: 'a', filled };
}

const one = labeling(rating);

interface Pressed extends Partial<Omit<LabelKeyPress, 'key'>> {
  state?: LabelState;
  side?: SidePanel | 'guidelines' | null;
}

function meant(key: string, { state = one, side = null, ...held }: Pressed = {}) {
  const still = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, repeat: false };
  return labelKey({ ...still, place: 'page', ...held, key }, state, side, defaultBindings);
}

describe('a key that answers', () => {
  test('gives the point of the scale, and nothing once there is no item', () => {
    expect(meant('4')).toEqual({ act: 'give', question: 0, text: '4' });
    expect(meant('6')).toBeNull();
    expect(meant('4', { state: { ...one, phase: 'finished' } })).toBeNull();
  });

  test('goes to the question whose turn it is', () => {
    const sides = labeling(rating, [], true);
    const right = { ...sides, filled: { ...sides.filled, active: 1 } };
    expect(meant('2', { state: right })).toEqual({ act: 'give', question: 1, text: '2' });
  });

  test.each([
    [3, { 1: '1', 2: '0.5', 3: '0', ArrowLeft: '1', ArrowRight: '0' }],
    [5, { 1: '1', 2: '0.75', 3: '0.5', 4: '0.25', 5: '0', ArrowLeft: '0.75', ArrowRight: '0.25' }],
  ] as const)('prefers one of two replies in %i steps', (steps, texts) => {
    const state = labeling({ kind: 'preference', steps }, [], true);
    for (const [key, text] of Object.entries(texts)) {
      expect(meant(key, { state }), key).toEqual({ act: 'give', question: 0, text });
    }
    expect(meant(String(steps + 1), { state })).toBeNull();
    expect(meant('ArrowLeft', { state, repeat: true })).toEqual({ act: 'none' });
    // Where a text is asked for beside it, the arrows go from question to question.
    const withText = labeling({ kind: 'preference', steps }, [why], true);
    expect(meant('ArrowRight', { state: withText })).toEqual({ act: 'choose', question: 1 });
    expect(meant('ArrowRight')).toEqual({ act: 'jump', step: 1 });
  });

  test('is yes or no only where that is asked', () => {
    expect(meant('y', { state: labeling(yesNo) })).toEqual({ act: 'give', question: 0, text: '1' });
    expect(meant('n', { state: labeling(yesNo) })).toEqual({ act: 'give', question: 0, text: '0' });
    expect(meant('y')).toBeNull();
  });

  test('does nothing while it is held down, with a modifier, or in a text', () => {
    expect(meant('4', { repeat: true })).toEqual({ act: 'none' });
    expect(meant('4', { ctrlKey: true })).toBeNull();
    expect(meant('4', { place: 'text' })).toBeNull();
    expect(meant('4', { place: 'dialog' })).toBeNull();
    expect(meant('4', { place: 'button' })).toMatchObject({ act: 'give' });
  });

  test('is left to the reasons while they are open', () => {
    expect(meant('4', { side: 'skip' })).toBeNull();
    expect(meant('4', { side: 'note' })).toMatchObject({ act: 'give' });
  });
});

describe('Enter', () => {
  const due = labeling(rating, [why]);

  test('goes on to the next reply of a page that has no rating, and round to those before', () => {
    const sides = labeling(rating, [], true);
    const next = (active: number, filled = sides.filled) =>
      meant('Enter', { state: { ...sides, filled: { ...filled, active } } });
    expect(next(0)).toEqual({ act: 'choose', question: 1, isEntered: true });
    expect(next(1)).toEqual({ act: 'choose', question: 0, isEntered: true });
    expect(next(1, withText(sides.filled, 0, '3'))).toEqual({ act: 'choose', question: 1, isEntered: true });
  });

  test('sends a form that waits for it, while it holds something else than what is stored', () => {
    expect(meant('Enter', { state: due })).toEqual({ act: 'send' });
    const current = { kind: 'score' as const, value: 4 };
    const stored = {
      ...due,
      item: { ...due.item!, current },
      filled: withText(due.filled, 0, '4'),
    };
    expect(meant('Enter', { state: stored })).toEqual({ act: 'none' });
    expect(meant('Enter', { state: { ...stored, filled: withText(stored.filled, 1, 'so') } })).toEqual({
      act: 'send',
    });
  });

  test('goes on from an item whose turn it is not, and from the end', () => {
    expect(meant('Enter')).toEqual({ act: 'none' });
    expect(meant('Enter', { state: { ...one, next: 'b' } })).toEqual({ act: 'advance' });
    expect(meant('Enter', { state: { ...one, phase: 'finished' } })).toEqual({ act: 'advance' });
  });

  test('first of all tries again what was not saved', () => {
    const failed = { ref: 'a', answer: { kind: 'score', value: 1 }, clientKey: 'k', durationMs: 1, error: 0 };
    expect(meant('Enter', { state: { ...due, failed: failed as LabelState['failed'] } })).toEqual({
      act: 'retry',
    });
  });

  test('presses the button that has the focus', () => {
    expect(meant('Enter', { state: due, place: 'button' })).toBeNull();
  });

  test.each(['page', 'button'] as const)('with Ctrl or ⌘ sends from the %s too', (place) => {
    expect(meant('Enter', { state: due, place, ctrlKey: true })).toEqual({ act: 'send' });
    expect(meant('Enter', { state: due, place, metaKey: true })).toEqual({ act: 'send' });
    expect(meant('Enter', { state: { ...one, next: 'b' }, place, ctrlKey: true })).toBeNull();
  });
});

describe('arrows', () => {
  test('go from item to item where one question is asked', () => {
    expect(meant('ArrowLeft')).toEqual({ act: 'jump', step: -1 });
    expect(meant('ArrowRight')).toEqual({ act: 'jump', step: 1 });
  });

  test('go from question to question where several are, and stop at the ends', () => {
    const sides = labeling(rating, [], true);
    expect(meant('ArrowRight', { state: sides })).toEqual({ act: 'choose', question: 1 });
    expect(meant('ArrowLeft', { state: sides })).toEqual({ act: 'choose', question: 0 });
  });

  test('go from item to item where answers are written only: Tab goes through fields', () => {
    const written = labeling({ kind: 'answer', turns: 1 }, [why]);
    expect(written.filled.questions).toHaveLength(2);
    expect(meant('ArrowRight', { state: written })).toEqual({ act: 'jump', step: 1 });
  });
});

test('Escape leaves a text, closes what is open, and is else the browser’s', () => {
  expect(meant('Escape', { place: 'text' })).toEqual({ act: 'leave-field' });
  expect(meant('Escape', { side: 'note' })).toEqual({ act: 'close-panel' });
  expect(meant('Escape', { side: 'guidelines' })).toEqual({ act: 'close-panel' });
  expect(meant('Escape')).toBeNull();
});

test('undo and redo are Ctrl+Z and Ctrl+Shift+Z too, but never in a text', () => {
  expect(meant('z', { ctrlKey: true })).toEqual({ act: 'action', action: 'undo' });
  expect(meant('Z', { metaKey: true, shiftKey: true })).toEqual({ act: 'action', action: 'redo' });
  expect(meant('z', { ctrlKey: true, altKey: true })).toBeNull();
  expect(meant('z', { ctrlKey: true, place: 'text' })).toBeNull();
});

test('actions are done once however long the key is held; walking through the items goes on', () => {
  expect(meant('f')).toEqual({ act: 'action', action: 'flag' });
  expect(meant('.')).toEqual({ act: 'action', action: 'raw' });
  expect(meant(',')).toEqual({ act: 'action', action: 'prompt' });
  expect(meant('U', { shiftKey: true })).toEqual({ act: 'action', action: 'redo' });
  expect(meant('f', { repeat: true })).toEqual({ act: 'none' });
  expect(meant('k', { repeat: true })).toEqual({ act: 'action', action: 'back' });
  expect(meant('?', { shiftKey: true })).toEqual({ act: 'show-keys' });
  expect(meant('q')).toBeNull();
});

describe('keys of the question what went wrong', () => {
  const failures: StudyField = {
    name: 'failures',
    question: 'What went wrong?',
    required: true,
    form: { kind: 'failures', mayMake: false },
  };

  test('go to its field, mark the place, and say that nothing is wrong', () => {
    const state = labeling(rating, [failures]);
    expect(meant('w', { state })).toEqual({ act: 'action', action: 'failures' });
    expect(meant('x', { state })).toEqual({ act: 'action', action: 'place' });
    expect(meant('o', { state })).toEqual({ act: 'action', action: 'nothing' });
    expect(meant('o', { state, repeat: true })).toEqual({ act: 'none' });
    expect(meant('w', { state, place: 'text' })).toBeNull();
  });

  test('are free for options where it is not asked', () => {
    expect(meant('w')).toBeNull();
    const options = [
      { label: 'Wrong', value: 1, key: 'w' },
      { label: 'Right', value: 5 },
    ];
    const form: LabelForm = { kind: 'category', options };
    expect(meant('w', { state: labeling(form) })).toEqual({ act: 'give', question: 0, text: 'Wrong' });
    expect(meant('w', { state: labeling(form, [failures]) })).toEqual({ act: 'action', action: 'failures' });
  });
});

test('Escape closes the side panel first, then the guidelines', () => {
  const panels = createPanelStore();
  panels.getState().setGuidelines(true);
  panels.getState().toggleSide('note');
  panels.getState().closeOne();
  expect(panels.getState()).toMatchObject({ side: null, guidelines: true });
  panels.getState().closeOne();
  expect(panels.getState()).toMatchObject({ side: null, guidelines: false });
});
