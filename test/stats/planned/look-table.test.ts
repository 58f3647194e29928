import { expect, test } from 'vitest';
import { GROWTH_SHARE } from '../../../stats/planned/constants.ts';
import { lookTable } from '../../../stats/planned/look-table.ts';

const sizes = [1, 2, 3, 9, 10, 11, 12, 30, 35, 36, 60, 100, 117, 118, 300, 3610, 100_000, 1_000_000];
const plans = [null, 1, 2, 9, 10, 15, 16, 30, 45, 46, 100, 250, 3000];

test('shares sum to 1 with that of the growth gambler, and looks come one after the other inside the pool', () => {
  for (const size of sizes) {
    for (const plan of plans) {
      const looks = lookTable(size, plan);
      const where = `N ${size}, plan ${plan}`;
      expect(looks.length, where).toBeGreaterThan(0);
      expect(
        looks.reduce((sum, { share }) => sum + share, GROWTH_SHARE),
        where,
      ).toBeCloseTo(1, 12);
      expect(Math.min(...looks.map(({ share }) => share)), where).toBeGreaterThan(0);
      for (const [i, { labels }] of looks.entries()) {
        expect(labels, where).toBeGreaterThan(looks[i - 1]?.labels ?? 0);
        expect(labels, where).toBeLessThanOrEqual(size);
      }
      if (plan !== null && plan < size)
        expect(
          looks.map(({ labels }) => labels),
          where,
        ).toContain(plan);
    }
  }
});

test('the ladder of a plan of 100 in 100,000, and of 30 in 300', () => {
  const labelsOf = (size: number, plan: number) => lookTable(size, plan).map(({ labels }) => labels);
  expect(labelsOf(100_000, 100)).toEqual([10, 30, 100, 316, 992, 3069, 9100, 24_044, 50_026, 75_993]);
  expect(labelsOf(300, 30)).toEqual([10, 30, 79, 158, 234]);
});

test('a plan that is the whole pool is none', () => {
  expect(lookTable(40, 40)).toEqual(lookTable(40, null));
  expect(lookTable(40, 50)).toEqual(lookTable(40, null));
});

test('a plan that is no number of labels is refused', () => {
  expect(() => lookTable(40, 0)).toThrow('The plan must be an integer');
  expect(() => lookTable(40, 2.5)).toThrow('The plan must be an integer');
  expect(() => lookTable(0, null)).toThrow('The population size must be an integer');
});
