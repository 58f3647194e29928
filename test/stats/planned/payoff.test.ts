import { expect, test } from 'vitest';
import { LevelSet, unitLevels } from '../../../stats/planned/level-set.ts';
import { payoff } from '../../../stats/planned/payoff.ts';
import { createRng, uniformInt, uniformOpen } from '../../../stats/random.ts';

const seed = 20_261_122;

/**
 * The guarantee rests on two facts: over the next draw the factor has mean 1 when the hypothesis is true, and it is never
 * below the least one. Both are exact, whatever the levels, the values, the stake and the weights.
 */
test.each(['uniform', 'weighted'])(
  '%s draws: the factor has mean 1, and is never below the least',
  (design) => {
    const rng = createRng(seed);
    let cuts = 0;
    for (let state = 0; state < 3000; state++) {
      const size = uniformInt(rng, 1, 40);
      const q = Array.from({ length: size }, () => (design === 'uniform' ? 1 : 0.1 + uniformOpen(rng)));
      const total = q.reduce((sum, one) => sum + one, 0);
      const scale = total / size;
      const steps = unitLevels(uniformInt(rng, 2, 41)).map((value) => value * 1.5);
      const levels = new LevelSet(steps);
      const items = q.map((one) => {
        const level = uniformInt(rng, 0, steps.length - 1);
        levels.add(level, one);
        return { q: one, level, y: uniformInt(rng, 0, 1) === 0 ? uniformInt(rng, 0, 1) : uniformOpen(rng) };
      });
      levels.settle(scale);
      const mu = items.reduce((sum, { y }) => sum + y, 0) / size;
      const stake = { wanted: 20 * uniformOpen(rng) ** 3, variance: uniformOpen(rng), least: 0.05 };
      const factors = items.map((item) => payoff(levels, stake, mu, item.level, (scale / item.q) * item.y));
      const mean = items.reduce((sum, item, i) => sum + (item.q / total) * factors[i]!, 0);
      expect(mean, `seed ${seed}, state ${state}`).toBeCloseTo(1, 12);
      expect(Math.min(...factors), `seed ${seed}, state ${state}`).toBeGreaterThan(stake.least - 1e-12);
      if (Math.min(...factors) < stake.least + 1e-12) cuts++;
    }
    expect(cuts).toBeGreaterThan(50);
  },
);
