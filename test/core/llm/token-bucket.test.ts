import { describe, expect, test } from 'vitest';
import { TokenBucket } from '../../../core/platform/endpoints/pace.ts';

/** A bucket of 600 a minute: 10 in a burst, one more each 100 ms. */
const bucket = (perMinute = 600) => new TokenBucket(perMinute, new Float64Array(2), 0);

describe('the bucket of a limit', () => {
  test('gives a burst at once, and then as fast as it fills', () => {
    const of = bucket();
    expect(of.waitFor(10, 1000)).toBe(0);
    of.take(10);
    expect(of.waitFor(1, 1000)).toBeCloseTo(100, 9);
    expect(of.waitFor(1, 1060)).toBeCloseTo(40, 9);
    expect(of.waitFor(1, 1100)).toBe(0);
  });

  test('holds no more than a burst, however long nobody asked', () => {
    const of = bucket();
    of.take(10);
    expect(of.waitFor(10, 3_600_000)).toBe(0);
    of.take(10);
    expect(of.waitFor(1, 3_600_000)).toBeCloseTo(100, 9);
  });

  test('lets through what is larger than it can hold once it is full, and collects the debt afterwards', () => {
    const of = bucket();
    expect(of.waitFor(1000, 0)).toBe(0);
    of.take(1000);
    // 990 are missing before it is empty again, and one more is asked for.
    expect(of.waitFor(1, 0)).toBeCloseTo(99_100, 6);
    expect(of.waitFor(1000, 99_000)).toBeCloseTo(1000, 6);
  });

  test('holds one at least, so that a slow limit is a limit and no stop', () => {
    const of = bucket(6);
    expect(of.waitFor(1, 0)).toBe(0);
    of.take(1);
    expect(of.waitFor(1, 0)).toBeCloseTo(10_000, 6);
  });

  test('a clock that went back gives nothing', () => {
    const of = bucket();
    of.waitFor(1, 5000);
    of.take(10);
    expect(of.waitFor(1, 4000)).toBeCloseTo(100, 9);
  });
});
