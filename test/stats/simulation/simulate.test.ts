import { describe, expect, test } from 'vitest';
import {
  buildPopulation,
  calibratedProcedure,
  judgeCoverage,
  methodById,
  type Population,
  type Procedure,
  pairedPopulation,
  syntheticKinds,
  syntheticPopulation,
  temperedProbabilities,
  uniformProbabilities,
  weightedPearson,
} from '../../../stats/index.ts';
import { methodProcedure } from '../support/method-procedure.ts';
import { peekingProcedure } from '../support/peeking-procedure.ts';
import { average } from '../support/populations.ts';
import { simulate } from '../support/simulate.ts';

const uniform = (s: Float64Array) => uniformProbabilities(s.length);
const plain = methodProcedure('plain', methodById('plain-mean')!, uniform);

describe('synthetic populations', () => {
  test('there are twenty and more, each seeded and within its range', () => {
    expect(syntheticKinds.length).toBeGreaterThanOrEqual(20);
    for (const kind of syntheticKinds) {
      const one = syntheticPopulation(kind, 50, 3);
      expect(one).toEqual(syntheticPopulation(kind, 50, 3));
      expect(one.y).not.toEqual(syntheticPopulation(kind, 50, 4).y);
      for (const value of [...one.s, ...one.y]) expect(value).toSatisfy((x: number) => x >= 0 && x <= 1);
    }
  });

  test.each([
    ['clarifications, .88 right', 0.88],
    ['clarifications, .92 right', 0.92],
    ['answers by ROUGE-L, .47', 0.47],
    ['ratings of five levels, .62', 0.62],
  ])('%s has that mean', (kind, expected) => {
    expect(average(syntheticPopulation(kind, 20_000, 1).y)).toBeCloseTo(expected, 1.7);
  });

  test('an unknown kind, an empty pool and a value out of range are refused', () => {
    expect(() => syntheticPopulation('nothing', 10, 1)).toThrow(RangeError);
    expect(() => buildPopulation('', 0, 1, () => [0, 0])).toThrow(RangeError);
    expect(() => buildPopulation('', 2, 1, () => [0, 1.1])).toThrow(RangeError);
    expect(() => buildPopulation('', 2, 2 ** 32 - 1, () => [0, 0])).toThrow(RangeError);
  });

  test('of pairs A is right in about .55, B in .45, and the judge in three of four', () => {
    const { s, y } = pairedPopulation('pairs', 20_000, 1);
    expect(average(y)).toBeCloseTo(0.55, 2);
    // The judge halves the difference: it is 2 .75 - 1 of the truth.
    expect(average(s)).toBeCloseTo(0.525, 2);
    const r = weightedPearson(Array.from(s, (a, i) => ({ a, b: y[i]!, weight: 1 })))!;
    expect(r).toBeGreaterThan(0.4);
    expect(r).toBeLessThan(0.5);
  });

  test('pairs have values of -1, 0 and 1 on the scale of the difference', () => {
    expect(new Set(pairedPopulation('pairs', 200, 1).y)).toEqual(new Set([0, 0.5, 1]));
  });
});

/** Means of s and y of 2,000 items of seed 1, and their correlation. Published coverage was measured on these. */
const yardstick: readonly (readonly [kind: string, s: number, y: number, r: number | undefined])[] = [
  ['answers by word F1, weak surrogate', 0.5586, 0.6729, 0.4449],
  ['answers by word F1, good surrogate', 0.6979, 0.738, 0.8327],
  ['clarifications, .88 right', 0.4978, 0.8895, 0.3203],
  ['clarifications, .92 right', 0.8018, 0.9235, 0.2553],
  ['answers by ROUGE-L, .47', 0.4721, 0.4673, 0.5754],
  ['ratings of five levels, .62', 0.5554, 0.6318, 0.5791],
  ['ratings of five levels, mostly the best', 0.7814, 0.8465, 0.4083],
  ['ratings averaged over annotators', 0.4975, 0.5489, 0.8028],
  ['binary, calibrated surrogate', 0.4975, 0.5165, 0.6098],
  ['binary, helpful surrogate', 0.4975, 0.6295, 0.4304],
  ['binary, binary surrogate', 0.6995, 0.7045, 0.6726],
  ['binary, surrogate on a narrow scale', 0.7995, 0.5845, 0.4771],
  ['binary, useless surrogate', 0.4975, 0.808, 0.017],
  ['graded, useless surrogate', 0.4975, 0.4997, -0.0042],
  ['binary, lying surrogate', 0.4975, 0.5085, -0.5132],
  ['graded, lying surrogate', 0.4975, 0.5024, -0.9817],
  ['binary, overconfident surrogate', 0.9338, 0.602, -0.0307],
  ['binary, constant surrogate', 0.7, 0.6525, undefined],
  ['graded, constant surrogate', 0.5, 0.6539, undefined],
  ['binary, nearly perfect surrogate', 0.745, 0.7565, 0.9484],
  ['graded, nearly perfect surrogate', 0.4975, 0.4975, 0.997],
  ['rare failures, overconfident surrogate', 0.9538, 0.9685, -0.0283],
  ['rare successes, hopeful surrogate', 0.7487, 0.0405, 0.0195],
  ['empty replies decide', 0.5598, 0.753, 0.7735],
];

