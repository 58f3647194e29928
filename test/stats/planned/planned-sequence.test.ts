import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createRng, uniformOpen, uniformOrder } from '../../../stats/index.ts';
import { PlannedSequence } from '../../../stats/planned/planned-sequence.ts';
import { type Signals, signalColumns } from '../../../stats/planned/signal-columns.ts';

interface Row {
  estimate: number;
  mean: number;
  variance: number;
  gate: number;
  slopes: number[];
  residual: number;
  lower: number;
  upper: number;
  value: number;
}

interface Case {
  name: string;
  looks: [labels: number, share: number, boldness: number, leans: boolean][];
  signals: Signals;
  plan: number | null;
  probabilities?: number[];
  order: number[];
  values: number[];
  expected: Row[];
}

/** Worked cases from a reference of its own, in another language, rounded to nine digits. */
const cases = JSON.parse(readFileSync(path.join(import.meta.dirname, 'vectors.json'), 'utf8')) as Case[];

const start = ({ signals, plan, probabilities }: Pick<Case, 'signals' | 'plan' | 'probabilities'>) =>
  new PlannedSequence({
    surrogate: signals.surrogate,
    columns: signalColumns(signals),
    plan,
    ...(probabilities && { probabilities }),
  });

describe.each(cases)('$name', (worked) => {
  const sequence = start(worked);

  test('looks', () => {
    const table = sequence.looks.map(({ labels, share, boldness, leans }) => [
      labels,
      share,
      boldness,
      leans,
    ]);
    expect(table).toHaveLength(worked.looks.length);
    for (const [i, [labels, share, ...rest]] of worked.looks.entries()) {
      expect(table[i]).toEqual([labels, expect.closeTo(share, 9), ...rest]);
    }
  });

  test('every label', () => {
    for (const [t, item] of worked.order.entries()) {
      const { mean, variance } = sequence.expected;
      const state = sequence.add({ pool: item, y: worked.values[t]! });
      const { slopes, gate, unclampedValue: estimate, value, lower, upper } = state;
      const { residual, slopes: expectedSlopes, ...expected } = worked.expected[t]!;
      const close = Object.entries(expected).map(([name, number]) => [name, expect.closeTo(number, 8)]);
      expect({ mean, variance, gate, estimate, value, lower, upper }, `label ${t + 1}`).toEqual(
        Object.fromEntries(close),
      );
      expect([...slopes]).toEqual(expectedSlopes.map((slope) => expect.closeTo(slope, 8)));
      if (t > 0) expect(state.residualStandardDeviation).toBeCloseTo(residual, 8);
    }
  });
});

test('a replay gives the same bits', () => {
  const worked = cases[1]!;
  const states = [start(worked), start(worked)].map((sequence) => {
    for (const [t, item] of worked.order.entries()) sequence.add({ pool: item, y: worked.values[t]! });
    return sequence.state;
  });
  expect(states[0]).toEqual(states[1]);
});

test.each([
  ['whose predictor is fitted to every label', 6, 40],
  ['whose predictor is fitted to the first ones alone', 58, 300],
])(
  'estimates that are made later have the bits of those made at once, in a study %s',
  (_, signals, labels) => {
    const rng = createRng(5);
    const surrogate = Float64Array.from({ length: 400 }, () => uniformOpen(rng));
    const other = Array.from({ length: signals }, () => surrogate.map((s) => s + uniformOpen(rng)));
    const probabilities = surrogate.map((s) => 0.2 + s);
    const study = { surrogate, columns: signalColumns({ surrogate, other }), plan: 30, probabilities };
    const [asked, later] = [new PlannedSequence(study), new PlannedSequence(study)];
    const states = [asked.state];
    let copy = later.clone();
    for (const item of uniformOrder(400, 9, labels)) {
      const label = { pool: item, y: Math.round(4 * surrogate[item]!) / 4 };
      states.push(asked.add(label));
      later.advance(label);
      copy.advance(label);
      // Who asks now and then, and goes on from a copy, gets the same.
      if (states.length % 17 === 0) expect(copy.state).toEqual(states.at(-1));
      if (states.length % 23 === 0) copy = copy.clone();
    }
    const points = states.map(({ value, lower, upper }) => ({ value, lower, upper }));
    // Of some draws alone, also going back.
    for (const at of [labels - 3, 5, 6, 0, labels, 2, 40]) {
      expect(later.valueAfter(at)).toBe(points[at]!.value);
    }
    for (const sequence of [later, copy, asked]) {
      expect(points.map((_point, i) => ({ ...sequence.pointAfter(i) }))).toEqual(points);
      expect(points.map((_point, i) => sequence.valueAfter(i))).toEqual(points.map(({ value }) => value));
      expect(sequence.record).toEqual(asked.record);
      expect(sequence.state).toEqual(asked.state);
      expect(sequence.residuals).toEqual(asked.residuals);
    }
  },
);

