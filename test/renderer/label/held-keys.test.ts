import { beforeEach, expect, test, vi } from 'vitest';
import { createActivityClock } from '../../../renderer/label-form/activity-clock.ts';
import type { LabelSession } from '../../../renderer/screens/label/label-context.ts';
import { createLabelStore } from '../../../renderer/screens/label/label-store.ts';
import { createPanelStore } from '../../../renderer/screens/label/panel-store.ts';
import { handleKey } from '../../../renderer/screens/label/use-label-keys.ts';
import { defaultBindings } from '../../../renderer/ui/key-bindings.ts';
import { fakeLabelApi } from './fake-label-api.ts';

// There is no page here; keys come from nowhere in it.
beforeEach(() => {
  vi.stubGlobal('Element', class {});
  vi.stubGlobal('HTMLElement', class {});
  return () => vi.unstubAllGlobals();
});

async function labelingSession(count: number) {
  const engine = fakeLabelApi(count, {
    kind: 'rating',
    min: 0,
    max: 5,
    step: 1,
    lowLabel: '',
    highLabel: '',
  });
  const clock = createActivityClock();
  const preferences = () => ({ autoAdvance: true, estimateVisible: false });
  const labels = createLabelStore({ api: engine.api, studyId: 1, clock, preferences });
  const session: LabelSession = { subject: { studyId: 1 }, labels, clock, panels: createPanelStore() };
  await labels.getState().open();
  const press = async (key: string, repeat = false) => {
    const event = {
      key,
      repeat,
      target: null,
      shiftKey: false,
      ctrlKey: false,
      metaKey: false,
      altKey: false,
    };
    const isHandled = handleKey(event as unknown as KeyboardEvent, session, defaultBindings);
    // What the key began goes on by promises alone.
    for (let i = 0; i < 50; i++) await Promise.resolve();
    return isHandled;
  };
  return { engine, press, state: labels.getState, side: () => session.panels.getState().side };
}

test('a digit that is held down answers one item, and no more than that', async () => {
  const { engine, press, state } = await labelingSession(4);
  expect(await press('4')).toBe(true);
  expect(state().item?.ref).toBe('r2');
  // Handled, so that it does nothing else either.
  for (let i = 0; i < 5; i++) expect(await press('4', true)).toBe(true);
  expect(engine.stored).toMatchObject([{ ref: 'r1', answer: { kind: 'score', value: 4 } }]);
  await press('2');
  expect(engine.stored).toHaveLength(2);
});

test('so does a key that marks; those that walk through the items go on', async () => {
  const { engine, press, state } = await labelingSession(4);
  await press('f');
  await press('f', true);
  expect(state().item?.flagged).toBe(true);
  await press('l', true);
  expect(engine.calls).not.toContain('later r1');
  await press('1');
  await press('2');
  expect(state().item?.ref).toBe('r3');
  await press('u', true);
  expect(engine.calls).not.toContain('undo');
  await press('k', true);
  await press('k', true);
  expect(state().item?.ref).toBe('r1');
});

test('a key pressed while an answer is being saved is said not to be taken, and opens nothing that the next item closes', async () => {
  const { engine, press, state, side } = await labelingSession(4);
  const release = engine.hold();
  await press('4');
  for (const key of ['2', 's', 'm', 'f', 'j']) {
    await press('4');
    expect(state().untaken).toBe('What you pressed while item 1 was being saved was not taken.');
    await press(key);
  }
  expect(side()).toBeNull();
  release();
  await vi.waitFor(() => expect(state().item?.ref).toBe('r2'));
  expect(engine.stored).toMatchObject([{ ref: 'r1', answer: { value: 4 } }]);
  expect(state().untaken).not.toBeNull();
  await press('3');
  expect(engine.stored).toHaveLength(2);
  expect(state().untaken).toBeNull();
});

test('a digit pressed while a flag is being stored counts for the item that was flagged', async () => {
  const { engine, press, state } = await labelingSession(4);
  const release = engine.hold();
  await press('f');
  await press('4');
  release();
  await vi.waitFor(() => expect(state().item?.ref).toBe('r2'));
  expect(engine.stored).toMatchObject([{ ref: 'r1', answer: { value: 4 } }]);
  expect(state().items[0]).toMatchObject({ flagged: true, state: 'labeled' });
});

test('a digit pressed before the item that was asked for is there goes to no other item', async () => {
  const { engine, press, state } = await labelingSession(4);
  await press('4');
  const release = engine.holdItem('r1');
  await press('k');
  expect(state().item?.ref).toBe('r2');
  await press('5');
  expect(state().untaken).toBe('What you pressed while the item was on its way was not taken.');
  release();
  await vi.waitFor(() => expect(state().item?.ref).toBe('r1'));
  expect(engine.stored).toHaveLength(1);
  await press('5');
  expect(engine.stored[1]).toMatchObject({ ref: 'r1', answer: { value: 5 } });
});

test('what is pressed twice postpones one item, and a digit after it rates none that was not read', async () => {
  const { engine, press, state } = await labelingSession(4);
  const release = engine.hold();
  await press('l');
  await press('l');
  await press('5');
  release();
  await vi.waitFor(() => expect(state().item?.ref).toBe('r2'));
  await vi.waitFor(() => expect(state().untaken).not.toBeNull());
  expect(state().items.map(({ state: one }) => one)).toEqual(['later', 'open', 'open', 'open']);
  expect(engine.stored).toEqual([]);
});

test('an undo pressed while a flag is being stored is done after it', async () => {
  const { engine, press, state } = await labelingSession(4);
  await press('4');
  const release = engine.hold();
  await press('f');
  await press('u');
  release();
  await vi.waitFor(() => expect(state().item?.ref).toBe('r1'));
  expect(engine.stored).toEqual([]);
});

test('a digit pressed while the sample is opened anew is said not to be taken', async () => {
  const { engine, press, state } = await labelingSession(4);
  const release = engine.hold();
  const opened = state().open();
  await press('4');
  expect(state().untaken).not.toBeNull();
  release();
  await opened;
  expect(engine.stored).toEqual([]);
});
