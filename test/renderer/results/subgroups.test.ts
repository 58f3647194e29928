import { expect, test } from 'vitest';
import { tellsApart } from '../../../renderer/screens/results/difference-words.ts';
import type { Subgroups } from '../../../shared/contract/index.ts';

const group = (value: string, estimable: boolean) =>
  ({ value, estimable }) as unknown as Subgroups['subgroups'][number];

test('a field tells items apart where it makes several groups, one of them with a number', () => {
  expect(tellsApart({ subgroups: [group('1', true)], omitted: 0 })).toBe(false);
  expect(tellsApart({ subgroups: [group('1', true)], omitted: 3 })).toBe(true);
  expect(tellsApart({ subgroups: [group('a', true), group('b', false)], omitted: 0 })).toBe(true);
  expect(tellsApart({ subgroups: [group('a', false), group('b', false)], omitted: 0 })).toBe(false);
});
