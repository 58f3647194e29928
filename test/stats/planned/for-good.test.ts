import { describe, expect, test } from 'vitest';
import {
  createRng,
  exponentialKeyOrder,
  PLANNED_RULE,
  temperedProbabilities,
  uniformOpen,
  uniformProbabilities,
} from '../../../stats/index.ts';
import { PlannedRuns } from '../../../stats/kernel/planned-runs.ts';
import { PlannedSequence, type PlannedStudy } from '../../../stats/planned/planned-sequence.ts';
import { type Signals, signalColumns } from '../../../stats/planned/signal-columns.ts';

const N = 300;

/** A pool whose surrogate and signals tell something of y, of so many values each. */
function poolOf(signals: number, levels: number) {
  const rng = createRng(12);
  const surrogate = Float64Array.from({ length: N }, () => Math.round(levels * uniformOpen(rng)) / levels);
  const y = surrogate.map((s) => Math.round(4 * (0.2 + 0.7 * s * uniformOpen(rng) ** 0.5)) / 4);
  const columns = Array.from({ length: signals }, (_, k) =>
    y.map((value) => [0.5 * value + uniformOpen(rng), 2 * uniformOpen(rng) - value][k % 2]!),
  );
  const given: Signals = { surrogate, quality: columns.slice(0, 2), other: columns.slice(2) };
  return { surrogate, y, columns: signalColumns(given) };
}

/** What is known after each label, as it is written down: value, interval, gate, and the variance expected next. */
function runOf(
  study: PlannedStudy,
  y: ArrayLike<number>,
  labels: number,
  plans: ReadonlyMap<number, number | null> = new Map(),
) {
  const sequence = new PlannedSequence(study);
  const q = study.probabilities ? Float64Array.from(study.probabilities) : uniformProbabilities(N);
  const order = exponentialKeyOrder(q, 3, labels);
  return Array.from(order, (item, t) => {
    const plan = plans.get(t);
    if (plan !== undefined) sequence.replan(plan);
    const { unclampedValue, lower, upper, gate } = sequence.add({ pool: item, y: y[item]! });
    return [unclampedValue, lower, upper, gate, sequence.expected.variance].map((x) => Number(x.toFixed(8)));
  });
}

/** The same by the kernel of simulations, which has no gate and shows the value within the interval. */
function kernelOf(study: PlannedStudy, y: ArrayLike<number>, labels: number) {
  const runs = new PlannedRuns(
    study,
    Array.from({ length: labels }, (_, t) => t + 1),
  );
  const q = study.probabilities ? Float64Array.from(study.probabilities) : uniformProbabilities(N);
  runs.run(exponentialKeyOrder(q, 3, labels), Float64Array.from(y));
  return Array.from({ length: labels }, (_, t) =>
    [runs.value[t]!, runs.lower[t]!, runs.upper[t]!].map((x) => Number(x.toFixed(8))),
  );
}

const { surrogate, y, columns } = poolOf(5, 40);
const probabilities = temperedProbabilities(surrogate);
const flat = poolOf(0, 2);
const few = { surrogate: Float64Array.of(0, 0.5, 1), columns: signalColumns({ surrogate: [0, 0.5, 1] }) };

const at = (states: readonly number[][], ...labels: readonly number[]) => labels.map((n) => states[n - 1]);

