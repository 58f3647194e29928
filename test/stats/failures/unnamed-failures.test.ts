import { describe, expect, test } from 'vitest';
import type { UnnamedStudy } from '../../../stats/failures/unnamed-failures.ts';
import {
  createRng,
  exponentialKeyOrder,
  goodEstimate,
  UnnamedFailures,
  uniformOpen,
  uniformOrder,
} from '../../../stats/index.ts';
import { judgeCoverage } from '../../../stats/simulation/coverage-verdict.ts';

const alpha = 0.05;

/** E_n(m) word for word: one product after another. */
function wealthOf(m: number, losses: readonly number[], most: number): number {
  let sum = 0;
  let left = 1;
  for (let start = 0, k = 0; start < losses.length; start += 10, k++) {
    const share = 1 / ((k + 1) * (k + 2));
    left -= share;
    for (const stake of [1, 0.5, 0.25]) {
      const product = losses.slice(start).reduce((all, loss) => all * (1 + stake * most * (m - loss)), 1);
      sum += (share * product) / 3;
    }
  }
  return sum + left;
}

const boundsOf = (study: UnnamedStudy, u: readonly boolean[], q?: readonly number[]) => {
  const bound = new UnnamedFailures(study);
  return u.map((isNew, j) => bound.add({ isNew, ...(q && { probability: q[j]! }) }));
};

const brought = (u: readonly number[]) => u.map((one) => one === 1);
const zeros = (n: number) => new Array<number>(n).fill(0);
const few = [1, 0, 1, 0, 0, 1, 0, 0, 0, 1, ...zeros(20), 1, ...zeros(89)];

describe('the bound of a large pool is that of the design', () => {
  // Worked out there on a grid of 1/400 or 1/4000 by multiplying out every product; the least of the bounds so far.
  test.each([
    [
      few,
      400,
      { 5: 1, 10: 1, 20: 0.53, 30: 0.3175, 31: 0.3175, 40: 0.2675, 60: 0.1625, 80: 0.1175, 120: 0.075 },
    ],
    [zeros(100), 4000, { 10: 0.58525, 20: 0.258, 30: 0.16375, 60: 0.07675, 100: 0.04425 }],
  ])('case %#', (u, grid, expected) => {
    const bounds = boundsOf({ populationSize: 1e9 }, brought(u));
    for (const [n, value] of Object.entries(expected)) {
      const { ofAll } = bounds[Number(n) - 1]!;
      // Where even 1 is not out the pool itself is the bound.
      if (value < 1) expect(Math.ceil(ofAll * grid) / grid, n).toBeCloseTo(value, 12);
      else expect(ofAll).toBeGreaterThan(1 - 1e-7);
    }
  });
});

describe('the bound is the largest number of items that is not out, and never rises', () => {
  test.each([
    ['uniform', undefined],
    ['weighted', 0.6],
  ])('%s draws', (_, leastFactor) => {
    const N = 150;
    const rng = createRng(8);
    const raw = Float64Array.from({ length: N }, (_one, i) => (i === 0 ? 0 : uniformOpen(rng)));
    const total = raw.reduce((sum, one) => sum + one + 1.5, 0);
    const q = leastFactor === undefined ? undefined : raw.map((one) => (one + 1.5) / total);
    const order = q ? [...exponentialKeyOrder(q, 4, 120)] : [...uniformOrder(N, 4, 120)];
    const u = order.map((_item, j) => uniformOpen(rng) < 0.4 / (1 + j / 10));
    const study = { populationSize: N, ...(q && { leastProbability: 1.5 / total }) };
    const bounds = boundsOf(study, u, q && order.map((item) => q[item]!));
    const most = q ? (N * 1.5) / total : 1;
    let left = 1;
    const losses: number[] = [];
    let least = N;
    for (const [j, item] of order.entries()) {
      const chance = q ? q[item]! / left : 1 / (N - j);
      left -= q ? q[item]! : 0;
      losses.push(u[j] ? 1 / (N * chance) : 0);
      let items = N - j - 1;
      while (wealthOf(items / N, losses, most) >= 1 / alpha) items--;
      least = Math.min(least, items);
      const { ofAll, ofUnread, labels, items: got } = bounds[j]!;
      expect([labels, got]).toEqual([j + 1, least]);
      expect(ofAll).toBeCloseTo(least / N, 15);
      expect(ofUnread).toBeCloseTo(least / (N - j - 1), 15);
    }
    expect(least).toBeLessThan(40);
  });
});

