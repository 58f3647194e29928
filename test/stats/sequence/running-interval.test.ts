import { describe, expect, test } from 'vitest';
import { RunningInterval } from '../../../stats/sequence/running-interval.ts';

const seen = (...looks: readonly (readonly [lower: number, upper: number])[]) => {
  const running = new RunningInterval();
  for (const [lower, upper] of looks) running.intersect(lower, upper);
  return running;
};

describe('the running interval', () => {
  test('only narrows', () => {
    expect(seen([0.2, 0.9], [0.1, 0.7], [0.3, 0.8])).toMatchObject({
      lower: 0.3,
      upper: 0.7,
      isEmpty: false,
    });
  });

  test('once empty keeps the last one that was not, whatever comes later', () => {
    expect(seen([0.2, 0.5], [0.6, 0.9])).toMatchObject({ lower: 0.2, upper: 0.5, isEmpty: true });
    expect(seen([0.2, 0.5], [0.6, 0.9], [0.3, 0.4])).toMatchObject({
      lower: 0.2,
      upper: 0.5,
      isEmpty: true,
    });
  });

  test('two that touch, or miss each other by rounding, leave a point', () => {
    expect(seen([0.2, 0.5], [0.5, 0.9])).toMatchObject({ lower: 0.5, upper: 0.5, isEmpty: false });
    const rounded = seen([0.2, 0.5], [0.5 + 4e-13, 0.9]);
    expect(rounded.isEmpty).toBe(false);
    expect(rounded.lower).toBeLessThanOrEqual(rounded.upper);
    expect(seen([0.2, 0.5], [0.5 + 4e-12, 0.9]).isEmpty).toBe(true);
  });

  test('a value known exactly is all of it; one outside is a failure that stays on record', () => {
    const running = seen([0.2, 0.5]);
    running.collapse(0.5 + 4e-13);
    expect(running).toMatchObject({ lower: 0.5 + 4e-13, upper: 0.5 + 4e-13, isEmpty: false });
    for (const outside of [0.1, 0.6]) {
      const failed = seen([0.2, 0.5]);
      failed.collapse(outside);
      expect(failed).toMatchObject({ lower: outside, upper: outside, isEmpty: true });
    }
    const early = seen([0.2, 0.5], [0.6, 0.9]);
    early.collapse(0.3);
    expect(early.isEmpty).toBe(true);
  });

  test('a clone goes its own way', () => {
    const one = seen([0.2, 0.5]);
    const other = one.clone();
    other.intersect(0.3, 0.4);
    expect(one).toMatchObject({ lower: 0.2, upper: 0.5 });
    expect(other).toMatchObject({ lower: 0.3, upper: 0.4 });
  });
});
