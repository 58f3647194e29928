import { describe, expect, test } from 'vitest';
import type { Modes } from '../../../core/studies/failures/modes.ts';
import { modesOnItem, modesSaid, type PersonSays, saysOf } from '../../../core/studies/failures/said.ts';
import type { Look } from '../../../db/failure-looks.ts';
import type { ModeEvent } from '../../../db/failure-modes.ts';

type Event = Pick<ModeEvent, 'id' | 'modeId' | 'kind'> & Partial<ModeEvent>;

/** The failure modes that come of some events, of which those that make, join or part fix a meaning. */
function modesFrom(...events: readonly Event[]): Modes {
  const whole = events.map((event) => ({
    ...{ changesMeaning: ['made', 'joined', 'part'].includes(event.kind), retired: false, otherModeId: null },
    ...{ annotatorId: 1, name: `Mode ${event.modeId}` },
    ...event,
  })) as unknown as ModeEvent[];
  const byId = Map.groupBy(whole, ({ modeId }) => modeId)
    .entries()
    .map(([id, own]) => {
      return [id, { id, events: own, now: own.at(-1)!, meaning: own.findLast((one) => one.changesMeaning)! }];
    });
  return { newest: events.length, byId: new Map(byId as never), byName: new Map() };
}

const at = (minute: number) => `2026-01-02T03:${String(minute).padStart(2, '0')}:00.000Z`;

/** Somebody who answered at minute 10, by a list of so many events. */
const person = (modes: readonly number[] | null, list: number, ...looks: readonly object[]): PersonSays => ({
  annotatorId: 1,
  coding: modes
    ? { ...{ modes: [...modes], list, note: '', at: null, labelId: 1 }, createdAt: at(10) }
    : undefined,
  looks: looks as Look[],
});
const look = (modeId: number, present: boolean | null, minute: number, meaning = modeId) => ({
  ...{ modeId, present, meaning, createdAt: at(minute) },
});
const three = modesFrom(
  { id: 1, modeId: 1, kind: 'made' },
  { id: 2, modeId: 2, kind: 'made' },
  { id: 3, modeId: 3, kind: 'made' },
);

describe('the modes that a person says an item has', () => {
  const said = (...of: Parameters<typeof person>) => modesSaid(three, person(...of));

  test('are those of the answer, with what a later look says', () => {
    expect(said([3, 1], 3)).toEqual([1, 3]);
    expect(said(null, 0)).toEqual([]);
    expect(said(null, 0, look(2, true, 1))).toEqual([2]);
    expect(said([1], 3, look(2, true, 11))).toEqual([1, 2]);
    expect(said([1, 2], 3, look(1, false, 11), look(2, null, 11))).toEqual([2]);
    expect(said([1], 3, look(1, false, 11), look(1, true, 12))).toEqual([1]);
  });

  test('are as a look says where the answer is not newer, or its page did not know that meaning', () => {
    expect(said([1], 3, look(1, false, 9))).toEqual([1]);
    expect(said([1], 3, look(1, false, 10))).toEqual([]);
    expect(said([], 1, look(2, true, 9))).toEqual([2]);
    expect(said([], 2, look(2, true, 9))).toEqual([]);
    expect(said([], 1, look(2, true, 11))).toEqual([2]);
  });

  test('are those that are left where some were merged, each once, and so on an item', () => {
    const merged = modesFrom(
      { id: 1, modeId: 1, kind: 'made' },
      { id: 2, modeId: 2, kind: 'made' },
      { id: 3, modeId: 3, kind: 'made' },
      { id: 4, modeId: 1, kind: 'merged', otherModeId: 2, retired: true },
      { id: 5, modeId: 2, kind: 'merged', otherModeId: 3, retired: true },
    );
    const [one, other] = [person([1, 3], 3), person([2, 7], 3)];
    expect([modesSaid(merged, one), modesSaid(merged, other)]).toEqual([[3], [3, 7]]);
    // Another list of modes is asked anew.
    expect([modesSaid(three, one), modesSaid(merged, one)]).toEqual([[1, 3], [3]]);
    const says = { itemId: 1, people: [one, other], decisions: [] };
    expect([modesOnItem(merged, says), modesOnItem(three, says)]).toEqual([
      [3, 7],
      [1, 3, 2, 7],
    ]);
  });
});

