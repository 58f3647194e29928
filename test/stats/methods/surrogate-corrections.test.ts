import { expect, test } from 'vitest';
import { type Evidence, estimateAll, poolLevelsOf, summarizePool } from '../../../stats/index.ts';
import { isotonicFit, isotonicValue } from '../../../stats/methods/isotonic-fit.ts';

const s = Float64Array.of(0, 0.25, 0.5, 0.75, 1, 0.5, 0.25, 0.75);
const q = s.map(() => 1 / s.length);
const summary = summarizePool(s, q);

function row(
  id: string,
  labels: readonly (readonly [pool: number, y: number])[],
  more: Partial<Evidence> = {},
) {
  const draws = labels.map(([pool, y]) => ({ pool, y, surrogate: s[pool]!, probability: q[pool]! }));
  const design = 'without-replacement' as const;
  const evidence: Evidence = { design, uniform: true, summary, alpha: 0.05, draws, ...more };
  return estimateAll(evidence).find(({ method }) => method === id)!;
}

const labels = [
  [0, 0.1],
  [2, 0.5],
  [4, 0.7],
] as const;

test('PPI++ by hand: lambda = cov/((1 + n/r) var), applied to the r others', () => {
  // The three labeled and the five others all have mean s .5: nothing to correct.
  expect(row('ppi-plus-plus', labels).value).toBeCloseTo(1.3 / 3, 12);
  const others = [
    [0, 0.1],
    [2, 0.5],
    [1, 0.7],
  ] as const;
  // cov of (0, .5, .25) with (.1, .5, .7) is (-.25 * -1/3 + .25 * .2/3)/3; the others have mean s 3.25/5;
  // var of all eight s, with divisor 7, is (2 * .25 + 4 * .0625)/7.
  const cov = (0.25 / 3 + 0.25 * (0.2 / 3)) / 3;
  const tuned = cov / ((8 / 5) * (0.75 / 7));
  expect(row('ppi-plus-plus', others).value).toBeCloseTo(1.3 / 3 + tuned * (3.25 / 5 - 0.25), 12);
});

test('PPI++ keeps its slope in [0, 1]: a lying surrogate is left aside', () => {
  const lies = [
    [0, 1],
    [2, 0.5],
    [4, 0],
  ] as const;
  expect(row('ppi-plus-plus', lies).value).toBeCloseTo(0.5, 12);
});

test('the regression estimate is exact when the human value is a line of the surrogate', () => {
  const line = labels.map(([pool]) => [pool, 0.2 + 0.6 * s[pool]!] as const);
  expect(row('greg', line).value).toBeCloseTo(0.2 + 0.6 * summary.mean, 12);
});

test('without a slope to see, and on draws that are not uniform, there is no number but a reason', () => {
  const same = [
    [1, 0.3],
    [6, 0.4],
    [1, 0.3],
  ] as const;
  expect(row('greg', same)).toMatchObject({ estimable: false, reason: expect.stringMatching(/differ/) });
  expect(row('ppi-plus-plus', labels, { uniform: false })).toMatchObject({
    estimable: false,
    reason: expect.stringMatching(/uniform draws/),
  });
});

test('an isotonic fit pools what falls, and items of one surrogate value', () => {
  const fit = isotonicFit(
    [
      [1, 1],
      [2, 3],
      [3, 2],
      [4, 4],
      [4, 6],
    ].map(([at, y]) => ({ s: at! / 4, y: y!, weight: 1 })),
  );
  expect(fit).toEqual({ knots: [0.25, 0.5, 0.75, 1], values: [1, 2.5, 2.5, 5] });
  expect(isotonicValue(fit, 0)).toBe(1);
  expect(isotonicValue(fit, 0.6)).toBe(2.5);
  expect(isotonicValue(fit, 0.875)).toBeCloseTo(3.75, 14);
});

test('isotonic fit by weights: the pooled value is the weighted mean', () => {
  const fit = isotonicFit([
    { s: 0.2, y: 1, weight: 3 },
    { s: 0.6, y: 0, weight: 1 },
  ]);
  expect(fit).toEqual({ knots: [0.2, 0.6], values: [0.75, 0.75] });
});

test('the isotonic plug-in predicts the rest, and gives the truth once all is labeled', () => {
  // Between the knots (0, .1), (.5, .5) and (1, .7) it is linear: .25 gives .3 and .75 gives .6.
  const predicted = (0.1 + 0.3 + 0.5 + 0.6 + 0.7 + 0.5 + 0.3 + 0.6) / 8;
  expect(row('isotonic', labels, { poolSurrogate: s }).value).toBeCloseTo(predicted, 12);
  const all = [0.9, 0.1, 0.4, 0.6, 0.2, 0.8, 0.3, 0.5].map((y, pool) => [pool, y] as const);
  expect(row('isotonic', all, { poolSurrogate: s }).value).toBeCloseTo(3.8 / 8, 12);
  // The levels of the pool say as much as its items.
  const poolLevels = poolLevelsOf(s);
  expect(row('isotonic', labels, { poolLevels }).value).toBeCloseTo(predicted, 12);
  expect(row('isotonic', all, { poolLevels }).value).toBeCloseTo(3.8 / 8, 12);
  expect(row('isotonic', labels).reason).toMatch(/whole pool/);
});
