import { describe, expect, test } from 'vitest';
import { studentTail } from '../../../stats/claims/student-t.ts';
import {
  createRng,
  differenceProbability,
  holm,
  studentT,
  uniformOpen,
  weightedRatio,
} from '../../../stats/index.ts';
import { rounds } from '../../support/chance.ts';

describe('the correction of Holm', () => {
  test('multiplies the smallest by the number of tests, the next by one less, and never goes down', () => {
    // .01 x 4, .02 x 3, .03 x 2, .04 x 1, the last two raised to the one before.
    expect(holm([0.04, 0.01, 0.03, 0.02])).toEqual([0.06, 0.04, 0.06, 0.06]);
    expect(holm([0.01, 0.005, 0.5])).toEqual([0.02, 0.015, 0.5]);
    expect(holm([0.6, 0.7])).toEqual([1, 1]);
    expect(holm([])).toEqual([]);
    expect(() => holm([1.2])).toThrow(RangeError);
  });

  test('a part that differs no more than chance is called different in at most alpha of all studies', () => {
    const rng = createRng(7);
    const runs = rounds(400, 4000);
    const parts = 5;
    let wrong = 0;
    for (let run = 0; run < runs; run++) {
      const values = Array.from({ length: parts }, () =>
        Array.from({ length: 24 }, () => (uniformOpen(rng) < 0.6 ? 1 : 0)),
      );
      const mean = (list: readonly number[], populationSize: number) =>
        weightedRatio({ values: list, weights: list.map(() => 1), populationSize, alpha: 0.05 });
      const probabilities = values.map((own, index) =>
        differenceProbability(mean(own, 2000), mean(values.filter((_, i) => i !== index).flat(), 8000)),
      );
      if (holm(probabilities).some((one) => one <= 0.05)) wrong += 1;
    }
    // Three standard errors above what is promised.
    expect(wrong / runs).toBeLessThan(0.05 + 3 * Math.sqrt((0.05 * 0.95) / runs));
  });
});

describe('the difference of two parts', () => {
  const part = (value: number, standardError: number) => ({
    value,
    standardError,
    degreesOfFreedom: 10,
    lower: 0,
    upper: 1,
  });

  test('is judged by t of the two errors together', () => {
    const error = Math.hypot(0.03, 0.04);
    const apart = differenceProbability(part(0.5, 0.03), part(0.5 + studentT(0.05, 10) * error, 0.04));
    expect(apart).toBeCloseTo(0.05, 10);
    expect(studentTail(2.2281388519649385, 10)).toBeCloseTo(0.05, 11);
  });

  test('needs no chance where both are known', () => {
    expect(differenceProbability(part(0.5, 0), part(0.5, 0))).toBe(1);
    expect(differenceProbability(part(0.5, 0), part(0.6, 0))).toBe(0);
  });
});
