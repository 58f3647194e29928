import { describe, expect, test } from 'vitest';
import { studentT, studentTail } from '../../../stats/claims/student-t.ts';

describe("quantiles of Student's t", () => {
  // Table of upper percentage points: NIST/SEMATECH e-Handbook of Statistical Methods, section 1.3.6.7.2.
  test.each([
    [0.05, 1, 12.706],
    [0.05, 2, 4.303],
    [0.05, 9, 2.262],
    [0.05, 10, 2.228],
    [0.05, 30, 2.042],
    [0.05, 100, 1.984],
    [0.1, 5, 2.015],
    [0.1, 60, 1.671],
    [0.01, 4, 4.604],
    [0.01, 20, 2.845],
    [0.002, 3, 10.215],
  ])('alpha %s, %s degrees of freedom: %s', (alpha, degreesOfFreedom, expected) => {
    expect(studentT(alpha, degreesOfFreedom)).toBeCloseTo(expected, 3);
  });

  test('one degree of freedom is Cauchy, and many are normal', () => {
    for (const alpha of [0.001, 0.05, 0.5, 0.9]) {
      expect(studentT(alpha, 1)).toBeCloseTo(1 / Math.tan((Math.PI * alpha) / 2), 9);
    }
    expect(studentT(0.05, 1e7)).toBeCloseTo(1.959964, 5);
    expect(studentT(0.05, 2.5)).toBeGreaterThan(studentT(0.05, 3));
  });

  test('are what tails leave out', () => {
    expect([studentTail(0, 5), studentTail(Number.POSITIVE_INFINITY, 5)]).toEqual([1, 0]);
    // 2/pi atan, the tails of Cauchy; and t^2 of two degrees of freedom, 1 - t/sqrt(2 + t^2).
    for (const t of [0.01, 0.7, 1, 12]) {
      expect(studentTail(t, 1)).toBeCloseTo(1 - (2 / Math.PI) * Math.atan(t), 12);
      expect(studentTail(t, 2)).toBeCloseTo(1 - t / Math.sqrt(2 + t * t), 12);
    }
    expect(studentTail(studentT(0.02, 7.5), 7.5)).toBeCloseTo(0.02, 12);
  });

  test('out of range', () => {
    expect(() => studentT(0, 3)).toThrow(RangeError);
    expect(() => studentT(0.05, 0)).toThrow(RangeError);
  });
});