describe('these labels give these numbers for good, or the version of the rule goes up', () => {
  test('of a plan on weighted draws', () => {
    expect(PLANNED_RULE).toBe(3);
    const states = runOf({ surrogate, columns, plan: 30, probabilities }, y, 60);
    expect(at(states, 1, 5, 10, 30, 60)).toEqual([
      [0.53356495, 0.00166667, 0.99833333, 1, 0.07573816],
      [0.39100513, 0.00583333, 0.98916667, 0.89387127, 0.04887325],
      [0.39764179, 0.181, 0.634, 0.92848221, 0.03524679],
      [0.4370747, 0.351, 0.503, 1, 0.02015667],
      [0.44562466, 0.387, 0.484, 1, 0.01851545],
    ]);
  });
  test('of no plan on uniform draws, at another error level', () => {
    const states = runOf({ surrogate, columns, plan: null, alpha: 0.2 }, y, 45);
    expect(at(states, 2, 11, 31, 45)).toEqual([
      [0.45574069, 0.0025, 0.99583333, 1, 0.07059198],
      [0.43263264, 0.266, 0.551, 0.99117456, 0.0363889],
      [0.44773718, 0.392, 0.489, 1, 0.01929201],
      [0.4249307, 0.392, 0.464, 1, 0.01881977],
    ]);
  });
  test('also by the kernel of simulations', () => {
    for (const [study, labels] of [
      [{ surrogate, columns, plan: 30, probabilities }, 60],
      [{ surrogate, columns, plan: null, alpha: 0.2 }, 45],
      [{ surrogate, columns, plan: 20, once: true, probabilities }, 25],
    ] as const) {
      const states = runOf(study, y, labels);
      for (const [t, [value, lower, upper]] of kernelOf(study, y, labels).entries()) {
        const state = states[t]!;
        expect([lower, upper], `label ${t + 1}`).toEqual([state[1], state[2]]);
        expect(value).toBeCloseTo(Math.min(Math.max(state[0]!, lower!), upper!), 7);
      }
    }
  });
  test('of one look alone', () => {
    const states = runOf({ surrogate, columns, plan: 20, once: true, probabilities }, y, 25);
    expect(at(states, 10, 19, 20, 25)).toEqual([
      [0.39764179, 0.054, 0.67, 0.92848221, 0.03524679],
      [0.45691883, 0.333, 0.542, 0.99999845, 0.0249879],
      [0.45883705, 0.337, 0.541, 0.9999993, 0.02437663],
      [0.45019216, 0.337, 0.541, 0.99999999, 0.02044418],
    ]);
  });
  test('of a plan that is changed before, at and after its look, and that is given up', () => {
    const plans = new Map([
      [2, 40],
      [12, 20],
      [25, null],
      [33, 12],
    ]);
    const states = runOf({ surrogate: flat.surrogate, columns: flat.columns, plan: 30 }, flat.y, 45, plans);
    expect(at(states, 2, 12, 20, 25, 33, 45)).toEqual([
      [0.45141175, 0.0025, 0.99583333, 1, 0.06633542],
      [0.44821698, 0.226, 0.625, 0.99981701, 0.03005026],
      [0.47739127, 0.374, 0.561, 1, 0.01918438],
      [0.48244503, 0.392, 0.551, 1, 0.01582728],
      [0.48881793, 0.404, 0.539, 1, 0.01598014],
      [0.467304, 0.41, 0.517, 1, 0.01642058],
    ]);
  });
  test('of labels that are all the same', () => {
    const allOf = (value: number) =>
      runOf({ surrogate, columns, plan: 15, probabilities }, new Float64Array(N).fill(value), 20);
    expect(at(allOf(0), 1, 15, 20)).toEqual([
      [0.04293792, 0, 0.99666667, 1, 0.07573816],
      [2e-8, 0, 0.301, 0.00000263, 0.0199311],
      [0, 0, 0.236, 7e-8, 0.01577878],
    ]);
    expect(at(allOf(1), 1, 15, 20)).toEqual([
      [1, 0.00333333, 1, 1, 0.07573816],
      [1, 0.701, 1, 0.00000263, 0.0199311],
      [1, 0.767, 1, 7e-8, 0.01577878],
    ]);
  });
  test('of a pool by levels', () => {
    const sequence = new PlannedSequence({
      ...{ ...few, counts: Float64Array.of(100, 150, 50), plan: 20 },
      probabilities: [3, 2, 1],
    });
    const states = Array.from({ length: 40 }, (_, t) => {
      const level = [0, 1, 0, 2, 1, 0][t % 6]!;
      const { unclampedValue, lower, upper } = sequence.add({ pool: level, y: [0, 0.75, 0.25, 1][t % 4]! });
      return [unclampedValue, lower, upper].map((x) => Number(x.toFixed(8)));
    });
    expect(at(states, 1, 10, 20, 40)).toEqual([
      [0.18260914, 0, 0.99666667],
      [0.53296463, 0.219, 0.856],
      [0.5584313, 0.382, 0.718],
      [0.54826873, 0.408, 0.691],
    ]);
  });
});