test('what cannot be a label is refused, and changes nothing', () => {
  const sequence = start({ signals: { surrogate: [0.2, 0.4, 0.9] }, plan: null });
  sequence.add({ pool: 1, y: 1 });
  const before = sequence.state;
  expect(() => sequence.add({ pool: 1, y: 0 })).toThrow('Item 1 is labeled already.');
  expect(() => sequence.add({ pool: 3, y: 0 })).toThrow('An item must be an integer from 0 to 2, got 3.');
  expect(() => sequence.add({ pool: 0, y: 1.5 })).toThrow('A human value must lie in [0, 1], got 1.5.');
  expect(sequence.state).toBe(before);
});

test('a study that cannot be is refused', () => {
  const surrogate = [0.2, 0.4, 0.9];
  const columns = signalColumns({ surrogate });
  const study = { surrogate, columns, plan: 2 };
  expect(() => new PlannedSequence(study)).not.toThrow();
  for (const [part, why] of [
    [{ surrogate: [0.2, 0.4, 1.1] }, 'A surrogate value'],
    [{ surrogate: [0.2, 0.4, Number.NaN] }, 'A surrogate value'],
    [{ surrogate: [0.2, 0.4], plan: 1 }, 'Surrogate and signal'],
    [{ counts: Float64Array.of(1, 2) }, 'Surrogate and counts'],
    [{ probabilities: [1, 2] }, 'Surrogate and probabilities'],
    [{ probabilities: [1, 2, 0] }, 'A probability'],
    [{ probabilities: [0, 1, 2] }, 'A probability'],
    [{ alpha: 1 }, 'Alpha'],
    [{ alpha: 0 }, 'Alpha'],
    [{ plan: 0 }, 'The plan'],
    [{ surrogate: [], columns: [] }, 'The population size'],
  ] as const)
    expect(() => new PlannedSequence({ ...study, ...part }), JSON.stringify(part)).toThrow(why);
});

test('before the first label the value is what the surrogate says, and the interval everything', () => {
  const { state } = start({ signals: { surrogate: [0.2, 0.4] }, plan: null });
  expect(state.value).toBeCloseTo(0.3, 12);
  expect(state).toMatchObject({ lower: 0, upper: 1, plainMean: undefined });
  expect(state.residualStandardDeviation).toBeUndefined();
});

test('a pool that is labeled whole ends at its mean, with weights and without', () => {
  for (const probabilities of [undefined, [1, 2, 3, 4]]) {
    const sequence = start({
      signals: { surrogate: [0.1, 0.3, 0.5, 0.7] },
      plan: 2,
      ...(probabilities && { probabilities }),
    });
    for (const [item, y] of [1, 0, 0.5, 0.75].entries()) sequence.add({ pool: item, y });
    const { unclampedValue, value, lower, upper } = sequence.state;
    expect([unclampedValue, value, lower, upper]).toEqual([0.5625, 0.5625, 0.5625, 0.5625]);
  }
});

const weighted = cases.find(({ probabilities }) => probabilities)!;
const uniform = cases.find(({ probabilities, signals }) => !probabilities && signals.quality)!;

