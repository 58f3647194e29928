import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  BracketedSequence,
  createRng,
  exponentialKeyOrder,
  plannedBracketProcedure,
  temperedProbabilities,
  uniformOpen,
  uniformProbabilities,
} from '../../../stats/index.ts';
import { minusTwiceLog } from '../../../stats/kernel/minus-twice-log.ts';
import { PlannedRuns } from '../../../stats/kernel/planned-runs.ts';
import { PlannedSequence, type PlannedStudy } from '../../../stats/planned/planned-sequence.ts';
import { type Signals, signalColumns } from '../../../stats/planned/signal-columns.ts';
import { rounds } from '../../support/chance.ts';

interface Case {
  name: string;
  signals: Signals;
  plan: number | null;
  probabilities?: number[];
  order: number[];
  values: number[];
  expected: { value: number; lower: number; upper: number }[];
}

const studyOf = (signals: Signals, plan: number | null): PlannedStudy => ({
  surrogate: signals.surrogate,
  columns: signalColumns(signals),
  plan,
});

const file = path.join(import.meta.dirname, '../planned/vectors.json');
const cases = JSON.parse(readFileSync(file, 'utf8')) as Case[];

test.each(cases)('worked case: $name', ({ signals, plan, probabilities, order, values, expected }) => {
  const y = new Float64Array(signals.surrogate.length);
  for (const [t, item] of order.entries()) y[item] = values[t]!;
  const budgets = order.map((_, t) => t + 1);
  const runs = new PlannedRuns(
    { ...studyOf(signals, plan), ...(probabilities && { probabilities }) },
    budgets,
  );
  runs.run(Uint32Array.from(order), y);
  for (const [t, row] of expected.entries()) {
    const found = { value: runs.value[t], lower: runs.lower[t], upper: runs.upper[t] };
    const { value, lower, upper } = row;
    expect(found, `label ${t + 1}`).toEqual({
      value: expect.closeTo(value, 8),
      lower: expect.closeTo(lower, 8),
      upper: expect.closeTo(upper, 8),
    });
  }
});

type Kind = 'coin' | 'rating' | 'tied' | 'constant';

/** A pool of N items with d signals beside the surrogate, some of which tell of y, some lie, some are of few values. */
function poolOf(N: number, d: number, kind: Kind, seed: number): { y: Float64Array; signals: Signals } {
  const rng = createRng(seed);
  const uniform = () => uniformOpen(rng);
  const surrogateOf = {
    coin: uniform,
    rating: uniform,
    tied: () => Math.round(2 * uniform()) / 2,
    constant: () => 0.5,
  };
  const surrogate = Float64Array.from({ length: N }, surrogateOf[kind]);
  const y = surrogate.map((s) => {
    const lean = 0.2 + 0.7 * s * uniform() ** 0.5;
    return kind === 'rating' ? Math.round(4 * lean) / 4 : Number(uniform() < lean);
  });
  const signals = Array.from({ length: d }, (_, k) =>
    y.map((value) => [0.5 * value + uniform(), Math.round(3 * uniform()), 2 * uniform() - value][k % 3]!),
  );
  const half = Math.floor(d / 2);
  return { y, signals: { surrogate, quality: signals.slice(0, half), other: signals.slice(half) } };
}

/** The largest difference of a value or an end over the runs, at every label. */
function mostDifference(study: PlannedStudy, y: Float64Array, q: Float64Array, labels: number): number {
  const budgets = Array.from({ length: labels }, (_, t) => t + 1);
  const runs = new PlannedRuns(study, budgets);
  let most = 0;
  for (let seed = 1; seed <= rounds(1, 5); seed++) {
    const order = exponentialKeyOrder(q, seed, labels);
    runs.run(order, y);
    const sequence = new PlannedSequence(study);
    for (const [t, item] of order.entries()) {
      const { value, lower, upper } = sequence.add({ pool: item, y: y[item]! });
      const ends = Math.abs(lower - runs.lower[t]!) + Math.abs(upper - runs.upper[t]!);
      most = Math.max(most, Math.abs(value - runs.value[t]!), ends);
    }
  }
  return most;
}

describe.each([
  { N: 1, labels: 1 },
  { N: 20, labels: 20 },
  { N: 60, labels: 60 },
  { N: 300, labels: 60 },
  { N: 2000, labels: 25 },
])('$labels labels of $N items are those of the readable class', ({ N, labels }) => {
  test.each([0, 1, 11, 40])('with %i signals beside the surrogate', (d) => {
    for (const [k, kind] of (['coin', 'rating', 'tied', 'constant'] as const).entries()) {
      const { y, signals } = poolOf(N, d, kind, 100 * N + d);
      const surrogate = Float64Array.from(signals.surrogate);
      // Pools meet another plan with each number of signals, on one kind of draws and then the other.
      const study = studyOf(signals, [10, 30, 100, null][(k + d) % 4]!);
      const tempered = temperedProbabilities(surrogate);
      const [probabilities, weighted] = [
        uniformProbabilities(N),
        { ...study, probabilities: tempered, alpha: 0.2 },
      ];
      const most =
        (k + (d >> 1)) % 2 === 0
          ? mostDifference(study, y, probabilities, labels)
          : mostDifference(weighted, y, tempered, labels);
      expect(most, kind).toBeLessThan(1e-12);
    }
  });
});

