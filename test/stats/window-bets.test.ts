import { describe, expect, test } from 'vitest';
import {
  createRng,
  lowestMeanBound,
  type MeanOf,
  meanLowerBound,
  uniformOpen,
  type WindowLabels,
} from '../../stats/index.ts';

const randomFrom = (seed: number) => {
  const rng = createRng(seed);
  return () => uniformOpen(rng);
};

/** A window of N items of which a share is good, with a fair machine score, and its first labels. */
function windowOf(random: () => number, { N = 400, share = 0.8, labels = 40 } = {}) {
  const y = Array.from({ length: N }, () => (random() < share ? 1 : 0));
  const guess = y.map((value) => (random() < 0.4 ? random() : 0.2 + 0.6 * value));
  const window: WindowLabels = {
    N,
    surrogateMean: guess.reduce((sum, one) => sum + one, 0) / N,
    surrogate: guess.slice(0, labels),
    y: y.slice(0, labels),
  };
  return { window, mean: y.reduce<number>((sum, one) => sum + one, 0) / N };
}

describe('bounds by bets that may be looked at forever', () => {
  test('know nothing without a label, and everything once all are labeled', () => {
    const empty = { N: 10, surrogateMean: 0.5, surrogate: [], y: [] };
    expect(lowestMeanBound([], 0.05)).toBe(1);
    expect(lowestMeanBound([empty], 0.05)).toBe(1);
    expect(meanLowerBound(empty, 0.05)).toBe(0);
    const y = [1, 0, 1, 1, 0, 0.5];
    const whole = { N: 6, surrogateMean: 0.5, surrogate: y.map(() => 0.5), y };
    expect(lowestMeanBound([whole], 0.05)).toBeCloseTo(3.5 / 6, 6);
    expect(meanLowerBound(whole, 0.05)).toBeCloseTo(3.5 / 6, 6);
  });

  test('a skip counts for the side that is not bet on', () => {
    const random = randomFrom(3);
    const { window } = windowOf(random);
    const skipped = {
      ...window,
      y: window.y.map((value, t) => (t % 10 === 0 ? ('skipped' as const) : value)),
    };
    const as = (value: number) => ({
      ...skipped,
      y: skipped.y.map((one) => (one === 'skipped' ? value : one)),
    });
    expect(lowestMeanBound([skipped], 0.05)).toBe(lowestMeanBound([as(1)], 0.05));
    expect(meanLowerBound(skipped, 0.05)).toBe(meanLowerBound(as(0), 0.05));
  });

  test('miss no more often than they say, over all looks at all windows', () => {
    const random = randomFrom(11);
    const [runs, alpha] = [120, 0.2];
    let [tooLow, tooHigh] = [0, 0];
    for (let run = 0; run < runs; run++) {
      const all = Array.from({ length: 6 }, () => windowOf(random, { N: 120, labels: 30 }));
      let isTooLow = false;
      for (let k = 1; k <= all.length; k++) {
        const seen = all.slice(0, k);
        const least = Math.min(...seen.map(({ mean }) => mean));
        isTooLow ||=
          lowestMeanBound(
            seen.map(({ window }) => window),
            alpha,
          ) <
          least - 1e-9;
      }
      if (isTooLow) tooLow += 1;
      if (meanLowerBound(all[0]!.window, alpha) > all[0]!.mean + 1e-9) tooHigh += 1;
    }
    // 24 of 120 on average if all of the error level were used; more than 36 has a chance below one in two hundred.
    expect(tooLow).toBeLessThan(36);
    expect(tooHigh).toBeLessThan(36);
    expect(tooHigh).toBeGreaterThan(0);
  });

  test('find a drop, soon after it came, whatever was good before', () => {
    const random = randomFrom(5);
    const good = Array.from({ length: 8 }, () => windowOf(random).window);
    expect(lowestMeanBound(good, 0.025)).toBeGreaterThan(0.75);
    const bad = Array.from({ length: 4 }, () => windowOf(random, { share: 0.5 }).window);
    expect(lowestMeanBound([...good, ...bad], 0.025)).toBeLessThan(0.7);
  });

  test('what refutes a mean refutes all above it, so that the bound is one', () => {
    const { window } = windowOf(randomFrom(9), { share: 0.4 });
    const looser = [0.2, 0.1, 0.05, 0.01, 0.001].map((alpha) => lowestMeanBound([window], alpha));
    expect(looser).toEqual(looser.toSorted((a, b) => a - b));
  });

  test('of the traffic they know less than of the conversations, however many are labeled', () => {
    const whole = {
      N: 6,
      surrogateMean: 0.5,
      surrogate: Array<number>(6).fill(0.5),
      y: [1, 0, 1, 1, 0, 0.5],
    };
    expect(lowestMeanBound([whole], 0.05, 'conversations')).toBeCloseTo(3.5 / 6, 6);
    expect(lowestMeanBound([whole], 0.05, 'alikeWindows')).toBeGreaterThan(0.9);
    expect(meanLowerBound(whole, 0.05, 'alikeWindows')).toBeLessThan(0.3);
    // A machine score tells of the window, and nothing of what the window is drawn from.
    const scored = { ...whole, surrogateMean: 0.2, surrogate: whole.y };
    expect(lowestMeanBound([scored], 0.05, 'alikeWindows')).toBe(
      lowestMeanBound([whole], 0.05, 'alikeWindows'),
    );
  });

  test('one draw of 0 is bounded as the bets say it', () => {
    // The mean of the wealth of five gamblers, at half of the stake: sum of 1 + f m / (1 - m) over 10, plus the half that waits.
    const zero = { N: 1, surrogateMean: 0.5, surrogate: [0.5], y: [0] };
    const shares = [0.03, 0.1, 0.25, 0.5, 0.9];
    for (const kind of ['alikeWindows', 'unlikeWindows'] as const) {
      const m = lowestMeanBound([zero], 0.05, kind);
      const wealth = 0.5 + shares.reduce((sum, f) => sum + 1 + (f * m) / (1 - m), 0) / 10;
      expect(wealth).toBeCloseTo(20, 3);
    }
  });

  test('a window counts as one draw, by its planned labels alone, and only when they are there', () => {
    const of = 'unlikeWindows';
    const window = (values: readonly number[], planned: number): WindowLabels => ({
      ...{ N: 50, surrogateMean: 0.5, surrogate: values.map(() => 0.5), y: values, planned },
    });
    const one = (value: number) => lowestMeanBound([window([value], 1)], 0.05, of);
    expect(lowestMeanBound([window([0, 0.5, 0.1, 0.2], 4)], 0.05, of)).toBeCloseTo(one(0.2), 9);
    expect(lowestMeanBound([window([0, 0.4, 1, 1], 2)], 0.05, of)).toBeCloseTo(one(0.2), 9);
    expect(lowestMeanBound([window([0, 0, 0], 4)], 0.05, of)).toBe(1);
    expect(lowestMeanBound([window([], 0)], 0.05, of)).toBe(1);
  });

  test('a system whose windows vary by chance is not said to have dropped; its conversations are', () => {
    const random = randomFrom(13);
    const claims: readonly MeanOf[] = ['conversations', 'unlikeWindows'];
    const alarms = { conversations: 0, unlikeWindows: 0, alikeWindows: 0 };
    for (let run = 0; run < 20; run++) {
      const reference = windowOf(random, { N: 2000, labels: 200 }).window;
      const windows = Array.from({ length: 15 }, () => {
        const share = random() < 0.5 ? 0.7 : 0.9;
        return windowOf(random, { N: 50, labels: 50, share }).window;
      });
      for (const kind of claims) {
        const above = meanLowerBound(reference, 0.025, kind === 'conversations' ? kind : 'alikeWindows');
        if (above - lowestMeanBound(windows, 0.025, kind) >= 0.05) alarms[kind] += 1;
      }
    }
    expect(alarms.unlikeWindows).toBeLessThan(4);
    expect(alarms.conversations).toBeGreaterThan(15);
  });

  test('the system is found to have dropped, whole or in part, when it has', () => {
    const random = randomFrom(17);
    const reference = windowOf(random, { N: 2000, labels: 400 }).window;
    const windows = Array.from({ length: 20 }, () => windowOf(random, { share: 0.4 }).window);
    const above = meanLowerBound(reference, 0.025, 'alikeWindows');
    const [system, alike] = (['unlikeWindows', 'alikeWindows'] as const).map(
      (of) => above - lowestMeanBound(windows, 0.025, of),
    );
    expect(system).toBeGreaterThan(0.05);
    expect(alike).toBeGreaterThan(system!);
    expect(alike).toBeLessThan(0.4);
  });
});
