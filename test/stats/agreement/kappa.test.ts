import { expect, test } from 'vitest';
import { fleissKappa, weightedKappa } from '../../../stats/index.ts';
import { cohenKappa } from '../support/cohen-kappa.ts';

/** Items of a table of counts, one rater in rows, one in columns. */
function itemsOf(table: readonly (readonly number[])[]) {
  const pairs = table.flatMap((row, i) =>
    row.flatMap((count, j) => Array.from({ length: count }, () => [i, j])),
  );
  return { a: pairs.map(([i]) => i!), b: pairs.map(([, j]) => j!) };
}

test('Cohen (1960), two psychologists, table of proportions times 200: kappa .492', () => {
  const { a, b } = itemsOf([
    [88, 10, 2],
    [14, 40, 6],
    [18, 10, 12],
  ]);
  expect(cohenKappa(a, b, [0, 1, 2])!).toBeCloseTo(0.492, 3);
});

test('a binary table by hand: 20 and 15 agreed, 5 and 10 not, kappa .4', () => {
  const { a, b } = itemsOf([
    [20, 5],
    [10, 15],
  ]);
  for (const weights of ['unweighted', 'linear', 'quadratic'] as const)
    expect(cohenKappa(a, b, [0, 1], weights)!).toBeCloseTo(0.4, 12);
});

test('quadratic weights punish far disagreements more than near ones, linear ones less so', () => {
  const near = itemsOf([
    [10, 5, 0],
    [0, 10, 0],
    [0, 0, 10],
  ]);
  const far = itemsOf([
    [10, 0, 5],
    [0, 10, 0],
    [0, 0, 10],
  ]);
  const of = ({ a, b }: typeof near, weights: 'linear' | 'quadratic') =>
    cohenKappa(a, b, [0, 1, 2], weights)!;
  expect(of(near, 'quadratic')).toBeGreaterThan(of(near, 'linear'));
  expect(of(far, 'quadratic')).toBeLessThan(of(near, 'quadratic'));
});

test('14 raters, 10 subjects, 5 categories, the example of Wikipedia ("Fleiss\' kappa"): .210', () => {
  const counts = [
    [0, 0, 0, 0, 14],
    [0, 2, 6, 4, 2],
    [0, 0, 3, 5, 6],
    [0, 3, 9, 2, 0],
    [2, 2, 8, 1, 1],
    [7, 7, 0, 0, 0],
    [3, 2, 6, 3, 0],
    [2, 5, 3, 2, 2],
    [6, 5, 2, 1, 0],
    [0, 2, 2, 3, 7],
  ];
  expect(fleissKappa(counts)!).toBeCloseTo(0.21, 3);
  expect(
    fleissKappa([
      [3, 0],
      [3, 0],
    ]),
  ).toBeUndefined();
  expect(() =>
    fleissKappa([
      [2, 1],
      [1, 1],
    ]),
  ).toThrow(/same number of ratings/);
  for (const odd of [[3, -1], [1.5, 0.5], [2], [2, 0, 0]]) {
    expect(() => fleissKappa([[2, 0], odd]), String(odd)).toThrow(/same number of ratings/);
  }
  expect(() => fleissKappa([[1, 0]])).toThrow(/at least 2/);
  expect(fleissKappa([])).toBeUndefined();
});

/** Two radiologists on 85 xeromammograms (Boyd et al., 1982): the first examples of "kappa" in the Stata manual, [R]. */
const mammograms = itemsOf([
  [21, 12, 0, 0],
  [4, 17, 1, 0],
  [3, 9, 15, 2],
  [0, 0, 0, 1],
]);

test.each([
  ['unweighted', 0.4728],
  ['linear', 0.5684],
  ['quadratic', 0.6714],
] as const)('kappa of a published table of four ordered categories, %s: %s', (weights, published) => {
  const { a, b } = mammograms;
  expect(cohenKappa(a, b, [0, 1, 2, 3], weights)!).toBeCloseTo(published, 4);
});

test('kappa by the distances of the values is kappa by their places, where values are one apart', () => {
  const pairs = mammograms.a.map((a, i) => ({ a, b: mammograms.b[i]!, weight: 1 }));
  for (const [distance, places] of [
    ['nominal', 'unweighted'],
    ['linear', 'linear'],
    ['quadratic', 'quadratic'],
  ] as const) {
    expect(weightedKappa(pairs, distance)!).toBeCloseTo(
      cohenKappa(mammograms.a, mammograms.b, [0, 1, 2, 3], places)!,
      12,
    );
  }
});

test('Fleiss (1971), Table 1: 30 patients, 6 psychiatrists, 5 diagnoses, kappa .430', () => {
  const rows = [
    '00060 03003 01401 00006 03030 20400 00402 20310 20040 00006',
    '10050 11040 03300 10050 02031 00501 30012 51000 02040 10203',
    '00006 01050 02013 20040 10041 05010 40002 02040 10500 00006',
  ];
  const counts = rows.flatMap((row) => row.split(' ').map((digits) => [...digits].map(Number)));
  const totals = counts.reduce((sums, row) => sums.map((sum, j) => sum + row[j]!), [0, 0, 0, 0, 0]);
  expect(totals).toEqual([26, 26, 30, 55, 43]);
  expect(fleissKappa(counts)!).toBeCloseTo(0.43, 3);
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
