import { expect, test } from 'vitest';
import { metrics } from '../../../stats/index.ts';
import { fixedIntervals } from '../../../stats/intervals/registry.ts';
import { methods } from '../../../stats/methods/registry.ts';

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

test('every method asks for as few labels as it can do with', () => {
  const fewest = Object.fromEntries(methods.map(({ id, minimumLabels }) => [id, minimumLabels]));
  const more = { hajek: 2, 'ppi-plus-plus': 2, 'student-t': 2, 'one-look': 2, greg: 3, isotonic: 2 };
  expect(fewest).toMatchObject({ ...more, 'surrogate-only': 0, calibrated: 1, 'plain-mean': 1, lure: 1 });
  for (const count of Object.values(fewest)) expect([0, 1, 2, 3]).toContain(count);
});

test('these methods hold where items were skipped', () => {
  const allowed = methods.filter(({ allowsSkips }) => allowsSkips);
  expect(allowed.map(({ id }) => id)).toEqual(['calibrated', 'surrogate-only']);
});
