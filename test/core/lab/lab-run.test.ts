import { expect, test } from 'vitest';
import type { Engine } from '../../../core/engine.ts';
import { insertLabRun } from '../../../db/lab-runs.ts';
import type { LabRequest, LabRun } from '../../../shared/contract/index.ts';
import {
  engineWithProject,
  importRecords,
  ratedRecords,
  ratedScales,
  temporaryFolder,
} from '../support/test-engine.ts';

async function ratedProject(count = 60) {
  const { engine, folder, file } = await engineWithProject();
  const datasetId = await importRecords(engine, folder, ratedRecords(count), { scales: ratedScales });
  const request: LabRequest = {
    datasetId,
    systems: ['secretive'],
    measure: { kind: 'criterion', criterion: 'quality' },
    surrogate: { kind: 'judge', judge: 'strict', criterion: 'quality' },
    methods: ['calibrated-hardness', 'humcoe', 'hmceval'],
    budgets: [10, 5, 100],
    seeds: 20,
    firstSeed: 5,
    alpha: 0.05,
    disagreement: 0.5,
    labelFirst: 'uncertain',
  };
  return { engine, file, request };
}

async function finishedRun(engine: Engine, request: LabRequest & { threads?: number }): Promise<LabRun> {
  const { jobId } = await engine.client.lab.start(request);
  await expect
    .poll(async () => (await engine.client.job.get({ jobId })).state, { timeout: 20_000 })
    .not.toBe('running');
  const { result, error } = await engine.client.job.get({ jobId });
  expect(error).toBeNull();
  return engine.client.lab.get({ runId: (result as { runId: number }).runId });
}

