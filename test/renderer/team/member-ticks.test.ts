import { expect, test } from 'vitest';
import { noTicks, tickedMembers, ticksFor } from '../../../renderer/screens/team/team-words.ts';

test('who drops out after a tick was changed is not made a member again when that is saved', () => {
  const ticks = ticksFor([1, 2, 3], [1, 2, 4]);
  expect(tickedMembers([1, 2, 3], ticks)).toEqual([1, 2, 4]);
  expect(tickedMembers([1, 3], ticks)).toEqual([1, 4]);
});

test('who comes by a link after a tick was changed stays a member', () => {
  const ticks = ticksFor([1, 2], [1]);
  expect(tickedMembers([1, 2, 5], ticks)).toEqual([1, 5]);
  expect(tickedMembers([1, 2, 5], noTicks)).toEqual([1, 2, 5]);
});
