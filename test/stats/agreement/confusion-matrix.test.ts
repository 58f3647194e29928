import { describe, expect, test } from 'vitest';
import { categoryQuality, cohenKappa, confusionMatrix, fleissKappa } from '../../../stats/index.ts';

const human = ['cat', 'dog', 'cat', 'cat', undefined, 'dog'];
const judge = ['cat', 'cat', 'cat', 'dog', 'dog', 'dog'];
const animals = ['cat', 'dog', 'emu'];

describe('table of two raters', () => {
  const table = confusionMatrix(human, judge, animals);

  test('counts, missing ratings left out', () => {
    expect(table).toEqual([
      [2, 1, 0],
      [1, 1, 0],
      [0, 0, 0],
    ]);
  });

  test('precision, recall and F1, undefined where nothing could be found', () => {
    expect(categoryQuality(table, 0)).toEqual({ precision: 2 / 3, recall: 2 / 3, f1: 2 / 3 });
    expect(categoryQuality(table, 1)).toEqual({ precision: 1 / 2, recall: 1 / 2, f1: 1 / 2 });
    expect(categoryQuality(table, 2)).toEqual({ precision: undefined, recall: undefined, f1: undefined });
    const missed = confusionMatrix(['emu'], ['dog'], animals);
    expect(categoryQuality(missed, 2)).toEqual({ precision: undefined, recall: 0, f1: 0 });
    expect(() => categoryQuality(table, 3)).toThrow(RangeError);
  });

  test('item weights add up', () => {
    expect(confusionMatrix(['cat', 'cat'], ['cat', 'dog'], animals, [2, 0.5])[0]).toEqual([2, 0.5, 0]);
    expect(() => confusionMatrix(['cat'], ['cow'], animals)).toThrow(/none of the categories/);
    expect(() => confusionMatrix(['cat'], ['cat'], animals, [0])).toThrow(RangeError);
  });
});

describe("Cohen's kappa with item weights", () => {
  const a = [1, 2, 3, 1, 2, 3, 1];
  const b = [1, 2, 2, 3, 2, 3, 2];
  const weights = [1, 3, 2, 1, 2, 4, 1];

  test.each(['unweighted', 'linear', 'quadratic'] as const)(
    '%s: a weight of k counts an item k times',
    (kind) => {
      const repeat = (values: readonly number[]) =>
        values.flatMap((value, i) => new Array(weights[i]!).fill(value));
      const repeated = cohenKappa<number>(repeat(a), repeat(b), [1, 2, 3], kind);
      expect(cohenKappa(a, b, [1, 2, 3], kind, weights)).toBeCloseTo(repeated!, 12);
      expect(
        cohenKappa(
          a,
          b,
          [1, 2, 3],
          kind,
          weights.map((w) => w / 5),
        ),
      ).toBeCloseTo(repeated!, 12);
    },
  );
});

test("Fleiss' kappa of two raters is Scott's pi, not Cohen's kappa", () => {
  // 20 and 15 agreed, 15 not: P = .7; shares 55/100 and 45/100, P_e = .505.
  const counts = [
    ...Array.from({ length: 20 }, () => [2, 0]),
    ...Array.from({ length: 15 }, () => [1, 1]),
    ...Array.from({ length: 15 }, () => [0, 2]),
  ];
  expect(fleissKappa(counts)).toBeCloseTo((0.7 - 0.505) / 0.495, 12);
});