test('a back-test is stored, told row by row, and the same bits with any number of threads', async () => {
  const { engine, request } = await ratedProject();
  const one = await finishedRun(engine, { ...request, threads: 1 });
  const three = await finishedRun(engine, { ...request, threads: 3 });
  expect(three.rows).toEqual(one.rows);
  // The largest of the budgets is what the presets plan for, unless another plan is asked for.
  expect(one.request).toEqual({
    ...request,
    budgets: [5, 10, 100],
    plan: { kind: 'labels', labels: 100 },
  });
  expect(one.rows).toHaveLength(9);
  expect(one.populations).toMatchObject([{ system: 'secretive', N: 60, unlabeled: 0, truth: 3 }]);
  expect(one.populations[0]!.signals!.all).toBeGreaterThan(3);
  expect(one.rows[0]).toMatchObject({
    dataset: 'data',
    system: 'secretive',
    surrogate: 'Judge strict (quality)',
    N: 60,
    truth: 3,
    method: 'calibrated-hardness',
    sampler: 'tempered-hardness',
    estimator: 'planned',
    budget: 5,
    seeds: 20,
    reason: null,
  });
  expect(one.rows[2]).toMatchObject({
    budget: 100,
    rmse: null,
    coverage: null,
    reason: 'the pool has only 60 items',
  });
  expect(one.rows[3]).toMatchObject({
    method: 'humcoe',
    coverage: null,
    reason: 'this method gives no interval',
  });
  expect((await engine.client.lab.list({})).map(({ id }) => id)).toEqual([three.id, one.id]);
  await engine.client.lab.remove({ runId: one.id });
  await expect(engine.client.lab.get({ runId: one.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('ends lie on means that the pool can have, as those of studies do, unless people disagree between the steps', async () => {
  const { engine, request } = await ratedProject();
  const methods = ['calibrated-hardness', 'uniform'];
  /** Of one run: the width in units of a step of one item, 60 items on five points. */
  const widths = async (asked: LabRequest) => {
    const { rows } = await finishedRun(engine, { ...asked, methods, budgets: [8, 20, 40], seeds: 1 });
    return rows.map(({ meanHalfWidth }) => 2 * meanHalfWidth! * 60);
  };
  const onSteps = await widths(request);
  expect(onSteps).toHaveLength(6);
  for (const width of onSteps) expect(width).toBeCloseTo(Math.round(width), 6);
  const halves = ratedRecords(60).map(({ human, ...record }) => ({
    ...record,
    human: Object.fromEntries(
      Object.entries(human).map(([system, { quality }]) => [system, { quality: [...quality, 5] }]),
    ),
  }));
  const folder = temporaryFolder();
  const datasetId = await importRecords(engine, folder, halves, { name: 'twice', scales: ratedScales });
  const between = await widths({ ...request, datasetId });
  expect(between.some((width) => Math.abs(width - Math.round(width)) > 1e-3)).toBe(true);
});

test('a stored run from before there were plans opens, and says so', async () => {
  const { engine, request } = await ratedProject(20);
  const run = await finishedRun(engine, { ...request, methods: ['uniform'], budgets: [5], seeds: 2 });
  const { plan: _, ...before } = run.request;
  const [{ signals: __, ...population }] = run.populations as [LabRun['populations'][0]];
  const { db } = engine.context.session.project!;
  const id = insertLabRun(db, { ...run, request: before, populations: [population] });
  const old = await engine.client.lab.get({ runId: id });
  expect(old).toEqual({ ...run, id, request: before, populations: [population] });
  const page = await engine.client.lab.render({ runId: id, format: 'html' });
  expect(page.content).toContain('presets by rule 2, without planned looks');
  const newer = await engine.client.lab.render({ runId: run.id, format: 'html' });
  expect(newer.content).toContain('presets planned for 5 labels');
});

test('systems that are each other’s surrogate, a metric on gold answers, and files that hold the run', async () => {
  const { engine, request } = await ratedProject();
  const run = await finishedRun(engine, {
    ...request,
    systems: ['secretive', 'rival'],
    measure: { kind: 'metric', metric: 'f1-squad1' },
    surrogate: { kind: 'system', system: 'rival' },
    budgets: [5],
  });
  expect(run.populations.map(({ system, surrogate }) => [system, surrogate])).toEqual([
    ['secretive', 'Responses of rival'],
    ['rival', 'Responses of secretive'],
  ]);
  // The rival answers as the gold does, so that its full evaluation is 1.
  expect(run.populations[1]!.truth).toBe(1);
  const csv = await engine.client.lab.render({ runId: run.id, format: 'csv' });
  expect(csv.content.split('\n')[0]).toContain('dataset,system,criterion,surrogate,N,truth,method');
  expect(csv.content.trim().split('\n')).toHaveLength(1 + run.rows.length);
  const json = await engine.client.lab.render({ runId: run.id, format: 'json' });
  expect(JSON.parse(json.content)).toEqual(run);
  const page = await engine.client.lab.render({ runId: run.id, format: 'html' });
  expect(page.content).toContain('<svg');
  expect(page.content).not.toMatch(/<script|style="/);
});

test('refuses a method that is not there, a system without labels, and an unknown criterion', async () => {
  const { engine, request } = await ratedProject(10);
  await expect(engine.client.lab.start({ ...request, methods: ['magic'] })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  });
  for (const wrong of [
    { systems: ['rival'] },
    { measure: { kind: 'criterion', criterion: 'beauty' } as const },
  ]) {
    const { jobId } = await engine.client.lab.start({ ...request, surrogate: { kind: 'none' }, ...wrong });
    await expect
      .poll(async () => (await engine.client.job.get({ jobId })).state, { timeout: 20_000 })
      .toBe('failed');
    expect((await engine.client.job.get({ jobId })).error).toMatchObject({
      code: 'INVALID_INPUT',
      details: { field: 'measure' },
    });
  }
});

test('a back-test can be canceled, and then nothing is stored', async () => {
  const { engine, request } = await ratedProject();
  const { jobId } = await engine.client.lab.start({ ...request, seeds: 100_000, budgets: [60] });
  await engine.client.job.cancel({ jobId });
  await expect
    .poll(async () => (await engine.client.job.get({ jobId })).state, { timeout: 20_000 })
    .toBe('canceled');
  expect(await engine.client.lab.list({})).toEqual([]);
});