describe.each([uniform, weighted])('of $name', (worked) => {
  const takeIn = (sequence: PlannedSequence, from: number, to: number) => {
    for (let t = from; t < to; t++) sequence.add({ pool: worked.order[t]!, y: worked.values[t]! });
    return sequence.state;
  };
  const half = Math.floor(worked.order.length / 2);

  test('a copy continues by itself, to the bit', () => {
    const whole = takeIn(start(worked), 0, worked.order.length);
    const first = start(worked);
    takeIn(first, 0, half);
    const [copy, twin] = [first.clone(), first.clone()];
    expect(twin.record).toEqual(first.record);
    expect(takeIn(twin, half, worked.order.length)).toEqual(whole);
    for (let t = half; t < worked.order.length; t++)
      copy.add({ pool: worked.order[t]!, y: 1 - worked.values[t]! });
    expect(takeIn(first, half, worked.order.length)).toEqual(whole);
    expect([twin.record, twin.residuals]).toEqual([first.record, first.residuals]);
    expect(copy.state.plainMean).not.toBe(whole.plainMean);
  });

  test('the record stands for the pool: the items drawn are enough, to the bit', () => {
    const sequence = start(worked);
    const whole = takeIn(sequence, 0, worked.order.length);
    const { surrogate } = worked.signals;
    const drawn = <T extends { [item: number]: number }>(values: T) =>
      worked.order.map((item) => values[item]!);
    const record = JSON.parse(JSON.stringify(sequence.record)) as typeof sequence.record;
    const again = new PlannedSequence({
      surrogate: drawn(surrogate),
      columns: signalColumns(worked.signals).map((column) => ({
        ...column,
        values: Float64Array.from(drawn(column.values)),
      })),
      plan: worked.plan,
      ...(worked.probabilities && { probabilities: drawn(worked.probabilities) }),
      recorded: { ...record, populationSize: surrogate.length, surrogateMean: whole.surrogateMean },
    });
    for (const [t, y] of worked.values.entries()) again.add({ pool: t, y });
    expect(again.state).toEqual(whole);
  });

  test('what is left beside the predictor has the mean that corrects it', () => {
    const sequence = start(worked);
    takeIn(sequence, 0, half);
    const mean = sequence.residuals.reduce((sum, one) => sum + one, 0) / half;
    if (worked.probabilities) expect(Math.abs(mean)).toBeLessThan(0.5);
    else expect(sequence.record.means[half]! + mean).toBeCloseTo(sequence.state.rawValue, 12);
  });
});

describe('plans', () => {
  const N = 400;
  const surrogate = Array.from({ length: N }, (_, i) => (i % 11) / 10);
  const rng = createRng(8);
  const y = surrogate.map((s) => Number(uniformOpen(rng) < 0.3 + 0.4 * s));
  const order = uniformOrder(N, 5, N);
  const of = (plan: number | null, once = false) =>
    new PlannedSequence({ surrogate, columns: signalColumns({ surrogate }), plan, once });
  const label = (sequence: PlannedSequence, from: number, to: number) => {
    for (let t = from; t < to; t++) sequence.add({ pool: order[t]!, y: y[order[t]!]! });
    return sequence.state;
  };
  const width = ({ lower, upper }: { lower: number; upper: number }) => upper - lower;

  test('the only look has everything: narrower there than any plan, and hardly narrower later', () => {
    const once = of(30, true);
    const planned = of(30);
    expect(once.looks).toEqual([{ labels: 30, share: 1, boldness: 1, leans: true }]);
    expect(width(label(once, 0, 30))).toBeLessThan(width(label(planned, 0, 30)));
    const at = width(once.state);
    expect(width(label(planned, 30, 120))).toBeLessThan(width(label(once, 30, 120)));
    // Nothing is bet any more: only what the labels leave possible can narrow it.
    expect(width(once.state)).toBe(at);
  });

  test('a changed plan is sharp at its own look, and the old one is past', () => {
    const stays = of(30);
    const moves = of(30);
    label(stays, 0, 30);
    label(moves, 0, 30);
    moves.replan(100);
    expect(width(moves.state)).toBe(width(stays.state));
    expect(moves.looks.map(({ labels }) => labels)).toContain(100);
    expect(width(label(moves, 30, 100))).toBeLessThan(width(label(stays, 30, 100)));
  });

  test('changing a plan adds no wealth: two changes in a row are the last one', () => {
    const one = of(30);
    const two = of(30);
    label(one, 0, 20);
    label(two, 0, 20);
    one.replan(80);
    two.replan(60);
    two.replan(80);
    expect(label(two, 20, 90)).toEqual(label(one, 20, 90));
  });
});