describe('whether a person says that an item has a mode', () => {
  test('is told by the newer of answer and look, under the meaning of today', () => {
    const says = (...of: Parameters<typeof person>) => saysOf(three, person(...of), 2);
    expect([says([2], 3), says([1], 3), says([1], 1), says([2], 1), says(null, 0)]).toEqual([
      ...[true, false, undefined, undefined, undefined],
    ]);
    expect([9, 10, 11].map((minute) => says([2], 3, look(2, false, minute)))).toEqual([true, false, false]);
    expect(says([1], 1, look(2, true, 9))).toBe(true);
    expect(says([2], 3, look(2, null, 11))).toBe(true);
    expect([says(null, 0, look(2, true, 1, 1)), says(null, 0, look(1, true, 1, 2))]).toEqual([
      undefined,
      undefined,
    ]);
    expect(saysOf(three, person([9], 3), 9)).toBeUndefined();
  });

  test('is not told by a page that did not offer the mode', () => {
    const back = modesFrom(
      { id: 1, modeId: 1, kind: 'made' },
      { id: 2, modeId: 1, kind: 'retired', retired: true },
      { id: 3, modeId: 1, kind: 'restored' },
    );
    expect([1, 2, 3].map((list) => saysOf(back, person([], list), 1))).toEqual([false, undefined, false]);
    expect(saysOf(back, person([1], 2), 1)).toBe(true);
  });

  test('of one that two were merged into: where either is said, and not where neither is', () => {
    const joined = modesFrom(
      { id: 1, modeId: 1, kind: 'made' },
      { id: 2, modeId: 2, kind: 'made' },
      { id: 3, modeId: 1, kind: 'merged', otherModeId: 2, retired: true },
      { id: 4, modeId: 2, kind: 'joined', otherModeId: 1 },
    );
    const says = (modes: number[], list: number, ...looks: object[]) =>
      saysOf(joined, person(modes, list, ...looks), 2);
    expect([says([1], 2), says([2], 2), says([1], 1), says([], 1), says([], 2)]).toEqual([
      ...[true, true, true, undefined, false],
    ]);
    expect([says([2], 4), says([], 4), says([], 2, look(2, true, 11, 4))]).toEqual([true, false, true]);
  });

  test('of a part: not where the whole was not', () => {
    const parts = modesFrom(
      { id: 1, modeId: 1, kind: 'made' },
      { id: 2, modeId: 1, kind: 'split', retired: true },
      { id: 3, modeId: 2, kind: 'part', otherModeId: 1 },
    );
    const says = (modes: number[], list: number) => saysOf(parts, person(modes, list), 2);
    expect([says([1], 1), says([], 1), says([], 0), says([2], 3), says([], 3)]).toEqual([
      ...[undefined, false, undefined, true, false],
    ]);
  });

  test('of one that its maker named before the list had it', () => {
    const made = modesFrom({ id: 1, modeId: 1, kind: 'made', name: 'Wrong date', annotatorId: 1 });
    const by = (annotatorId: number, name: string) => {
      const { coding, looks } = person([1], 0);
      return saysOf(made, { annotatorId, coding: { ...coding!, made: ['Other', name] }, looks }, 1);
    };
    expect([by(1, 'wrong  DATE'), by(2, 'Wrong date'), by(1, 'Wrong year')]).toEqual([
      ...[true, undefined, undefined],
    ]);
    expect(saysOf(made, person([1], 0), 1)).toBeUndefined();
  });
});
