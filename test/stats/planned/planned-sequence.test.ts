import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { PlannedSequence } from '../../../stats/planned/planned-sequence.ts';
import type { Signals } from '../../../stats/planned/signal-columns.ts';

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

const start = ({ signals, plan, probabilities }: Case): PlannedSequence =>
  new PlannedSequence({ signals, plan, ...(probabilities && { probabilities }) });

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
      const state = sequence.add(item, worked.values[t]!);
      const { slopes, gate, estimate, value, lower, upper } = state;
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
    for (const [t, item] of worked.order.entries()) sequence.add(item, worked.values[t]!);
    return sequence.state;
  });
  expect(states[0]).toEqual(states[1]);
});

test('what cannot be a label is refused, and changes nothing', () => {
  const sequence = new PlannedSequence({ signals: { surrogate: [0.2, 0.4, 0.9] }, plan: null });
  sequence.add(1, 1);
  const before = sequence.state;
  expect(() => sequence.add(1, 0)).toThrow('Item 1 is labeled already.');
  expect(() => sequence.add(3, 0)).toThrow('An item must be an integer from 0 to 2, got 3.');
  expect(() => sequence.add(0, 1.5)).toThrow('A human value must lie in [0, 1], got 1.5.');
  expect(sequence.state).toBe(before);
});

test('nothing is estimated before the first label', () => {
  const { state } = new PlannedSequence({ signals: { surrogate: [0.2, 0.4] }, plan: null });
  expect(state).toMatchObject({ estimate: undefined, value: undefined, lower: 0, upper: 1 });
  expect(state.residualStandardDeviation).toBeUndefined();
});

test('a pool that is labeled whole ends at its mean, with weights and without', () => {
  for (const probabilities of [undefined, [1, 2, 3, 4]]) {
    const sequence = new PlannedSequence({
      signals: { surrogate: [0.1, 0.3, 0.5, 0.7] },
      plan: 2,
      ...(probabilities && { probabilities }),
    });
    for (const [item, y] of [1, 0, 0.5, 0.75].entries()) sequence.add(item, y);
    const { estimate, value, lower, upper } = sequence.state;
    expect([estimate, value, lower, upper]).toEqual([0.5625, 0.5625, 0.5625, 0.5625]);
  }
});
