import { expect, test } from 'vitest';
import { kindsOf } from '../../../stats/kernel/kinds.ts';

test('items that are equal in all lists are of one kind', () => {
  const points = [1, 2, 1, 2, 1, 1, 2, 1, 1, 1];
  const length = [5, 5, 5, 7, 5, 5, 5, 5, 5, 5];
  const q = [1, 1, 1, 1, 1, 2, 1, 1, 1, 1];
  const kinds = kindsOf(10, [points, length], q);
  expect([...kinds.of]).toEqual([0, 1, 0, 2, 0, 3, 1, 0, 0, 0]);
  expect([...kinds.counts]).toEqual([6, 2, 1, 1]);
  expect([...kinds.pick(points)]).toEqual([1, 2, 2, 1]);
  expect([...kinds.pick(q)]).toEqual([1, 1, 1, 2]);
});

test('values that differ in their last bit, stay what they are', () => {
  const values = [0.3, 0.1 + 0.2, 0.3, 0.1 + 0.2];
  const kinds = kindsOf(4, [values]);
  expect([...kinds.of]).toEqual([0, 1, 0, 1]);
  expect([...kinds.pick(values)]).toEqual([0.3, 0.1 + 0.2]);
});

test('where most items are of their own kind each is one, and lists stay the same', () => {
  const values = Float64Array.of(1, 2, 3, 3);
  const kinds = kindsOf(4, [values]);
  expect([...kinds.of]).toEqual([0, 1, 2, 3]);
  expect([...kinds.counts]).toEqual([1, 1, 1, 1]);
  expect(kinds.pick(values)).toBe(values);
});

test('without any list all items are of one kind', () => {
  const kinds = kindsOf(3, []);
  expect([...kinds.counts]).toEqual([3]);
  expect([...kinds.of]).toEqual([0, 0, 0]);
});
