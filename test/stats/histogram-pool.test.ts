import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  createRng,
  drawnHistogram,
  freezeLevels,
  HashOrder,
  type HistogramPool,
  hashCut,
  hashedText,
  hashKey,
  levelOf,
  PlannedSequence,
  type PlannedStudy,
  summarizePool,
  temperedProbabilities,
  uniformOpen,
  uniformProbabilities,
  valueOfLevel,
} from '../../stats/index.ts';
import { freezeColumns } from '../../stats/planned/frozen-columns.ts';

const designs = {
  hardness: {
    weight: (s: number) => Math.sqrt(2 - s),
    probabilities: (s: Float64Array) => temperedProbabilities(s),
  },
  uniform: { weight: () => 1, probabilities: (s: Float64Array) => uniformProbabilities(s.length) },
};

/** Levels of all items, and their histogram. */
function poolOf(values: readonly number[]): { s: Float64Array; pool: HistogramPool } {
  const levels = values.map(levelOf).sort((a, b) => a - b);
  const counts = new Map<number, number>();
  for (const level of levels) counts.set(level, (counts.get(level) ?? 0) + 1);
  return {
    s: Float64Array.from(levels, valueOfLevel),
    pool: { levels: [...counts.keys()], counts: Float64Array.from(counts.values()) },
  };
}

const rng = createRng(8);
const judged = Array.from({ length: 3000 }, () => Math.round(uniformOpen(rng) ** 2 * 40) / 40);
const pools = {
  'forty values': judged,
  'all different': Array.from({ length: 2000 }, () => uniformOpen(rng)),
  'only easy items': judged.map((s) => 0.9 + s / 10),
  'only hard items': judged.map((s) => s / 10),
  'one value': judged.map(() => 0.25),
  'both ends': judged.map((s) => Number(s > 0.5)),
};

test('a level is the nearest, the higher one halfway', () => {
  expect([0, 1 / 32768, 0.5, 1].map(levelOf)).toEqual([0, 1, 8192, 16384]);
  const levels = Array.from({ length: 16385 }, (_, level) => level);
  expect(levels.filter((level) => levelOf(valueOfLevel(level)) !== level)).toEqual([]);
});

describe.each(Object.entries(designs))('%s', (_design, { weight, probabilities }) => {
  test.each(Object.entries(pools))('the summary of a histogram is that of its items: %s', (_name, values) => {
    const { s, pool } = poolOf(values);
    const { summary, probabilities: q } = drawnHistogram(pool, weight);
    const { envelope, ...numbers } = summarizePool(s, probabilities(s));
    for (const [name, value] of Object.entries(numbers)) {
      expect(Math.abs(summary[name as 'mean'] - value)).toBeLessThanOrEqual(1e-12 * Math.max(1, value));
    }
    const highest = (lines: typeof envelope, b: number) =>
      Math.max(...lines.map(({ intercept, slope }) => intercept + slope * b));
    for (let b = 0; b <= 1; b += 1 / 64) {
      expect(highest(summary.envelope, b) / highest(envelope, b)).toBeCloseTo(1, 11);
    }
    expect(q.reduce((sum, one, i) => sum + one * pool.counts[i]!, 0)).toBeCloseTo(1, 12);
  });

  test.each([1, 10, 100, 700])('the cut holds the first %i of the order, and few more', (wanted) => {
    const { s, pool } = poolOf(judged);
    for (const seed of [1, 2, 3, 4, 5]) {
      const order = new HashOrder<string>(wanted);
      const { key, below } = hashCut(pool, weight, wanted);
      const through = new Set<string>();
      let nearest = Number.POSITIVE_INFINITY;
      for (const [i, value] of s.entries()) {
        const digits = hash('sha256', hashedText(seed, `${i}`), 'hex');
        order.offer(`${i}`, `${i}`, digits, weight(value));
        if (below === null || digits < below) through.add(`${i}`);
        else nearest = Math.min(nearest, hashKey(digits, weight(value)));
      }
      expect(nearest).toBeGreaterThan(below === null ? 0 : key);
      expect(order.first.filter((id) => !through.has(id))).toEqual([]);
      expect(through.size).toBeLessThan(1.6 * (wanted + 8 * Math.sqrt(wanted) + 12));
    }
  });

  test.each(Object.entries(pools))(
    'estimate and interval from the histogram are those from all items: %s',
    (_name, values) => {
      const { s, pool } = poolOf(values);
      const columns = freezeColumns(s, []);
      const ofLevels = freezeLevels(pool);
      expect(ofLevels.map(({ values: _, ...facts }) => facts)).toEqual(
        columns.map(({ values: _, ...facts }) => facts),
      );
      const { probabilities: q, values: surrogate } = drawnHistogram(pool, weight);
      const isUniform = weight(0) === weight(1);
      const common = { plan: 30, alpha: 0.05 };
      const whole: PlannedStudy = {
        surrogate: s,
        columns,
        ...common,
        ...(!isUniform && { probabilities: probabilities(s) }),
      };
      const known: PlannedStudy = {
        ...{ surrogate, columns: ofLevels, counts: pool.counts, ...common },
        ...(!isUniform && { probabilities: q }),
      };
      const [a, b] = [new PlannedSequence(whole), new PlannedSequence(known)];
      const order = new HashOrder<number>(60);
      for (const [i, value] of s.entries())
        order.offer(i, `${i}`, hash('sha256', `${i}`, 'hex'), weight(value));
      for (const [n, i] of order.first.entries()) {
        const y = (n % 5) / 8 + s[i]! / 2;
        const [one, other] = [a.add({ pool: i, y }), b.add({ pool: pool.levels.indexOf(levelOf(s[i]!)), y })];
        expect(other.populationSize).toBe(one.populationSize);
        for (const name of ['value', 'lower', 'upper'] as const)
          expect(other[name]).toBeCloseTo(one[name], 6);
      }
      expect(b.state.lower).toBeGreaterThan(0);
    },
  );
});

