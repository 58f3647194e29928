import { describe, expect, test } from 'vitest';
import { assignItems, assignPages, blockSize, positionOf } from '../../../core/design/assign.ts';

const items = (count: number, missing: number) =>
  Array.from({ length: count }, (_, order) => ({ itemId: 1000 + order, order, kept: [], missing }));

const countBy = <T>(values: readonly T[], keyOf: (value: T) => string | number) =>
  [...Map.groupBy(values, keyOf).values()].map(({ length }) => length);

const spread = (counts: readonly number[]) => Math.max(...counts) - Math.min(...counts);

describe.each([
  { people: 3, overlap: 1 },
  { people: 3, overlap: 2 },
  { people: 4, overlap: 2 },
  { people: 5, overlap: 3 },
  { people: 7, overlap: 2 },
])('$overlap of $people people', ({ people, overlap }) => {
  const members = Array.from({ length: people }, (_, i) => 10 + i);
  const rows = assignItems(items(210, overlap), members, 7);

  test('each item goes to exactly so many, nobody twice', () => {
    const byItem = Map.groupBy(rows, ({ itemId }) => itemId);
    expect(byItem.size).toBe(210);
    for (const of of byItem.values()) {
      expect(new Set(of.map(({ annotatorId }) => annotatorId)).size).toBe(overlap);
      expect(of).toHaveLength(overlap);
    }
  });

  test('at every draw the loads differ by at most one', () => {
    for (let until = 1; until <= 210; until++) {
      const sofar = rows.filter(({ order }) => order < until);
      const loads = members.map((one) => sofar.filter(({ annotatorId }) => annotatorId === one).length);
      expect(spread(loads)).toBeLessThanOrEqual(1);
    }
  });

  test.runIf(overlap > 1)('every pair of people shares about as many items as any other', () => {
    const pairs = [...Map.groupBy(rows, ({ itemId }) => itemId).values()].flatMap((of) => {
      const ids = of.map(({ annotatorId }) => annotatorId).sort((a, b) => a - b);
      return ids.flatMap((a, i) => ids.slice(i + 1).map((b) => `${a} ${b}`));
    });
    const counts = countBy(pairs, (pair) => pair);
    expect(counts).toHaveLength((people * (people - 1)) / 2);
    expect(spread(counts)).toBeLessThanOrEqual(4);
  });

  test('another seed shares them out otherwise, the same seed alike', () => {
    expect(assignItems(items(210, overlap), members, 7)).toEqual(rows);
    expect(assignItems(items(210, overlap), members, 8)).not.toEqual(rows);
  });
});

test.each([...Array(12).keys()])('what is kept decides who is next, whatever the lots of seed %i', (seed) => {
  const [ada, ben, cas] = [10, 11, 12];
  const given = (...of: { kept: number[]; missing: number }[]) => {
    const rows = assignItems(
      of.map((one, order) => ({ itemId: 100 + order, order, ...one })),
      [ada, ben, cas],
      seed,
    );
    return rows.map(({ annotatorId, order }) => [order, annotatorId]);
  };
  const keep = (...kept: number[]) => ({ kept, missing: 0 });
  const ask = (...kept: number[]) => ({ kept, missing: 1 });
  // Those who have it are not asked again; those who share fewer items with them come first.
  expect(given(ask(ada, ben))).toEqual([[0, cas]]);
  expect(given(keep(ada, ben), ask(ada))).toEqual([[1, cas]]);
  // Nobody has an item twice, however many it asks for.
  expect(
    given({ kept: [ada], missing: 4 })
      .map(([, one]) => one)
      .sort(),
  ).toEqual([ben, cas]);
  // Then who has fewer items in all.
  expect(given(keep(ada), keep(ben), ask())).toEqual([[2, cas]]);
  // An item kept together is one that two share, as one given to a second person is.
  expect(given(keep(ada, ben), keep(cas), keep(cas), ask(ada), ask(), ask(ada))).toEqual([
    [3, cas],
    [4, ben],
    [5, ben],
  ]);
});

test('a page goes to the same people in every pair of a ranking, wherever it stands in the draw', () => {
  const members = [10, 11, 12, 13];
  const page = (itemId: number, order: number) => ({ itemId, order, kept: [12], missing: 2 });
  const ids = Array.from({ length: 20 }, (_, i) => 100 + i);
  const first = assignPages(
    ids.map((id, order) => page(id, order)),
    members,
    5,
  );
  const other = assignPages(
    ids.toReversed().map((id, order) => page(id, order)),
    members,
    5,
  );
  expect(first).toHaveLength(40);
  expect(new Set(first.map(({ annotatorId }) => annotatorId))).toEqual(new Set([10, 11, 13]));
  const whose = (rows: typeof first, id: number) => rows.filter(({ itemId }) => itemId === id);
  for (const [order, id] of ids.entries()) {
    expect(whose(first, id).map((one) => one.order)).toEqual([order, order]);
    expect(whose(other, id)).toEqual(whose(first, id).map((one) => ({ ...one, order: 19 - order })));
  }
});

test('each block of ten is a permutation of its own, and different for two people', () => {
  const orderOf = (annotatorId: number) =>
    Array.from({ length: 40 }, (_, order) => positionOf(order, annotatorId, 5, true));
  const [mine, theirs] = [orderOf(10), orderOf(11)];
  for (let block = 0; block < 4; block++) {
    const places = mine.slice(block * blockSize, (block + 1) * blockSize).sort((a, b) => a - b);
    expect(places).toEqual(Array.from({ length: blockSize }, (_, i) => block * blockSize + i));
  }
  expect(mine).not.toEqual(theirs);
  expect(Array.from({ length: 40 }, (_, order) => positionOf(order, 10, 5, false))).toEqual([
    ...Array(40).keys(),
  ]);
});

test('the order of an annotator is the same in every version', () => {
  const places = Array.from({ length: 12 }, (_, order) => positionOf(order, 10, 5, true));
  expect(places).toEqual([0, 6, 7, 4, 9, 5, 3, 1, 2, 8, 12, 15]);
});
