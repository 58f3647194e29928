import { describe, expect, test } from 'vitest';
import {
  buildPopulation,
  calibratedProcedure,
  judgeCoverage,
  methodById,
  methodProcedure,
  type Population,
  type Procedure,
  pairedPopulation,
  simulate,
  syntheticKinds,
  syntheticPopulation,
  temperedProbabilities,
  uniformProbabilities,
} from '../../../stats/index.ts';
import { peekingProcedure } from '../support/peeking-procedure.ts';
import { average } from '../support/populations.ts';

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

  test('pairs have values of -1, 0 and 1 on the scale of the difference', () => {
    expect(new Set(pairedPopulation('pairs', 200, 1).y)).toEqual(new Set([0, 0.5, 1]));
  });
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