test('a single look keeps its wealth once it is over, as in the readable class', () => {
  const { y, signals } = poolOf(60, 3, 'coin', 9);
  const study = { ...studyOf(signals, 20), once: true };
  expect(mostDifference(study, y, uniformProbabilities(60), 45)).toBeLessThan(1e-12);
});

test('a bracket of skips is that of the readable class', () => {
  const { y, signals } = poolOf(90, 0, 'rating', 21);
  const s = Float64Array.from(signals.surrogate);
  const isSkipped = (_: unknown, position: number) => position % 5 === 0;
  const bracketed = plannedBracketProcedure('', 20, 0.05, temperedProbabilities, isSkipped);
  const lookAt = [1, 2, 10, 45];
  const looks = bracketed.prepare({ name: '', s, y }, lookAt)(3, lookAt);
  const q = temperedProbabilities(s);
  const sequence = new BracketedSequence(new PlannedSequence({ ...studyOf(signals, 20), probabilities: q }));
  const states = Array.from(exponentialKeyOrder(q, 3, 45), (item) => {
    const label = isSkipped(y, item) ? ('skipped' as const) : y[item]!;
    return sequence.add({ pool: item, y: label, surrogate: s[item]!, probability: q[item]! });
  });
  for (const [i, count] of lookAt.entries()) {
    const { value, lower, upper } = states[count - 1]!;
    expect(Math.abs(looks[i]!.value - value)).toBeLessThan(1e-12);
    expect([looks[i]!.lower, looks[i]!.upper]).toEqual([lower, upper]);
  }
});

test('columns of bytes with a unit and of single precision count as what they stand for', () => {
  const { y, signals } = poolOf(200, 6, 'rating', 12);
  const columns = signalColumns(signals).map((column, k) =>
    k % 2 === 0
      ? { ...column, values: Float32Array.from(column.values) }
      : { ...column, values: Int8Array.from(column.values, (value) => Math.round(value / 0.04)), unit: 0.04 },
  );
  const study = { ...studyOf(signals, 30), columns };
  expect(mostDifference(study, y, uniformProbabilities(200), 40)).toBeLessThan(1e-12);
});

test('one run leaves no trace in the next, and values stand only where they were asked for', () => {
  const { y, signals } = poolOf(80, 5, 'coin', 4);
  const q = uniformProbabilities(80);
  const orders = [1, 2, 1].map((seed) => exponentialKeyOrder(q, seed, 40));
  const runs = new PlannedRuns(studyOf(signals, 30), [13, 40]);
  const [first, , again] = orders.map((order) => {
    runs.run(order, y);
    return [[...runs.value], [...runs.lower], [...runs.upper]];
  });
  expect(again).toEqual(first);
  // What is asked for moves no end, also where the predictor is fitted anew right after it.
  const dense = new PlannedRuns(
    studyOf(signals, 30),
    Array.from({ length: 40 }, (_, t) => t + 1),
  );
  for (const budgets of [[12, 40], [16, 26, 40], [40]]) {
    const sparse = new PlannedRuns(studyOf(signals, 30), budgets);
    for (const one of [dense, sparse]) one.run(orders[1]!, y);
    expect([[...sparse.lower], [...sparse.upper]]).toEqual([[...dense.lower], [...dense.upper]]);
    for (const labels of budgets) expect(sparse.value[labels - 1]).toBe(dense.value[labels - 1]);
  }
  const asked = first![0]!.flatMap((value, t) => (Number.isNaN(value) ? [] : [t + 1]));
  expect(asked).toEqual([13, 40]);
});

test('budgets out of order or beyond the pool are refused', () => {
  const study = studyOf({ surrogate: [0.1, 0.5] }, null);
  expect(() => new PlannedRuns(study, [2, 1])).toThrow('A number of labels');
  expect(() => new PlannedRuns(study, [3])).toThrow('A number of labels');
});

test('the logarithm is that of the language, to 1e-14', () => {
  const rng = createRng(5);
  for (let i = 0; i < 20_000; i++) {
    const x = uniformOpen(rng) * 10 ** (-12 * uniformOpen(rng));
    expect(Math.abs(minusTwiceLog(x) + 2 * Math.log(x))).toBeLessThan(2e-14);
  }
});
