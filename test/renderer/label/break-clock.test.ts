import { expect, test } from 'vitest';
import { createActivityClock } from '../../../renderer/label-form/activity-clock.ts';
import { isBreakDue } from '../../../renderer/screens/label/pace.ts';

const minute = 60_000;

test('a break is due once the active time reaches what was asked for, and again so much later', () => {
  expect(isBreakDue(0, 0, 20)).toBe(false);
  expect(isBreakDue(20 * minute - 1, 0, 20)).toBe(false);
  expect(isBreakDue(20 * minute, 0, 20)).toBe(true);
  // Put away after 23 minutes: the next one comes at 43.
  expect(isBreakDue(42 * minute, 23 * minute, 20)).toBe(false);
  expect(isBreakDue(43 * minute, 23 * minute, 20)).toBe(true);
});

test('nobody is reminded who does not want to be', () => {
  expect(isBreakDue(1000 * minute, 0, null)).toBe(false);
});

test('time away brings no break nearer: an hour without input counts as half a minute', () => {
  let now = 0;
  const clock = createActivityClock(() => now);
  now = 60 * minute;
  clock.touch();
  expect(isBreakDue(clock.elapsedMs(), 0, 1)).toBe(false);
  clock.setVisible(false);
  now += 60 * minute;
  clock.setVisible(true);
  expect(isBreakDue(clock.elapsedMs(), 0, 1)).toBe(false);
  for (let second = 0; second < 30; second += 1) {
    now += 1000;
    clock.touch();
  }
  expect(isBreakDue(clock.elapsedMs(), 0, 1)).toBe(true);
});
