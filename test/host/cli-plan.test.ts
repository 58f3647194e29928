import { beforeAll, expect, test, vi } from 'vitest';
import type { GoalForecast, StudySignal, Subgroups } from '../../shared/contract/index.ts';
import { makeWorkplace, type Workplace } from './run-assay.ts';
import { writeTinySet } from './tiny-set.ts';

// Each step is a process of its own, so a flow takes a while on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

let work: Workplace;
beforeAll(async () => {
  work = makeWorkplace();
  writeTinySet(work.dir);
  return () => work[Symbol.dispose]();
});

const p = 'plan.assay';

test('a plan before the study, a goal with it, advice as labels come, and a split', async () => {
  await work.assay('init', 'plan');
  const scale = ['--scale', 'criterion:helpful=1..5', '--scale', 'judge:kind/helpful=1..5'];
  await work.assay('import', p, 'tiny.jsonl', ...scale);

  const goal = ['--target', '0.4', '--threshold', '3.5', '--budget', '30'];
  const planned = await work.json<GoalForecast>('plan', p, '--system', 'alpha', ...goal);
  expect(planned).toMatchObject({ labeled: 0, spread: 'guessed', populationSize: 40 });
  expect(planned.target!.labels).toBeGreaterThan(10);
  expect(planned.plan).toEqual({ rule: 3, labels: 30, once: false });
  expect((await work.assay('plan', p, '--system', 'alpha', ...goal)).stdout).toContain(
    'Expected half-width of the interval in a study that asks for 30 (spread guessed',
  );
  expect(await work.json<unknown[]>('study', 'list', p)).toHaveLength(0);

  const create = ['study', 'create', p, '--system', 'alpha', '--size', '40', '--seed', '1'];
  expect(await work.json(...create, ...goal)).toMatchObject({
    goal: { targetHalfWidth: 0.4, threshold: 3.5, budget: 30 },
  });
  await work.assay('label', p, '--from-gold', '--count', '12');
  const advice = await work.json<GoalForecast>('study', 'goal', p);
  expect(advice).toMatchObject({ labeled: 12, spread: 'learned', advice: { stop: false } });
  expect(advice.advice.remainingLabels).toBeLessThanOrEqual(18);
  expect((await work.assay('estimate', p)).stdout).toMatch(/Go on: about \d+ labels? more\./);

  const spent = await work.json<GoalForecast>('study', 'goal', p, '--budget', '12');
  expect(spent.goal).toEqual({ targetHalfWidth: null, threshold: null, budget: 12 });
  expect(spent.advice).toMatchObject({ stop: true, reason: 'budget-spent' });
  expect((await work.assay('study', 'goal', p)).stdout).toContain(
    'You can stop: the budget of 12 labels is spent.',
  );
  expect(await work.json('study', 'goal', p, '--none')).toMatchObject({ goal: { budget: null } });

  const split = await work.json<{ subgroups: Subgroups }>('estimate', p, '--by', 'judge:kind/helpful');
  expect(split.subgroups.subgroups.reduce((sum, { labeled }) => sum + labeled, 0)).toBe(12);
  expect((await work.assay('estimate', p, '--by', 'judge:kind/helpful')).stdout).toContain(
    'not estimable: needs 10 labeled items',
  );
  const wrong = await work.assay('estimate', p, '--by', 'color');
  expect(wrong.exitCode).toBe(1);
  expect(wrong.stderr).toContain('judge:kind/helpful');
});

test('a goal outside the scale is refused before anything is drawn', async () => {
  await work.assay('init', 'refused');
  await work.assay('import', 'refused.assay', 'tiny.jsonl', '--scale', 'criterion:helpful=1..5');
  const create = ['study', 'create', 'refused.assay', '--system', 'alpha', '--threshold', '7'];
  const { exitCode, stderr } = await work.assay(...create);
  expect(exitCode).toBe(1);
  expect(stderr).toContain('not between 1 and 5');
  expect(await work.json<unknown[]>('study', 'list', 'refused.assay')).toHaveLength(0);
});

test('the signals of a study are listed before it is made, and one can be left out', async () => {
  await work.assay('init', 'signals');
  const scale = ['--scale', 'criterion:helpful=1..5', '--scale', 'judge:kind/helpful=1..5'];
  await work.assay('import', 'signals.assay', 'tiny.jsonl', ...scale);
  const plan = ['plan', 'signals.assay', '--system', 'alpha'];
  expect(await work.json(...plan)).not.toHaveProperty('signals');
  const { signals } = await work.json<{ signals: StudySignal[] }>(...plan, '--signals');
  expect(signals.map(({ id }) => id)).toContain('judge:kind/helpful');
  const shown = (await work.assay(...plan, '--signals')).stdout;
  expect(shown).toContain(`${signals.length} signals sharpen the estimate.`);
  for (const { id } of signals) expect(shown).toContain(id);

  const create = ['study', 'create', 'signals.assay', '--system', 'alpha', '--size', '5'];
  const [one, two] = signals.map(({ id }) => id);
  const without = ['--without-signal', one!, '--without-signal', two!];
  const study = await work.json<{ signalHash: string }>(...create, ...without);
  const usual = await work.json<{ signalHash: string }>(...create);
  expect(study.signalHash).not.toBe(usual.signalHash);
  const wrong = await work.assay(...create, '--without-signal', 'judge:nobody');
  expect(wrong.exitCode).toBe(1);
  expect(wrong.stderr).toContain('This study has no signal judge:nobody.');
  expect(wrong.stderr).toContain(one!);
});
