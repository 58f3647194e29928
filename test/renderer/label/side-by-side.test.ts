import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createActivityClock } from '../../../renderer/label-form/activity-clock.ts';
import { DRAFT_DELAY_MS } from '../../../renderer/label-form/draft-saver.ts';
import { ratesSides } from '../../../renderer/label-form/questions.ts';
import { answerWords } from '../../../renderer/label-form/words.ts';
import { createLabelStore } from '../../../renderer/screens/label/label-store.ts';
import type { LabelAnswer, LabelForm } from '../../../shared/contract/index.ts';
import { fakeLabelApi } from './fake-label-api.ts';

const rating: LabelForm = { kind: 'rating', min: 1, max: 5, step: 1, lowLabel: '', highLabel: '' };
const pair = (left: number, right: number): LabelAnswer => ({ kind: 'pair', values: [left, right] });

async function opened(autoAdvance = true, form = rating) {
  const engine = fakeLabelApi(3, form, true);
  const store = createLabelStore({
    api: engine.api,
    studyId: 1,
    clock: createActivityClock(() => Date.now()),
    preferences: () => ({ autoAdvance, estimateVisible: false }),
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

describe('two replies side by side', () => {
  test('the first key rates the left one, the second the right one, and both are stored together', async () => {
    const { engine, state } = await opened();
    await state().give(state().filled.active, '4');
    expect(state()).toMatchObject({ filled: { active: 1, texts: ['4', ''] } });
    expect(engine.stored).toEqual([]);
    await state().give(state().filled.active, '2');
    expect(engine.stored).toMatchObject([{ ref: 'r1', answer: pair(4, 2) }]);
    expect(state()).toMatchObject({ item: { ref: 'r2' }, filled: { active: 0, texts: ['', ''] } });
    expect(state().notice.text).toBe('Item 1 saved: left 4, right 2.');
  });

  test('a side can be chosen, and rated again before the other has a rating', async () => {
    const { engine, state } = await opened();
    state().choose(1);
    await state().give(state().filled.active, '3');
    expect(state()).toMatchObject({ filled: { active: 0, texts: ['', '3'] } });
    state().choose(1);
    await state().give(state().filled.active, '5');
    expect(state().filled.texts).toEqual(['', '5']);
    await state().give(state().filled.active, '1');
    expect(engine.stored).toMatchObject([{ answer: pair(1, 5) }]);
  });

  test('one rating alone is a draft that comes back', async () => {
    const { engine, state } = await opened();
    await state().give(state().filled.active, '4');
    await vi.advanceTimersByTimeAsync(DRAFT_DELAY_MS);
    expect(engine.calls).toContain('draft r1');
    await state().show('r2');
    expect(state().filled.texts).toEqual(['', '']);
    await state().show('r1');
    expect(state().filled.texts).toEqual(['4', '']);
    expect(engine.stored).toEqual([]);
  });

  test('on review one key replaces its side and keeps the other', async () => {
    const { engine, state } = await opened(false);
    await state().give(state().filled.active, '4');
    await state().give(state().filled.active, '2');
    await state().show('r1');
    expect(state().filled.texts).toEqual(['4', '2']);
    await state().give(state().filled.active, '5');
    expect(engine.stored.at(-1)).toMatchObject({ ref: 'r1', answer: pair(5, 2) });
  });

  test('undo names what was taken back and asks for both anew', async () => {
    const { engine, state } = await opened();
    await state().give(state().filled.active, '4');
    await state().give(state().filled.active, '2');
    await state().undo();
    expect(state()).toMatchObject({
      item: { ref: 'r1' },
      takenBack: pair(4, 2),
      filled: { texts: ['', ''] },
    });
    await state().give(state().filled.active, '3');
    expect(engine.stored).toEqual([]);
    await state().give(state().filled.active, '3');
    expect(engine.stored).toMatchObject([{ ref: 'r1', answer: pair(3, 3) }]);
  });

  test('ratings that could not be saved stay on screen', async () => {
    const { engine, state } = await opened();
    engine.fail('submit');
    await state().give(state().filled.active, '4');
    await state().give(state().filled.active, '2');
    expect(state().failed?.answer).toEqual(pair(4, 2));
    expect(state().filled.texts).toEqual(['4', '2']);
    await state().retry();
    expect(engine.stored).toMatchObject([{ answer: pair(4, 2) }]);
  });
});

describe('words and values', () => {
  test('a pair is said left first', () => {
    expect(answerWords(pair(0, 1), { kind: 'binary', noLabel: 'No', yesLabel: 'Yes' })).toBe(
      'left No, right Yes',
    );
  });

  test('a written answer is one for both replies', () => {
    expect(ratesSides({ sideBySide: true, form: { kind: 'answer', turns: 1 } })).toBe(false);
    expect(ratesSides({ sideBySide: true, form: rating })).toBe(true);
    expect(ratesSides({ sideBySide: false, form: rating })).toBe(false);
    expect(ratesSides(null)).toBe(false);
  });
});

describe('which of two replies is better', () => {
  test.each([
    [3, '1', pair(1, 0), 'left is better'],
    [3, '0.5', pair(0.5, 0.5), 'tie'],
    [5, '0.75', pair(0.75, 0.25), 'left is better'],
    [5, '0', pair(0, 1), 'right is much better'],
  ] as const)('in %i steps, %s: one key stores both shares', async (steps, text, answer, words) => {
    const { engine, state } = await opened(true, { kind: 'preference', steps });
    await state().give(0, text);
    expect(engine.stored).toMatchObject([{ ref: 'r1', answer }]);
    expect(state().notice.text).toBe(`Item 1 saved: ${words}.`);
  });
});