test.each(yardstick)('%s stays as it is', (kind, meanS, meanY, correlation) => {
  const { s, y } = syntheticPopulation(kind, 2000, 1);
  const r = weightedPearson(Array.from(s, (a, i) => ({ a, b: y[i]!, weight: 1 })));
  expect(average(s)).toBeCloseTo(meanS, 4);
  expect(average(y)).toBeCloseTo(meanY, 4);
  if (correlation === undefined) expect(r).toBeUndefined();
  else expect(r).toBeCloseTo(correlation, 4);
});

test('every kind of population has its yardstick', () => {
  expect(yardstick.map(([kind]) => kind)).toEqual(syntheticKinds);
});

describe('the plain mean of uniform draws', () => {
  const population = syntheticPopulation('binary, useless surrogate', 60, 2);
  const theta = average(population.y);
  const { accuracy, missesAtAnyLook } = simulate(plain, population, {
    runs: 3000,
    seed: 5,
    labels: [10, 60],
  });

  test('has the error that sampling without replacement has', () => {
    const variance = (theta * (1 - theta) * (60 - 10)) / (10 * 59);
    expect(accuracy[0]!.rmse).toBeGreaterThan(0.95 * Math.sqrt(variance));
    expect(accuracy[0]!.rmse).toBeLessThan(1.05 * Math.sqrt(variance));
    expect(Math.abs(accuracy[0]!.bias)).toBeLessThan(4 * Math.sqrt(variance / 3000));
  });

  test('is exact once all items are labeled, and has no interval', () => {
    expect(accuracy[1]!.rmse).toBeLessThan(1e-12);
    expect(accuracy[1]).toMatchObject({ coverage: undefined, halfWidth: undefined });
    expect(missesAtAnyLook).toBeUndefined();
  });
});

test('the same plan gives the same numbers, another seed others', () => {
  const population = syntheticPopulation('binary, helpful surrogate', 80, 1);
  const procedure = calibratedProcedure('tempered', (s) => temperedProbabilities(s), 0.05);
  const plan = { runs: 20, seed: 9, labels: [5, 30] };
  const result = simulate(procedure, population, plan);
  expect(simulate(procedure, population, plan)).toEqual(result);
  expect(simulate(procedure, population, { ...plan, seed: 10 })).not.toEqual(result);
  expect(result.accuracy[1]!.halfWidth!).toBeLessThan(result.accuracy[0]!.halfWidth!);
  expect(result.accuracy[1]!.coverage!).toBeGreaterThan(0.7);
});

test('numbers of labels that are not ascending or exceed the pool are refused', () => {
  const population = syntheticPopulation('binary, helpful surrogate', 20, 1);
  for (const labels of [[5, 5], [0], [21]]) {
    expect(() => simulate(plain, population, { runs: 1, seed: 1, labels })).toThrow(RangeError);
  }
});

describe('an interval that lies is found out', () => {
  const population = syntheticPopulation('binary, useless surrogate', 400, 3);
  const missesOf = (procedure: Procedure, of: Population) =>
    simulate(procedure, of, { runs: 120, seed: 2, labels: [60] }).missesAtAnyLook!;

  test('a t interval looked at after every label', () => {
    expect(judgeCoverage(missesOf(peekingProcedure(0.05), population), 120, 0.05).lies).toBe(true);
  });

  test('the calibrated interval at a tenth of its error level', () => {
    const narrow = calibratedProcedure('too narrow', uniform, 0.6);
    expect(judgeCoverage(missesOf(narrow, population), 120, 0.06).lies).toBe(true);
  });

  test('and an honest number of misses is not', () => {
    expect(judgeCoverage(15, 300, 0.05)).toMatchObject({ lies: false });
    const { mostMisses } = judgeCoverage(0, 300, 0.05);
    expect(judgeCoverage(mostMisses, 300, 0.05).lies).toBe(false);
    const over = judgeCoverage(mostMisses + 1, 300, 0.05);
    expect(over.lies).toBe(true);
    expect(over.missProbabilityAtLeast).toBeGreaterThan(0.05);
  });
});
