import { expect, test } from 'vitest';
import {
  type Evidence,
  estimateAll,
  isotonicFit,
  isotonicPlugIn,
  summarizePool,
} from '../../../stats/index.ts';

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

test('PPI++ by hand: lambda = Cov/((1 + n/N) Var)', () => {
  // s of the labeled: 0, .5, 1; y: .1, .5, .7; Cov = .15, Var = .25, n/N = 3/8.
  const lambda = 0.15 / (1.375 * 0.25);
  expect(row('ppi-plus-plus', labels).value).toBeCloseTo(1.3 / 3 + lambda * (summary.mean - 0.5), 12);
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
  for (const id of ['greg', 'ppi-plus-plus'])
    expect(row(id, labels, { uniform: false })).toMatchObject({
      estimable: false,
      reason: expect.stringMatching(/uniform draws/),
    });
});

test('an isotonic fit pools what falls, and items of one x', () => {
  expect(isotonicFit([1, 2, 3, 4, 4], [1, 3, 2, 4, 6])).toEqual([
    { from: 1, value: 1 },
    { from: 2, value: 2.5 },
    { from: 4, value: 5 },
  ]);
});

test('the isotonic plug-in predicts the rest, and gives the truth once all is labeled', () => {
  // Blocks: 0 to .1, .5 to .5, 1 to .7; .25 counts as 0, .75 as .5.
  const predicted = (0.1 + 0.1 + 0.5 + 0.5 + 0.7 + 0.5 + 0.1 + 0.5) / 8;
  expect(isotonicPlugIn(s, [0, 2, 4], [0.1, 0.5, 0.7])).toBeCloseTo(predicted, 12);
  const all = [0.9, 0.1, 0.4, 0.6, 0.2, 0.8, 0.3, 0.5];
  expect(isotonicPlugIn(s, [0, 1, 2, 3, 4, 5, 6, 7], all)).toBeCloseTo(3.8 / 8, 12);
});
