import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { studentT } from '../../../stats/claims/student-t.ts';
import {
  estimateWith,
  fixedIntervalById,
  intervalOf,
  methodById,
  summarizePool,
  uniformProbabilities,
} from '../../../stats/index.ts';
import { oneLookInterval } from '../../../stats/intervals/one-look.ts';

const docs = path.join(import.meta.dirname, '../../../docs');
const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython) console.warn('python3 is not installed here, so docs/verify.py is not asked for intervals.');

/** What functions of the script give for these arguments. */
function inPython<T>(expression: string, given: unknown): T {
  const code = `import json, sys; from verify import *; x = json.load(sys.stdin); print(json.dumps(${expression}))`;
  const { stdout, stderr } = spawnSync('python3', ['-c', code], {
    ...{ cwd: docs, input: JSON.stringify(given), encoding: 'utf8' },
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
  });
  if (stderr) throw new Error(stderr);
  return JSON.parse(stdout);
}

test.runIf(hasPython)('the script finds the quantiles of Student’s t', () => {
  const degrees = [1, 2, 3, 4, 5, 11, 30, 101];
  const found = inPython<number[]>('[student_quantile(0.975, d) for d in x]', degrees);
  for (const [i, d] of degrees.entries()) expect(found[i], `${d}`).toBeCloseTo(studentT(0.05, d), 8);
});

test.runIf(hasPython).each([9, 24])(
  'the script has the intervals of a declared look at %i of 24 items',
  (n) => {
    const s = Float64Array.from({ length: 24 }, (_, i) => ((5 * i) % 8) / 7);
    const labels = Array.from(s.subarray(0, n), (surrogate, i) => ({
      surrogate,
      y: (surrogate + (i % 3) / 2) / 2,
    }));
    const summary = summarizePool(s, uniformProbabilities(24));
    const of = (id: string) => {
      const { lower, upper } = intervalOf(fixedIntervalById(id)!, { labels, summary, alpha: 0.1, seed: 1 })!;
      return [lower, upper];
    };
    const header = {
      ...{ N: 24, alpha: 0.1, design: 'uniform', hasSurrogate: true },
      pool: { mean: summary.mean, variance: summary.variance },
      plans: [{ drawsBefore: 0, kind: 'once', labels: n }],
    };
    const prefix = labels.map(({ surrogate, y }, i) => [i, surrogate, 1 / 24, y, null]);
    const found = inPython<Record<string, number[]>>(
      'dict(methods_of(x["header"], [Draw(*d) for d in x["prefix"]], []))',
      {
        header,
        prefix,
      },
    );
    for (const [id, interval] of [
      ['student-t', 't-plain'],
      ['ppi-plus-plus', 'ppi-plus-plus-normal'],
    ] as const) {
      const [lower, upper] = of(interval) as [number, number];
      expect(found[id]![1], `${id}, lower end`).toBeCloseTo(lower, 9);
      expect(found[id]![2], `${id}, upper end`).toBeCloseTo(upper, 9);
    }
  },
);

test.runIf(hasPython)('the script corrects by sensitivity and specificity as the product does', () => {
  const s = Float64Array.from({ length: 60 }, (_, i) => Number(i % 3 > 0));
  const labels = Array.from(s.subarray(0, 20), (surrogate, i) => ({
    surrogate,
    y: i % 7 === 0 ? 1 - surrogate : surrogate,
  }));
  const summary = summarizePool(s, uniformProbabilities(60));
  const draws = labels.map((label, pool) => ({ ...label, pool, probability: 1 / 60 }));
  const evidence = { design: 'without-replacement', uniform: true, summary, alpha: 0.1, draws } as const;
  const own = estimateWith(methodById('rogan-gladen')!, { ...evidence, plan: { onlyLook: 20 } });
  const header = {
    ...{ N: 60, alpha: 0.1, design: 'uniform', hasSurrogate: true },
    pool: { mean: summary.mean, variance: summary.variance },
    plans: [{ drawsBefore: 0, kind: 'once', labels: 20 }],
  };
  const prefix = labels.map(({ surrogate, y }, i) => [i, surrogate, 1 / 60, y, null]);
  const found = inPython<Record<string, number[]>>(
    'dict(methods_of(x["header"], [Draw(*d) for d in x["prefix"]], []))',
    { header, prefix },
  );
  for (const [i, end] of [own.value, own.lower, own.upper].entries()) {
    expect(found['rogan-gladen']![i]).toBeCloseTo(end!, 9);
  }
});

test.runIf(hasPython)(
  'the script has the approximate interval, and refuses it where the product does',
  () => {
    const cases = [
      { n: 30, N: 400, steps: 1, cube: -0.05 },
      { n: 24, N: 40, steps: 4, cube: 0.02 },
      { n: 100, N: 159, steps: 12, cube: 0 },
      { n: 19, N: 400, steps: 4, cube: 0 },
      { n: 40, N: 41, steps: 4, cube: 0 },
    ].map(({ n, N, steps, cube }) => {
      const values = Array.from({ length: n }, (_, i) => ((7 * i) % (steps + 1)) / steps);
      const residuals = values.map((y, i) => (y - 0.6) * (i % 4 === 0 ? 0.3 : 1) + (i % 5 === 0 ? cube : 0));
      return { values, residuals, N, estimate: 0.62, alpha: 0.05 };
    });
    const expression =
      '[one_look_interval(c["estimate"], c["residuals"], c["values"], c["N"], c["alpha"])[1:] for c in x]';
    const found = inPython<(number | null)[][]>(expression, cases);
    const mean = (list: readonly number[]) => list.reduce((sum, x) => sum + x, 0) / list.length;
    for (const [i, { residuals: r, N: populationSize, ...sample }] of cases.entries()) {
      const residuals = { square: mean(r.map((x) => x * x)), cube: mean(r.map((x) => x ** 3)) };
      const expected = oneLookInterval({ ...sample, residuals, populationSize });
      if (typeof expected === 'string') expect(found[i], `case ${i}`).toEqual([null, null]);
      else {
        expect(found[i]![0], `case ${i}`).toBeCloseTo(expected.lower, 9);
        expect(found[i]![1], `case ${i}`).toBeCloseTo(expected.upper, 9);
      }
    }
    expect(found.filter(([lower]) => lower === null)).toHaveLength(2);
  },
);
