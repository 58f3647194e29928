import { expect, test, vi } from 'vitest';
import { makeWorkplace } from '../../host/run-assay.ts';
import { engineWithProject, importRecords } from '../support/test-engine.ts';
import { endpointProject } from './support/scripted-endpoint.ts';
import {
  conversationRecords,
  generatorSays,
  runToEnd,
  scriptedModel,
  weakSays,
} from './support/scripted-model.ts';

vi.setConfig({ testTimeout: 120_000 });

async function interviewed() {
  const { engine, folder, file } = await engineWithProject();
  const datasetId = await importRecords(engine, folder, conversationRecords);
  const generator = scriptedModel(folder, 'generator', generatorSays).spec;
  const model = scriptedModel(folder, 'weak', weakSays).spec;
  const run = await runToEnd(engine, {
    ...{ datasetId, model, system: 'weak' },
    settings: { protocol: 'interview', generator },
  });
  return { engine, file, run };
}

test('conversations of a run become items that people rate on any scale', async () => {
  const project = await endpointProject();
  const { engine, datasetId } = project;
  const runId = project.newRun('weak', {
    ...{ protocol: 'lost-in-conversation', mode: 'concat', runs: 2 },
    correctness: { by: 'containment' },
  });
  expect(await project.work(runId)).toMatchObject({ state: 'finished', conversations: 4 });
  const opened = await engine.client.protocol.openAsData({ runId, what: 'conversations' });
  expect(opened).toMatchObject({ items: 4, system: 'weak', studyId: null });
  expect(opened.datasetId).not.toBe(datasetId);
  const data = (await engine.client.dataset.list({})).find(({ id }) => id === opened.datasetId)!;
  expect(data).toMatchObject({ name: 'Conversations: weak', itemCount: 4 });
  // Runs of one instruction stay together, and the run's own score may steady the number.
  const choices = await engine.client.study.options({ datasetId: opened.datasetId });
  expect(choices.systems).toEqual([expect.objectContaining({ name: 'weak', items: 4 })]);
  const scale = { min: 0, max: 10, direction: 'higher' } as const;
  await engine.client.dataset.declareScale({
    ...{ datasetId: opened.datasetId, kind: 'criterion', name: 'solved', scale },
  });
  const study = await engine.client.study.create({
    ...{ datasetId: opened.datasetId, system: 'weak', size: 4, preset: 'uniform' },
    measure: { kind: 'criterion', criterion: 'solved' },
    surrogate: choices.surrogates.find(({ spec }) => spec.kind === 'auto')!.spec,
  });
  expect(study).toMatchObject({ drawCount: 4, scale });
});

test('which talk is by people is a study: its pairs say nothing of who is who', async () => {
  const { engine, file, run } = await interviewed();
  const opened = await engine.client.protocol.openAsData({ runId: run.id, what: 'guesses' });
  expect(opened).toMatchObject({ items: 2, system: 'people' });
  const study = (await engine.client.study.list({})).find(({ id }) => id === opened.studyId);
  expect(study).toMatchObject({
    ...{ preset: 'uniform', drawCount: 2, system: 'people' },
    question: 'Which list was written by people?',
  });
  await engine.close();
  using place = makeWorkplace({ asStarted: ['protocol'] });
  const again = await place.assay('protocol', 'as-data', file, '--run', String(run.id), '--guess');
  expect(again.stdout + again.stderr).toMatch(/Study 2 asks which is by people|holds this very content/);
  const whole = await place.json<{ items: number }>('protocol', 'as-data', file, '--run', String(run.id));
  expect(whole).toMatchObject({ items: 2, studyId: null });
});

test('a run without a finished conversation, and one where nobody plays a user, are refused in words', async () => {
  const project = await endpointProject();
  const runId = project.newRun('weak', { protocol: 'replay', mode: 'gold' });
  const open = (what: 'conversations' | 'guesses') =>
    project.engine.client.protocol.openAsData({ runId, what });
  await expect(open('conversations')).rejects.toMatchObject({ code: 'CONFLICT' });
  await expect(open('guesses')).rejects.toMatchObject({ code: 'INVALID_INPUT' });
});
