import { expect, test } from 'vitest';
import { fixedIntervals, methods, metrics } from '../../../stats/index.ts';

test('whatever is offered is described in words, each under a name of its own', () => {
  const said = [
    ...methods.map(({ id, name, oneLine, needs, assumptions }) => [id, name, oneLine, needs, assumptions]),
    ...metrics.map(({ id, name, description, source }) => [id, name, description, source]),
    ...fixedIntervals.map(({ id, name, kind, assumptions }) => [id, name, kind, assumptions]),
  ];
  for (const texts of said) for (const text of texts) expect(text, `${texts[0]}`).toMatch(/^\S.*\S$/);
  for (const { id, assumptions } of methods) expect(assumptions, id).toMatch(/\.$/);
  for (const list of [methods, metrics, fixedIntervals])
    expect(new Set(list.map(({ id }) => id)).size).toBe(list.length);
});

test('the fewest labels of each method, and which of them hold where items were skipped', () => {
  const fewest = new Map(methods.map(({ id, minimumLabels }) => [id, minimumLabels]));
  expect([...fewest].filter(([, count]) => count > 1)).toEqual([
    ['hajek', 2],
    ['ppi-plus-plus', 2],
    ['rogan-gladen', 2],
    ['student-t', 2],
    ['one-look', 2],
    ['greg', 3],
    ['isotonic', 2],
  ]);
  expect(fewest.get('surrogate-only')).toBe(0);
  expect([...fewest.values()].filter((count) => count === 1)).toHaveLength(methods.length - 8);
  expect(methods.filter(({ allowsSkips }) => allowsSkips).map(({ id }) => id)).toEqual([
    'calibrated',
    'surrogate-only',
  ]);
});
