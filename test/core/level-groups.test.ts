import { expect, test } from 'vitest';
import { groupLevels, partsOf } from '../../core/estimate/analyses/level-groups.ts';
import fc from '../stats/support/seeded-fast-check.ts';

const sizes = (levels: Parameters<typeof groupLevels>[0]) =>
  groupLevels(levels).map(({ name, positions }) => [name, positions.length]);

test('texts are parts, largest first; what is missing comes last', () => {
  expect(sizes(['b', 'a', null, 'b', 'c', 'a', 'b'])).toEqual([
    ['b', 3],
    ['a', 2],
    ['c', 1],
    ['not given', 1],
  ]);
});

test('few numbers are parts in their order, written as text or not', () => {
  expect(sizes([3, 1, 2, 1])).toEqual([
    ['1', 2],
    ['2', 1],
    ['3', 1],
  ]);
  expect(sizes(['10', '9', '1e1'])).toEqual([
    ['9', 1],
    ['10', 2],
  ]);
  // One word among the numbers makes them names.
  expect(sizes(['10', '9', 'many'])).toHaveLength(3);
});

test('many numbers are cut into quarters; equal ones stay together', () => {
  expect(sizes(Array.from({ length: 100 }, (_, i) => i))).toEqual([
    ['0 to 24', 25],
    ['25 to 49', 25],
    ['50 to 74', 25],
    ['75 to 99', 25],
  ]);
  const skewed = [...Array<number>(60).fill(0), ...Array.from({ length: 40 }, (_, i) => i + 1)];
  expect(sizes(skewed)).toEqual([
    ['0 to 15', 75],
    ['16 to 40', 25],
  ]);
});

test('parts of computed scores are named in as few digits as tell them apart', () => {
  const scores = [0.0004929, 0.002213, 0.002839, 0.8313, 0.839, 0.9299, 0.9414, 0.9701, 0.98, 0.99];
  const names = ['0.00049 to 0.0022', '0.0028 to 0.84', '0.93 to 0.94', '0.97 to 0.99'];
  expect(sizes(scores).map(([name]) => name)).toEqual(names);
  // Two digits would give two of these one name.
  expect(sizes([0.991, 0.992, 1]).map(([name]) => name)).toEqual(['0.991', '0.992', '1']);
});

test('every position is in exactly one part', () => {
  const level = fc.oneof(
    fc.constant(null),
    fc.integer({ min: -50, max: 50 }),
    fc.constantFrom('x', 'y', '7'),
  );
  fc.assert(
    fc.property(fc.array(level, { maxLength: 120 }), (levels) => {
      const groups = groupLevels(levels);
      const positions = groups.flatMap((group) => [...group.positions]).sort((a, b) => a - b);
      expect(positions).toEqual([...levels.keys()]);
      const { groups: parts, groupOf } = partsOf(levels);
      expect(parts).toEqual(groups.map(({ name, positions: at }) => ({ name, items: at.length })));
      for (const [index, group] of groups.entries()) {
        for (const position of group.positions) expect(groupOf(levels[position]!)).toBe(index);
      }
    }),
  );
});
