import { describe, expect, test } from 'vitest';
import type { CostFacts } from '../../stats/cost-plan.ts';
import { cheapestPlan, labelsToAskFor } from '../../stats/index.ts';

const usual: CostFacts = {
  ...{ populationSize: 400, plainDeviation: 0.5, correlation: 0.7, surrogateMean: 0.5, halfWidth: 0.1 },
  ...{ labelPrice: 2, callPrice: 0.05 },
};

/** Variance of n labels among m judged items. */
function variance(
  { populationSize: N, plainDeviation, correlation }: CostFacts,
  n: number,
  m: number,
): number {
  const [S, E] = [plainDeviation ** 2, plainDeviation ** 2 * (1 - correlation ** 2)];
  return E / n + (S - E) / m - S / N;
}

/** Every pair of numbers is tried. */
function byBruteForce(facts: CostFacts): number {
  const { populationSize: N, plainDeviation, correlation, surrogateMean, halfWidth } = facts;
  const standardDeviation = plainDeviation * Math.sqrt(1 - correlation ** 2);
  const asked = { populationSize: N, standardDeviation, plainDeviation, surrogateMean, halfWidth };
  const aim = variance(facts, labelsToAskFor(asked).labels, N) + 1e-9;
  let least = Number.POSITIVE_INFINITY;
  for (let n = 1; n <= N; n++) {
    if (plainDeviation ** 2 * (1 / n - 1 / N) <= aim) least = Math.min(least, facts.labelPrice * n);
    for (let m = n; m <= N; m++) {
      if (variance(facts, n, m) > aim) continue;
      least = Math.min(least, facts.labelPrice * n + facts.callPrice * m);
      break;
    }
  }
  return least;
}

describe('the cheapest labels and judge calls', () => {
  test.each([
    usual,
    { ...usual, callPrice: 0.001 },
    { ...usual, callPrice: 1 },
    { ...usual, callPrice: 3 },
    { ...usual, correlation: 0.95, callPrice: 0.4 },
    { ...usual, correlation: 0.2 },
    { ...usual, halfWidth: 0.05, populationSize: 300 },
    { ...usual, halfWidth: 0.2, plainDeviation: 0.3 },
    { ...usual, halfWidth: 0.001 },
    { ...usual, populationSize: 3 },
    { ...usual, populationSize: 1 },
  ])('cost what a search of all numbers finds: %o', (facts) => {
    const { cheapest, withoutJudge, allJudged } = cheapestPlan(facts);
    expect(cheapest.cost).toBeCloseTo(byBruteForce(facts), 6);
    expect(cheapest.cost).toBeLessThanOrEqual(Math.min(withoutJudge.cost, allJudged.cost));
    expect(cheapest.cost).toBeCloseTo(
      facts.labelPrice * cheapest.labels + facts.callPrice * cheapest.calls,
      9,
    );
  });

  test('follow the optimal random policy of the paper where the pool sets no limit', () => {
    const facts = { ...usual, populationSize: 2_000_000, callPrice: 0.2, correlation: 0.8, halfWidth: 0.02 };
    const { labels, calls } = cheapestPlan(facts).cheapest;
    // sqrt((cg/ch) MSE/(Var(H) - MSE)).
    expect(labels / calls).toBeCloseTo(Math.sqrt((0.2 / 2) * (0.36 / 0.64)), 2);
  });

  test('need no judge where a call costs what it saves, and every call where it costs next to nothing', () => {
    expect(cheapestPlan({ ...usual, callPrice: 3 }).cheapest.calls).toBe(0);
    expect(cheapestPlan({ ...usual, callPrice: 0.0001 }).cheapest.calls).toBe(400);
  });

  test('refuse what is no price or no judge', () => {
    for (const wrong of [{ labelPrice: 0 }, { callPrice: -1 }, { correlation: 1 }, { halfWidth: 0 }]) {
      expect(() => cheapestPlan({ ...usual, ...wrong })).toThrow(RangeError);
    }
  });
});
