import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createRng, exponentialKeyOrder, uniformOpen } from '../../../stats/index.ts';
import { combined, type JoinedColumn, joinedColumn } from '../../../stats/planned/joined-columns.ts';
import { PlannedSequence, type PlannedStudy } from '../../../stats/planned/planned-sequence.ts';
import { type Signals, signalColumns } from '../../../stats/planned/signal-columns.ts';

interface Case {
  name: string;
  signals: Signals;
  plan: number | null;
  order: number[];
  values: number[];
  joins: { since: number; values: number[]; slope: number }[];
  expected: {
    mean: number;
    variance: number;
    slopes: number[];
    estimate: number;
    lower: number;
    upper: number;
  }[];
}

/** Worked cases from a reference of its own, in another language, rounded to nine digits. */
const cases = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'joined-vectors.json'), 'utf8'),
) as Case[];

function joinsOf(columns: PlannedStudy['columns'], joins: Case['joins']): JoinedColumn[] {
  const made: JoinedColumn[] = [];
  for (const { since, values } of joins) made.push(joinedColumn(values, [...columns, ...made], since)!);
  return made;
}

describe.each(cases)('$name', ({ signals, plan, order, values, joins: given, expected }) => {
  const columns = signalColumns(signals);
  const joins = joinsOf(columns, given);

  test('what the columns say beyond the main ones', () => {
    expect(joins.map(({ slope, since }) => [slope, since])).toEqual(
      given.map(({ slope, since }) => [expect.closeTo(slope, 7), since]),
    );
  });

  test('every label', () => {
    const sequence = new PlannedSequence({ surrogate: signals.surrogate, columns, plan, joins });
    for (const [t, item] of order.entries()) {
      const bets = sequence.expected;
      const { slopes, unclampedValue: estimate, lower, upper } = sequence.add({ pool: item, y: values[t]! });
      const { slopes: expectedSlopes, ...row } = expected[t]!;
      const close = Object.entries(row).map(([name, number]) => [name, expect.closeTo(number, 7)]);
      expect({ ...bets, estimate, lower, upper }, `label ${t + 1}`).toEqual(Object.fromEntries(close));
      expect([...slopes]).toEqual(expectedSlopes.map((slope) => expect.closeTo(slope, 7)));
    }
  });
});

/** A pool with a weak surrogate, a strong judge and one that says nothing. */
function poolOf(N: number, seed: number) {
  const rng = createRng(seed);
  const y = Array.from({ length: N }, () => Math.round(4 * uniformOpen(rng)) / 4);
  const near = (weight: number) => y.map((value) => weight * value + (1 - weight) * uniformOpen(rng));
  const surrogate = near(0.2);
  return { y, surrogate, judge: near(0.85), noise: near(0), columns: signalColumns({ surrogate }) };
}

