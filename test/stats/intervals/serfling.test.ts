import { expect, test } from 'vitest';
import { FEWEST_IN_FIRST_PHASE, serflingHalfWidth, USUAL_FIRST_PHASE_ALPHA } from '../../../stats/index.ts';

test('the widening is that of Serfling (1974), worked out by hand', () => {
  // sqrt((1 - 9999/812000000) ln(400) / 20000).
  expect(serflingHalfWidth(812_000_000, 10_000, 0.005)).toBeCloseTo(0.017308, 6);
  expect(serflingHalfWidth(812_000_000, 50_000, 0.005)).toBeCloseTo(0.00774, 5);
  expect(serflingHalfWidth(812_000_000, 200_000, 0.005)).toBeCloseTo(0.00387, 5);
  expect(serflingHalfWidth(100_000, 50_000, 0.005)).toBeCloseTo(
    Math.sqrt(((1 - 49_999 / 100_000) * Math.log(400)) / 100_000),
    12,
  );
  expect(serflingHalfWidth(8000, 8000, 0.005)).toBe(0);
  expect(serflingHalfWidth(8000, 8001, 0.005)).toBe(0);
  expect([FEWEST_IN_FIRST_PHASE, USUAL_FIRST_PHASE_ALPHA]).toEqual([10_000, 0.005]);
});
