import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { makeWorkplace } from './run-assay.ts';

interface Demo {
  labeled: number;
  N: number;
  default: string;
  fullEvaluation: number;
  estimates: { method: string; value: number | null; lower: number | null; upper: number | null }[];
}

test('the demonstration labels 30 items, compares the methods with the truth, and leaves nothing behind', async () => {
  using work = makeWorkplace({ asStarted: ['demo'] });
  const demo = await work.json<Demo>('demo');
  expect(demo.labeled).toBe(30);
  expect(demo.estimates.filter(({ value }) => value !== null).length).toBeGreaterThanOrEqual(4);
  const main = demo.estimates.find(({ method }) => method === demo.default)!;
  expect(main.lower!).toBeLessThan(demo.fullEvaluation);
  expect(main.upper!).toBeGreaterThan(demo.fullEvaluation);
  expect(readdirSync(work.dir)).toEqual([]);
});

test('the same seed gives the same numbers', async () => {
  using work = makeWorkplace();
  const [first, second] = await Promise.all(
    [1, 2].map(() => work.json('demo', '--labels', '8', '--seed', '4')),
  );
  expect(second).toEqual(first);
});
