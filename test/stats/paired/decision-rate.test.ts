import { describe, expect, test } from 'vitest';
import { decisionRate } from '../../../stats/index.ts';

const open = {
  lower: -0.1,
  upper: 0.1,
  margin: 0.02,
  labels: 100,
  planned: 400,
  populationSize: 1000,
  alpha: 0.01,
};
const at = (middle: number, halfWidth = 0.1) => ({ lower: middle - halfWidth, upper: middle + halfWidth });

describe('which pair is labeled next', () => {
  test('one with fewer than five labels comes first, one whose batch is done last', () => {
    expect(decisionRate({ ...open, labels: 4 })).toBe(Number.POSITIVE_INFINITY);
    expect(decisionRate({ ...open, labels: 5 })).toBeLessThan(1);
    expect(decisionRate({ ...open, labels: 400 })).toBe(0);
  });

  test('the nearer an interval is to leaving 0 the sooner, on either side alike', () => {
    const rates = [0, 0.03, 0.06, 0.09].map((middle) => decisionRate({ ...open, ...at(middle) }));
    expect(rates).toEqual(rates.toSorted((a, b) => a - b));
    expect(decisionRate({ ...open, ...at(-0.06) })).toBeCloseTo(rates[2]!, 12);
  });

  test('worked by hand: one label left', () => {
    const left = { ...open, labels: 7, planned: 8 };
    // N = T = 8: the half-width at T is 0, so that the pair is decided for sure, by one label.
    expect(decisionRate({ ...left, populationSize: 8 })).toBe(1);
    // N = 56: the error after 7 labels is sqrt(1/8), after 8 sqrt(6/56), and the middle moves by sd sqrt(1/56).
    const z = 2.5758293035489;
    const reach = 0.1 * Math.sqrt((6 / 56) * 8);
    const moves = (0.1 / (1.35 * z * Math.sqrt(1 / 8))) * Math.sqrt(1 / 56);
    // From a middle of .08 it is 1.1576 standard deviations to the reach, and the other side is far.
    expect((reach - 0.08) / moves).toBeCloseTo(1.1576, 4);
    expect(decisionRate({ ...left, ...at(0.08), populationSize: 56 })).toBeCloseTo(0.1235, 4);
  });

  test('a pair between a difference that matters and none is left for last', () => {
    const near = { ...open, labels: 380 };
    const between = decisionRate({ ...near, ...at(0.011, 0.015) });
    expect(between).toBeLessThan(decisionRate({ ...near, ...at(0, 0.0205) }));
    expect(between).toBeLessThan(decisionRate({ ...near, ...at(0.014, 0.015) }));
  });

  test('refuses what cannot be', () => {
    for (const wrong of [{ labels: -1 }, { labels: 401 }, { planned: 1001 }, { alpha: 0 }])
      expect(() => decisionRate({ ...open, ...wrong })).toThrow(RangeError);
  });
});
