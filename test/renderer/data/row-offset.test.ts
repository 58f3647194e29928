import { expect, test } from 'vitest';
import {
  heightOf,
  movedTo,
  offsetOf,
  type Scrolled,
  topOf,
} from '../../../renderer/screens/data/row-offset.ts';

/** A million rows of 132 pixels, of which 500 pixels are seen. */
const rowHeight = 132;
const room = { whole: 1_000_000 * rowHeight, view: 500 };
const start: Scrolled = { top: 0, offset: 0 };
const last = room.whole - room.view;
const put = (offset: number): Scrolled => ({ top: Math.round(topOf(room, offset)), offset });

test('rows that fit into a page move by the way of the bar', () => {
  const few = { whole: 400_000, view: 500 };
  expect(heightOf(few)).toBe(400_000);
  expect(movedTo(few, start, 300)).toEqual({ top: 300, offset: 300 });
  expect(movedTo(few, start, 399_500)).toEqual({ top: 399_500, offset: 399_500 });
});

test('the bar reaches the first and the last row, and each place of it stands for a later row', () => {
  const bar = heightOf(room) - room.view;
  expect([offsetOf(room, 0), offsetOf(room, bar)]).toEqual([0, last]);
  expect([topOf(room, 0), topOf(room, last)]).toEqual([0, bar]);
  let before = -1;
  for (let top = 0; top <= bar; top += 49_999) {
    expect(offsetOf(room, top)).toBeGreaterThan(before);
    expect(topOf(room, offsetOf(room, top))).toBeCloseTo(top, 4);
    before = offsetOf(room, top);
  }
});

test('no row is passed unseen by a wheel, wherever it turns', () => {
  for (const begin of [0, 900_000, 1_000_000, last / 2, last - 1_000_000, last - 20_000]) {
    let at = put(begin);
    for (let turn = 1; turn <= 100; turn += 1) {
      at = movedTo(room, at, at.top + 120);
      expect(at.offset).toBe(begin + 120 * turn);
      // At rest the bar is put right, and the rows stay.
      if (turn % 7 === 0) at = put(at.offset);
    }
  }
});

test('a wheel reaches both ends turn by turn', () => {
  const bar = heightOf(room) - room.view;
  for (const [begin, way, end] of [
    [1000, -120, 0],
    [last - 1000, 120, last],
  ] as const) {
    let at = put(begin);
    for (let turn = 0; turn < 9; turn += 1) {
      at = put(movedTo(room, at, Math.max(0, Math.min(bar, at.top + way))).offset);
    }
    expect(at.offset).toBe(end);
  }
});

test('the bar drawn by hand goes to the part of the rows that it stands for', () => {
  const half = (heightOf(room) - room.view) / 2;
  expect(movedTo(room, start, half).offset).toBeCloseTo(last / 2, 3);
});
