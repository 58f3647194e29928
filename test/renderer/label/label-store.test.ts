import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createActivityClock } from '../../../renderer/label-form/activity-clock.ts';
import { DRAFT_DELAY_MS } from '../../../renderer/label-form/draft-saver.ts';
import { createLabelStore } from '../../../renderer/screens/label/label-store.ts';
import type { LabelForm } from '../../../shared/contract/index.ts';
import { fakeLabelApi } from './fake-label-api.ts';

const rating: LabelForm = { kind: 'rating', min: 0, max: 5, step: 1, lowLabel: '', highLabel: '' };
const gold: LabelForm = { kind: 'answer', turns: 2 };
const score = (value: number) => ({ kind: 'score', value }) as const;

async function opened(count = 3, form: LabelForm = rating, autoAdvance = true) {
  const engine = fakeLabelApi(count, form);
  let key = 0;
  const store = createLabelStore({
    api: engine.api,
    studyId: 1,
    clock: createActivityClock(() => Date.now()),
    preferences: () => ({ autoAdvance, estimateVisible: false }),
    newKey: () => {
      key += 1;
      return `key-${key}`;
    },
  });
  await store.getState().open();
  return { engine, store, state: store.getState };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('submit', () => {
  test('stores the answer, then shows the next item', async () => {
    const { engine, state } = await opened();
    expect(state().item?.ref).toBe('r1');
    vi.advanceTimersByTime(4000);
    await state().submit(score(4));
    expect(engine.stored).toMatchObject([{ ref: 'r1', answer: score(4), durationMs: 4000 }]);
    expect(state().item?.ref).toBe('r2');
    expect(state().items[0]?.state).toBe('labeled');
    expect(state().undoable).toBe(true);
    expect(state().notice.text).toBe('Item 1 saved: 4.');
  });

  test('goes on with the items of a sample that was drawn anew meanwhile, and says that the answer is saved', async () => {
    const { engine, state } = await opened();
    engine.drawAnew();
    await state().submit(score(4));
    expect(engine.stored).toMatchObject([{ ref: 'r1', answer: score(4) }]);
    expect(state()).toMatchObject({ phase: 'labeling', item: { ref: 'n1' }, failed: null, saving: null });
    expect(state().items.map(({ ref }) => ref)).toEqual(['n1', 'n2', 'n3']);
    expect(state().notice.text).toMatch(/^Your answer is saved/);
  });

  test('tells of the next item while the one before is on screen, so that its pictures can be fetched', async () => {
    const engine = fakeLabelApi(3, rating);
    const fetched: string[] = [];
    const store = createLabelStore({
      ...{ api: engine.api, studyId: 1, clock: createActivityClock(() => Date.now()) },
      preferences: () => ({ autoAdvance: true, estimateVisible: false }),
      onFetched: ({ ref }) => fetched.push(ref),
    });
    await store.getState().open();
    await vi.advanceTimersByTimeAsync(0);
    expect(store.getState().item?.ref).toBe('r1');
    expect(fetched).toEqual(['r1', 'r2']);
  });

  test('has the next item to draw ahead, but not one that comes when another item is on screen', async () => {
    const engine = fakeLabelApi(4, rating);
    const release = engine.holdItem('r2');
    const store = createLabelStore({
      ...{ api: engine.api, studyId: 1, clock: createActivityClock(() => Date.now()) },
      preferences: () => ({ autoAdvance: true, estimateVisible: false }),
    });
    await store.getState().open();
    await store.getState().show('r3');
    await vi.advanceTimersByTimeAsync(0);
    expect(store.getState().ahead?.ref).toBe('r1');
    release();
    await vi.advanceTimersByTimeAsync(0);
    expect(store.getState().ahead?.ref).toBe('r1');
  });

  test('keeps the item on screen until the label is on disk', async () => {
    const { engine, state } = await opened();
    const release = engine.hold();
    const sent = state().submit(score(2));
    await vi.advanceTimersByTimeAsync(50);
    expect(state().saving?.answer).toEqual(score(2));
    expect(state().item?.ref).toBe('r1');
    release();
    await sent;
    expect(state().item?.ref).toBe('r2');
  });

  test('takes one answer at a time', async () => {
    const { engine, state } = await opened();
    const release = engine.hold();
    const first = state().submit(score(2));
    const second = state().submit(score(5));
    release();
    await Promise.all([first, second]);
    expect(engine.stored.map((one) => one.answer)).toEqual([score(2)]);
  });

  test('has the next item at hand before the answer is given', async () => {
    const { engine, state } = await opened();
    await vi.advanceTimersByTimeAsync(0);
    expect(engine.calls).toContain('item r2');
    const before = engine.calls.length;
    await state().submit(score(1));
    expect(engine.calls.slice(before)).not.toContain('item r2');
  });

  test('ends quietly after the last item', async () => {
    const { state } = await opened(1);
    await state().submit(score(1));
    expect(state().phase).toBe('finished');
  });

  test('without auto-advance stays until asked', async () => {
    const { state } = await opened(2, rating, false);
    await state().submit(score(3));
    expect(state().item).toMatchObject({ ref: 'r1', current: score(3) });
    await state().advance();
    expect(state().item?.ref).toBe('r2');
  });
});

describe('a submission that fails', () => {
  test('keeps answer and item, and a retry stores one label', async () => {
    const { engine, state } = await opened();
    engine.fail('submit');
    await state().submit(score(3));
    expect(state().failed?.answer).toEqual(score(3));
    expect(state().item?.ref).toBe('r1');
    expect(state().saving).toBeNull();
    await state().retry();
    expect(engine.stored).toMatchObject([{ clientKey: 'key-1', answer: score(3) }]);
    expect(state().item?.ref).toBe('r2');
  });

  test('cannot be walked away from by accident', async () => {
    const { engine, state } = await opened();
    await state().submit(score(1));
    engine.fail('submit');
    await state().submit(score(3));
    await state().jump(-1);
    await state().undo();
    await state().snooze();
    expect(state().item?.ref).toBe('r2');
    expect(state().failed?.answer).toEqual(score(3));
    expect(engine.calls).not.toContain('undo');
  });

  test('another answer is another attempt', async () => {
    const { engine, state } = await opened();
    engine.fail('submit');
    await state().submit(score(3));
    await state().submit(score(4));
    expect(engine.stored).toMatchObject([{ clientKey: 'key-2', answer: score(4) }]);
  });

  test('the same answer given again is the same attempt: it keeps its key', async () => {
    const { engine, state } = await opened();
    engine.fail('submit');
    await state().submit(score(3));
    await state().submit(score(3));
    expect(engine.stored).toMatchObject([{ clientKey: 'key-1', answer: score(3) }]);
  });

  test('every retry keeps the key, and a reply that was lost stores no second label', async () => {
    const { engine, state } = await opened();
    engine.loseReply('submit', 2);
    await state().submit(score(3));
    await state().retry();
    expect(state().failed?.clientKey).toBe('key-1');
    await state().retry();
    expect(engine.stored).toMatchObject([{ clientKey: 'key-1', answer: score(3) }]);
    expect(state().item?.ref).toBe('r2');
    await state().submit(score(3));
    expect(engine.stored.map(({ clientKey }) => clientKey)).toEqual(['key-1', 'key-2']);
  });

  test('keeps a written answer as a draft too', async () => {
    const { engine, state } = await opened(1, gold);
    state().write(0, 'Paris');
    engine.fail('submit');
    await state().submit({ kind: 'answer', answers: ['Paris', ''] });
    await state().flush();
    expect(engine.drafts.get('r1')).toBe('["Paris",""]');
    expect(state().filled.texts).toEqual(['Paris', '']);
  });
});

describe('undo and redo', () => {
  test('reach across submissions and show the item', async () => {
    const { engine, state } = await opened();
    await state().submit(score(1));
    await state().submit(score(2));
    await state().undo();
    expect(state().item?.ref).toBe('r2');
    expect(state().takenBack).toEqual(score(2));
    await state().undo();
    expect(state().item?.ref).toBe('r1');
    expect(engine.stored).toEqual([]);
    await state().redo();
    await state().redo();
    expect(engine.stored.map((one) => one.answer)).toEqual([score(1), score(2)]);
    expect(state().item?.ref).toBe('r3');
  });

  test('given in quick succession are each done, one after the other', async () => {
    const { state } = await opened();
    await state().submit(score(4));
    await state().submit(score(2));
    await Promise.all([state().undo(), state().undo(), state().redo()]);
    expect(state().items.map((item) => item.state)).toEqual(['labeled', 'open', 'open']);
  });

  test('given while the answer is being saved take back that answer', async () => {
    const { engine, state } = await opened();
    const saved = state().submit(score(4));
    expect(state().saving).not.toBeNull();
    await Promise.all([saved, state().undo()]);
    expect(engine.stored).toEqual([]);
    expect(state().item?.ref).toBe('r1');
    expect(state().takenBack).toEqual(score(4));
  });

  test('bring a written answer back into its fields', async () => {
    const { state } = await opened(2, gold);
    state().write(0, 'one');
    state().write(1, 'two');
    await state().submit({ kind: 'answer', answers: ['one', 'two'] });
    await state().undo();
    expect(state().filled.texts).toEqual(['one', 'two']);
  });

  test('work from the finished page', async () => {
    const { state } = await opened(1);
    await state().submit(score(1));
    await state().undo();
    expect(state().phase).toBe('labeling');
    expect(state().item?.ref).toBe('r1');
  });

  test('say when there is nothing to undo, and what failed', async () => {
    const { engine, state } = await opened();
    await state().undo();
    expect(state().notice.text).toBe('Nothing to undo.');
    await state().submit(score(1));
    engine.fail('undo');
    await state().undo();
    expect(state().actionError?.action).toBe('undo');
    expect(state().item?.ref).toBe('r2');
  });
});

describe('later and review', () => {
  test('an item put off comes back at the end', async () => {
    const { state } = await opened(3);
    await state().snooze();
    expect(state().item?.ref).toBe('r2');
    await state().submit(score(1));
    await state().submit(score(1));
    expect(state().item?.ref).toBe('r1');
    await state().snooze();
    expect(state().item?.ref).toBe('r1');
    expect(state().notice.text).toBe('This is the last item left.');
    await state().submit(score(1));
    expect(state().phase).toBe('finished');
  });

  test('items put off go round, the longest wait first', async () => {
    const { state } = await opened(2);
    await state().snooze();
    await state().snooze();
    expect(state().item?.ref).toBe('r1');
    await state().snooze();
    expect(state().item?.ref).toBe('r2');
  });

  test('an item put off can be taken back', async () => {
    const { state } = await opened(3);
    await state().snooze();
    await state().jump(-1);
    await state().snooze();
    expect(state().items[0]?.state).toBe('open');
    expect(state().next).toBe('r1');
  });

  test('jumping never reaches an item that was not shown', async () => {
    const { state } = await opened(4);
    await state().submit(score(1));
    await state().jump(1);
    expect(state().item?.ref).toBe('r2');
    await state().jump(-1);
    expect(state().item).toMatchObject({ ref: 'r1', current: score(1) });
    await state().jump(1);
    expect(state().item?.ref).toBe('r2');
  });

  test('an answer changed in review stays on screen and does not count for the pace', async () => {
    const { engine, state } = await opened(3);
    await state().submit(score(1));
    await state().jump(-1);
    await state().submit(score(5));
    expect(state().item).toMatchObject({ ref: 'r1', current: score(5) });
    expect(engine.stored).toHaveLength(2);
    expect(state().durationsMs).toHaveLength(1);
  });
});

describe('items that come late', () => {
  test('do not replace the one that was asked for after them', async () => {
    const { engine, state } = await opened(4);
    const release = engine.holdItem('r3');
    const late = state().show('r3');
    await state().show('r4');
    expect(state().item?.ref).toBe('r4');
    release();
    await late;
    expect(state().item?.ref).toBe('r4');
  });

  test('nor does a fetch that fails late', async () => {
    const { engine, state } = await opened(4);
    const release = engine.holdItem('r3');
    const late = state().show('r3');
    await state().show('r4');
    engine.fail('item r3');
    release();
    await late;
    expect(state()).toMatchObject({ item: { ref: 'r4' }, missing: null });
  });

  test('nor do they open the finished page again', async () => {
    const { engine, state } = await opened(1);
    const release = engine.holdItem('r1');
    await state().submit(score(1));
    const late = state().show('r1');
    await state().advance();
    expect(state().phase).toBe('finished');
    release();
    await late;
    expect(state()).toMatchObject({ phase: 'finished', item: null });
  });
});

describe('drafts, flags and notes', () => {
  test('a draft is saved a moment after the last key', async () => {
    const { engine, state } = await opened(2, gold);
    state().write(0, 'a');
    state().write(0, 'ab');
    expect(state().draft).toBe('unsaved');
    await vi.advanceTimersByTimeAsync(DRAFT_DELAY_MS);
    expect(engine.calls.filter((call) => call === 'draft r1')).toHaveLength(1);
    expect(engine.drafts.get('r1')).toBe('["ab",""]');
    expect(state().draft).toBe('saved');
  });

  test('a draft is saved at once when the item is left, and is there on return', async () => {
    const { engine, state } = await opened(2, gold);
    await state().submit({ kind: 'answer', answers: ['x', 'y'] });
    state().write(1, 'half');
    await state().jump(-1);
    expect(engine.drafts.get('r2')).toBe('["","half"]');
    await state().jump(1);
    expect(state().filled.texts).toEqual(['', 'half']);
  });

  test('a draft that could not be saved is kept and tried again', async () => {
    const { engine, state } = await opened(1, gold);
    engine.fail('draft');
    state().write(0, 'a');
    await state().flush();
    expect(state().draft).toBe('failed');
    await state().flush();
    expect(engine.drafts.get('r1')).toBe('["a",""]');
  });

  test('a draft that could not be saved goes again by itself', async () => {
    const { engine, state } = await opened(1, gold);
    engine.fail('draft');
    state().write(0, 'a');
    await vi.advanceTimersByTimeAsync(DRAFT_DELAY_MS);
    expect(state().draft).toBe('failed');
    await vi.advanceTimersByTimeAsync(30_000);
    expect(engine.drafts.get('r1')).toBe('["a",""]');
    expect(state().draft).toBe('saved');
  });

  test('flag and note show once they are stored', async () => {
    const { engine, state } = await opened();
    await state().toggleFlag();
    expect(state().item?.flagged).toBe(true);
    expect(await state().saveNote('r1', 'odd')).toBe(true);
    expect(state().item?.note).toBe('odd');
    engine.fail('note');
    expect(await state().saveNote('r1', 'lost?')).toBe(false);
    expect(state().item?.note).toBe('odd');
  });

  test('a note that is saved while it is written is not announced, and an older text never lands last', async () => {
    const { engine, state } = await opened();
    const before = state().notice.serial;
    const first = state().saveNote('r1', 'od', true);
    const second = state().saveNote('r1', 'odd', true);
    await Promise.resolve();
    expect(engine.calls.filter((call) => call === 'note r1')).toHaveLength(1);
    await Promise.all([first, second]);
    expect(state().item?.note).toBe('odd');
    expect(state().notice.serial).toBe(before);
    await state().saveNote('r1', 'odder');
    expect(state().notice.text).toBe('Note saved.');
  });
});

describe('opening', () => {
  test('says when the batch cannot be opened, and can try again', async () => {
    const { engine, state } = await opened();
    engine.fail('open');
    await state().open();
    expect(state().phase).toBe('closed');
    await state().open();
    expect(state().phase).toBe('labeling');
  });

  test('an item that cannot be fetched can be asked for again', async () => {
    const { engine, state } = await opened(2);
    engine.fail('item', 2);
    await state().open();
    expect(state().missing?.ref).toBe('r1');
    engine.fail('item', 0);
    await state().show('r1');
    expect(state().item?.ref).toBe('r1');
  });
});
