import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { LabRow } from '../../shared/contract/index.ts';
import { makeWorkplace } from './run-assay.ts';
import { alphaMean, writeTinySet } from './tiny-set.ts';

/** A command starts an engine and its threads, which takes its time on a busy machine. */
const patience = 90_000;

test('back-tests a file without a project and prints its rows', { timeout: patience }, async () => {
  using work = makeWorkplace({ asStarted: ['lab'] });
  writeTinySet(work.dir);
  const args = ['lab', '--data', 'tiny.jsonl', '--system', 'alpha', '--criterion', 'helpful'];
  const rows = await work.json<LabRow[]>(
    ...args,
    ...[
      '--surrogate',
      'judge:kind',
      '--budgets',
      '5,10',
      '--seeds',
      '30',
      '--methods',
      'uniform,humcoe',
      '--out',
      'run.csv',
    ],
  );
  expect(rows).toHaveLength(4);
  expect(rows.map(({ method, budget }) => [method, budget])).toEqual([
    ['uniform', 5],
    ['uniform', 10],
    ['humcoe', 5],
    ['humcoe', 10],
  ]);
  for (const row of rows) {
    expect(row.truth).toBeCloseTo(alphaMean(40), 12);
    expect(row.tauE).toBeCloseTo(row.rmse! ** 2, 12);
    expect(row.consistencySingleRun).toBeCloseTo(1 - row.meanAbsError! / row.truth, 12);
  }
  expect(rows[0]!.coverageAllT).toBeGreaterThan(0.9);
  expect(rows[2]).toMatchObject({ coverage: null, reason: 'this method gives no interval' });
  expect(readFileSync(path.join(work.dir, 'run.csv'), 'utf8').trim().split('\n')).toHaveLength(5);
  const { stdout } = await work.assay(...args, '--surrogate', 'none', '--seeds', '5');
  expect(stdout).toContain('HumCoE as published');
  expect(stdout).toContain('full evaluation 3.00 over 40 items');
});

test('keeps the outcome in a project that is named', { timeout: patience }, async () => {
  using work = makeWorkplace();
  writeTinySet(work.dir);
  await work.assay('init', 'p.assay');
  const rows = await work.json<LabRow[]>(
    'lab',
    'p.assay',
    '--data',
    'tiny.jsonl',
    '--seeds',
    '4',
    '--budgets',
    '3',
    '--surrogate',
    'system:beta',
  );
  expect(new Set(rows.map(({ system }) => system))).toEqual(new Set(['alpha', 'beta']));
  expect(rows.find(({ system }) => system === 'beta')!.surrogate).toContain('alpha');
});

test.each([
  ['no data', ['lab']],
  ['both measures', ['lab', '--data', 'x.jsonl', '--criterion', 'a', '--metric', 'b']],
  ['a budget that is none', ['lab', '--data', 'x.jsonl', '--budgets', '5,many']],
])('wrong usage exits 2: %s', async (_, args) => {
  using work = makeWorkplace();
  expect((await work.assay(...args)).exitCode).toBe(2);
});
