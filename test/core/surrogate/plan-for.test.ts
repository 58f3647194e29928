import { expect, test } from 'vitest';
import { planFor } from '../../../core/model/surrogate/hardness-preview.ts';
import { halfWidthAt, labelsNeeded, planOf, UNPLANNED } from '../../../stats/index.ts';

const scale = { min: 1, max: 5, direction: 'higher' as const };
const pool = { populationSize: 2000, standardDeviation: 0.3 };

test('a preview tells what a study gets that asks for just these labels', () => {
  const { atBudget, forWidth } = planFor(2000, 0.3, scale, 'ask');
  for (const { labels, halfWidth } of atBudget) {
    expect(halfWidth).toBeCloseTo(4 * halfWidthAt({ ...pool, labels, plan: planOf(labels) }), 12);
  }
  for (const { labels, halfWidth, reachable } of forWidth) {
    expect(reachable).toBe(true);
    expect(halfWidthAt({ ...pool, labels, plan: planOf(labels) })).toBeLessThanOrEqual(halfWidth / 4);
  }
  expect(forWidth.map(({ halfWidth }) => halfWidth)).toEqual([0.4, 0.2, 0.12]);
});

test('a study that is under way is foretold by its own plan', () => {
  for (const plan of [UNPLANNED, planOf(30)]) {
    const found = planFor(2000, 0.3, scale, plan);
    expect(found.forWidth.map(({ labels }) => labels)).toEqual(
      [0.1, 0.05, 0.03].map((halfWidth) => labelsNeeded({ ...pool, halfWidth, plan }).labels),
    );
  }
  const without = planFor(2000, 0.3, scale);
  expect(without).toEqual(planFor(2000, 0.3, scale, UNPLANNED));
});