test('no more items of a level are labeled than it has', () => {
  const pool = { levels: [100, 9000], counts: Float64Array.of(1, 5) };
  const { values: surrogate } = drawnHistogram(pool, () => 1);
  const sequence = new PlannedSequence({
    surrogate,
    columns: freezeLevels(pool),
    counts: pool.counts,
    plan: 3,
  });
  sequence.add({ pool: 0, y: 1 });
  expect(() => sequence.add({ pool: 0, y: 1 })).toThrow('level');
  sequence.add({ pool: 1, y: 1 });
  sequence.add({ pool: 1, y: 0 });
  expect(sequence.state.labeledCount).toBe(3);
});

test('a pool of ten thousand million has an interval', () => {
  const pool = { levels: [0, 8000, 16000], counts: Float64Array.of(2e9, 3e9, 5e9) };
  const { summary, probabilities, values: surrogate } = drawnHistogram(pool, designs.hardness.weight);
  expect(summary.populationSize).toBe(1e10);
  const columns = freezeLevels(pool);
  const sequence = new PlannedSequence({ surrogate, columns, counts: pool.counts, probabilities, plan: 30 });
  for (let n = 0; n < 40; n++) sequence.add({ pool: n % 3, y: (n % 4) / 4 });
  expect(sequence.state.upper - sequence.state.lower).toBeLessThan(0.6);
  const cut = hashCut(pool, designs.hardness.weight, 5000);
  expect(cut.below!.length).toBe(16);
  // About sqrt(2) times as many at most.
  expect((Number.parseInt(cut.below!.slice(0, 12), 16) / 2 ** 48) * 1e10).toBeLessThan(5000 * 1.5);
});

test('what is no histogram is refused', () => {
  const of = (levels: number[], counts: number[]) => () =>
    drawnHistogram({ levels, counts: Float64Array.from(counts) }, () => 1);
  expect(of([], [])).toThrow(RangeError);
  expect(of([3, 2], [1, 1])).toThrow('level');
  expect(of([16385], [1])).toThrow('level');
  expect(of([-1], [1])).toThrow('level');
  expect(of([1], [0])).toThrow('count');
});

test('a cut lets through about as many as are wanted and some more, of nearly all items too', () => {
  const pool = { levels: [0, 8000, 16000], counts: Float64Array.of(300, 300, 400) };
  for (const { weight } of Object.values(designs)) {
    for (const wanted of [1, 100, 850]) {
      const { key, below } = hashCut(pool, weight, wanted);
      const expected = pool.levels.reduce(
        (sum, level, i) => sum + pool.counts[i]! * (1 - Math.exp(-key * weight(valueOfLevel(level)))),
        0,
      );
      expect(expected).toBeCloseTo(wanted + 4 * Math.sqrt(wanted) + 8, 6);
      // A hash below has a uniform that the largest weight turns into a key no larger than this one.
      const most = 1 - Math.exp(-key * Math.max(...pool.levels.map((level) => weight(valueOfLevel(level)))));
      expect(Number.parseInt(below!, 16) / 2 ** 64).toBeCloseTo(most, 12);
    }
    expect(hashCut(pool, weight, 880)).toEqual({ key: Number.POSITIVE_INFINITY, below: null });
    expect(() => hashCut(pool, weight, 0)).toThrow(RangeError);
  }
});