test('when everything is read nothing is unread, and unknown counts as new', () => {
  const bound = new UnnamedFailures({ populationSize: 12 });
  expect(bound.state).toEqual({ labels: 0, items: 12, ofAll: 1, ofUnread: 1 });
  for (let j = 0; j < 12; j++) bound.add({ isNew: j === 0 });
  expect(bound.state).toEqual({ labels: 12, items: 0, ofAll: 0, ofUnread: 0 });
  expect(() => bound.add({ isNew: false })).toThrow('number of labels');
  expect(bound.pointAfter(3)).toEqual({ labels: 3, items: 9, ofAll: 0.75, ofUnread: 1 });
  const [unknown, isNew] = (['unknown', true] as const).map((first) => {
    const one = new UnnamedFailures({ populationSize: 500 });
    one.add({ isNew: first });
    for (let j = 1; j < 60; j++) one.add({ isNew: false });
    return one.state;
  });
  expect(unknown).toEqual(isNew);
});

test('the levels of many error levels are in order', () => {
  const at = (level: number) => boundsOf({ populationSize: 5000, alpha: level }, brought(few)).at(-1)!.items;
  expect(at(0.01)).toBeGreaterThan(at(0.05));
  expect(at(0.05)).toBeGreaterThan(at(0.2));
});

test('wrong arguments are refused and change nothing', () => {
  expect(() => new UnnamedFailures({ populationSize: 0 })).toThrow(RangeError);
  expect(() => new UnnamedFailures({ populationSize: 5, alpha: 1 })).toThrow(RangeError);
  expect(() => new UnnamedFailures({ populationSize: 5, leastProbability: 0 })).toThrow(RangeError);
  const bound = new UnnamedFailures({ populationSize: 5, leastProbability: 0.1 });
  expect(() => bound.add({ isNew: true })).toThrow('probability');
  expect(() => bound.add({ isNew: true, probability: 0.05 })).toThrow('smaller');
  expect(() => bound.pointAfter(1)).toThrow(RangeError);
  expect(bound.state.labels).toBe(0);
  // What rounding alone puts below the least is no fault.
  expect(bound.add({ isNew: true, probability: 0.1 - 1e-16 }).labels).toBe(1);
});

test('Good’s estimate is the modes seen once over the labels', () => {
  expect(goodEstimate([1, 1, 1], 60)).toBeCloseTo(0.05, 15);
  expect(goodEstimate([], 60)).toBe(0);
  expect(goodEstimate([], 0)).toBeUndefined();
  expect(goodEstimate([0.5, 2], 10)).toBeCloseTo(0.25, 15);
  expect(goodEstimate([1, 1, 1], 2)).toBe(1);
  expect(() => goodEstimate([0], 10)).toThrow(RangeError);
  expect(() => goodEstimate([1], -1)).toThrow(RangeError);
});

/** Modes of these frequencies, each item having each by itself; who reads an item names all that it has. */
function runOf(frequencies: readonly number[], N: number, seed: number, tilt: number) {
  const rng = createRng(seed);
  const items = Array.from({ length: N }, () => frequencies.map((share) => uniformOpen(rng) < share));
  const raw = items.map((modes) => 1 + tilt * (modes.some(Boolean) ? uniformOpen(rng) : 0));
  const total = raw.reduce((sum, one) => sum + one, 0);
  const q = Float64Array.from(raw, (one) => one / total);
  const order = tilt > 0 ? exponentialKeyOrder(q, seed, N) : uniformOrder(N, seed, N);
  const bound = new UnnamedFailures({
    populationSize: N,
    ...(tilt > 0 && { leastProbability: Math.min(...q) }),
  });
  const named = frequencies.map(() => false);
  const left = new Set(items.keys());
  let misses = 0;
  for (const item of order) {
    const isNew = items[item]!.some((has, mode) => has && !named[mode]);
    for (const [mode, has] of items[item]!.entries()) if (has) named[mode] = true;
    left.delete(item);
    const { items: most } = bound.add({ isNew, probability: q[item]! });
    if (bound.state.labels % 5 > 0) continue;
    const truth = [...left].filter((one) => items[one]!.some((has, mode) => has && !named[mode])).length;
    if (truth > most) misses = 1;
  }
  return misses;
}

test.each([
  ['few common modes', [0.2, 0.1, 0.05], 0],
  ['many rare ones', new Array<number>(40).fill(0.01), 0],
  ['weighted draws', [0.2, 0.1, 0.05, 0.02, 0.02, 0.01, 0.01], 1],
])('it holds at all looks: %s', (_, frequencies, tilt) => {
  let misses = 0;
  for (let seed = 1; seed <= 60; seed++) misses += runOf(frequencies, 120, seed, tilt);
  expect(judgeCoverage(misses, 60, alpha).lies).toBe(false);
});
