import { expect, test } from 'vitest';
import { idsByPlace, placesById, spansOf, stepsOf, windowOf } from '../../db/item-spans.ts';

const grown = { firstItemId: 5, itemCount: 9, additions: [[20, 3] as const, [40, 2] as const] };
const ids = [5, 6, 7, 8, 20, 21, 22, 40, 41];

test('a data set of several files has its items in as many runs, in file order', () => {
  expect(spansOf(grown)).toEqual([
    { from: 5, to: 8, place: 0 },
    { from: 20, to: 22, place: 4 },
    { from: 40, to: 41, place: 7 },
  ]);
  expect(spansOf({ firstItemId: 1, itemCount: 0, additions: [] })).toEqual([]);
  expect(spansOf({ firstItemId: 1, itemCount: 2, additions: [[9, 2]] })).toEqual([
    { from: 9, to: 10, place: 0 },
  ]);
});

test('places and ids lead to each other, and to nothing outside', () => {
  const [idAt, placeOf] = [idsByPlace(grown), placesById(grown)];
  expect(ids.map((_, place) => idAt(place))).toEqual(ids);
  expect(ids.map(placeOf)).toEqual(ids.map((_, place) => place));
  expect([idAt(-1), idAt(9)]).toEqual([undefined, undefined]);
  expect([4, 9, 19, 23, 39, 42].map(placeOf)).toEqual([-1, -1, -1, -1, -1, -1]);
});

test('steps and windows cut runs, and go on in the next', () => {
  expect([...stepsOf(grown, 3)].map(({ from, to, place }) => [from, to, place])).toEqual([
    [5, 7, 0],
    [8, 8, 3],
    [20, 22, 4],
    [40, 41, 7],
  ]);
  const shown = (offset: number, limit: number) =>
    windowOf(grown, offset, limit).flatMap(({ from, to }) => ids.filter((id) => id >= from && id <= to));
  for (let offset = 0; offset < 11; offset += 1) {
    for (let limit = 0; limit < 11; limit += 1) {
      expect(shown(offset, limit)).toEqual(ids.slice(offset, offset + limit));
    }
  }
});