describe.each([false, true])('weighted draws: %s', (isWeighted) => {
  const { y, surrogate, judge, noise, columns } = poolOf(300, 7);
  const probabilities = surrogate.map((s) => 0.3 + s);
  const order = exponentialKeyOrder(
    Float64Array.from(surrogate, (s) => (isWeighted ? 0.15 + s / 2 : 1)),
    4,
    90,
  );
  const joins = joinsOf(columns, [
    { since: 20, values: judge, slope: 0 },
    { since: 45, values: noise, slope: 0 },
  ]);
  const study = { surrogate, columns, plan: 60, ...(isWeighted && { probabilities }) };
  const start = (joined: readonly JoinedColumn[] = joins) => new PlannedSequence({ ...study, joins: joined });
  const label = (sequence: PlannedSequence, from: number, to: number) => {
    for (let t = from; t < to; t++) sequence.advance({ pool: order[t]!, y: y[order[t]!]! });
    return sequence.state;
  };

  test('nothing changes before the join, and without one nothing at all', () => {
    expect(label(start(), 0, 20)).toEqual(label(new PlannedSequence(study), 0, 20));
    expect(label(start([]), 0, 90)).toEqual(label(new PlannedSequence(study), 0, 90));
  });

  test('a good judge that joins narrows the interval and what is left', () => {
    const [alone, joined] = [label(new PlannedSequence(study), 0, 60), label(start(), 0, 60)];
    expect(joined.upper - joined.lower).toBeLessThan(0.95 * (alone.upper - alone.lower));
    expect(joined.residualStandardDeviation).toBeLessThan(0.7 * alone.residualStandardDeviation!);
  });

  test('what the judge knew of the labels before it joined changes nothing', () => {
    const known = joins.map((join) => ({ ...join, values: Float64Array.from(join.values) }));
    for (let t = 0; t < 20; t++) known[0]!.values[order[t]!] = 3 * y[order[t]!]! - 1;
    const [one, other] = [label(start(), 0, 60), label(start(known), 0, 60)];
    expect(other.slopes).toEqual(one.slopes);
    expect(other.residualStandardDeviation).toBe(one.residualStandardDeviation);
  });

  test('estimates that are made later, and copies, have the bits of those made at once', () => {
    const [asked, later] = [start(), start()];
    let copy = later.clone();
    const states = [asked.state];
    for (const item of order) {
      states.push(asked.add({ pool: item, y: y[item]! }));
      later.advance({ pool: item, y: y[item]! });
      copy.advance({ pool: item, y: y[item]! });
      if (states.length % 7 === 0) copy = copy.clone();
    }
    const points = states.map(({ value, lower, upper }) => ({ value, lower, upper }));
    for (const at of [order.length - 3, 5, 25, 0, order.length]) {
      expect(later.valueAfter(at)).toBe(points[at]!.value);
    }
    for (const sequence of [later, copy, asked]) {
      expect(points.map((_, i) => ({ ...sequence.pointAfter(i) }))).toEqual(points);
      expect(sequence.record).toEqual(asked.record);
      expect(sequence.state).toEqual(asked.state);
      expect(sequence.residuals).toEqual(asked.residuals);
    }
  });

  test('the record stands for the pool: the items drawn are enough, to the bit', () => {
    const sequence = start();
    const whole = label(sequence, 0, 90);
    const drawn = (values: ArrayLike<number>) => Float64Array.from(order, (item) => values[item]!);
    const ofDrawn = <C extends JoinedColumn | (typeof columns)[number]>(column: C) => ({
      ...column,
      values: drawn(column.values),
    });
    const again = new PlannedSequence({
      ...study,
      surrogate: drawn(surrogate),
      columns: columns.map(ofDrawn),
      joins: joins.map(ofDrawn),
      ...(isWeighted && { probabilities: drawn(probabilities) }),
      recorded: {
        ...(JSON.parse(JSON.stringify(sequence.record)) as typeof sequence.record),
        populationSize: 300,
        surrogateMean: whole.surrogateMean,
      },
    });
    for (const [t, item] of order.entries()) again.add({ pool: t, y: y[item]! });
    expect(again.state).toEqual(whole);
  });

  test('a pool that is labeled whole ends at its mean', () => {
    const few = 12;
    const small = { surrogate: surrogate.slice(0, few), columns: [], plan: 6 };
    const sequence = new PlannedSequence({
      ...small,
      ...(isWeighted && { probabilities: probabilities.slice(0, few) }),
      joins: [joinedColumn(judge.slice(0, few), [], 3)!],
    });
    for (let item = 0; item < few; item++) sequence.add({ pool: item, y: y[item]! });
    const mean = y.slice(0, few).reduce((sum, value) => sum + value, 0) / few;
    expect(sequence.state.unclampedValue).toBeCloseTo(mean, 9);
    expect([sequence.state.lower, sequence.state.upper]).toEqual([
      expect.closeTo(mean, 12),
      expect.closeTo(mean, 12),
    ]);
  });
});

test('an improved judge is what it says beyond the one before it', () => {
  const { surrogate, judge } = poolOf(200, 3);
  const columns = signalColumns({ surrogate });
  const column = joinedColumn(judge, columns, 5)!;
  const along = surrogate.reduce((sum, s, i) => sum + s * column.values[i]!, 0);
  expect(along / 200).toBeCloseTo(0, 9);
  expect(joinedColumn(surrogate, columns, 5)).toBeUndefined();
  expect(
    joinedColumn(
      surrogate.map(() => 0.5),
      columns,
      5,
    ),
  ).toBeUndefined();
  // Told again, it says nothing new.
  expect(joinedColumn(judge, [...columns, column], 9)).toBeUndefined();
});

test('what was known and what came since weigh by their precision', () => {
  const at = { since: 10, labels: 20, size: 1e9, share: 0.25 };
  const { estimate, spread } = combined({ joint: { estimate: 0.4, spread: 0.1 }, ...at }, 0.6);
  // Ten labels before count as 2.5 of those since.
  expect(estimate).toBeCloseTo((2.5 * 0.4 + 10 * 0.6) / 12.5, 6);
  expect(spread).toBeCloseTo(1 / 12.5, 6);
});

test('joins that cannot be are refused', () => {
  const { surrogate, judge, columns } = poolOf(20, 5);
  const join = joinedColumn(judge, columns, 4)!;
  const made = (joins: JoinedColumn[]) => () =>
    new PlannedSequence({ surrogate, columns, plan: null, joins });
  expect(made([join, { ...join, since: 3 }])).toThrow('The number of draws before a join');
  expect(made([{ ...join, values: join.values.slice(1) }])).toThrow('Surrogate and joined signal');
  expect(() => joinedColumn(judge, columns, 21)).toThrow('The number of draws before the join');
});
