import { expect, test, vi } from 'vitest';
import { engineWithProject, importRecords } from '../support/test-engine.ts';
import { runToEnd, scriptedModel } from './support/scripted-model.ts';

// A run starts a job and programs of its own.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const gardener = {
  name: 'gardener',
  role: 'You are a gardener with little time.',
  expectation: 'The user gardens and wants one short answer.',
  metrics:
    'Helpfulness (1 to 5): could the user go back to the garden at once?\nFluency (1 to 5): is it short?',
};

test('own personas are kept version by version, and built-in ones do not change', async () => {
  const { engine, folder } = await engineWithProject();
  const { persona } = engine.client;
  expect(await persona.save(gardener)).toMatchObject({ name: 'gardener', version: 1, builtIn: false });
  expect(await persona.save({ ...gardener, role: 'You garden.' })).toMatchObject({ version: 2 });
  expect(await persona.save(gardener)).toMatchObject({ version: 1 });
  const known = await persona.list({});
  expect(known.map(({ name, version }) => `${name} ${version}`)).toEqual([
    'standard 1',
    'expert 1',
    'critical-thinker 1',
    'adaptability-seeker 1',
    'clarity-seeker 1',
    'gardener 2',
    'gardener 1',
  ]);
  await expect(persona.save({ ...gardener, name: 'Expert' })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  });
  await expect(persona.save({ ...gardener, role: ' ' })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  const datasetId = await importRecords(engine, folder, [
    { id: 'a', conversation: [{ role: 'user', content: 'When to sow peas?' }], reference: ['March'] },
  ]);
  const { personas } = await engine.client.protocol.options({ datasetId });
  expect(personas.filter(({ builtIn }) => !builtIn)).toMatchObject([{ name: 'gardener', version: 2 }]);
});

test('an own persona changes the role of stage 1 and the role and metric text of stage 2; several judges count by their mean', async () => {
  const { engine, folder } = await engineWithProject();
  const datasetId = await importRecords(engine, folder, [
    { id: 'a', conversation: [{ role: 'user', content: 'When to sow peas?' }], reference: ['March'] },
  ]);
  const user = scriptedModel(folder, 'user', {
    texts: [
      { holds: [gardener.role, 'Assistant: In March.'], text: 'So, the answer is: March' },
      { holds: [gardener.role], text: 'When do I sow peas?' },
    ],
  }).spec;
  const judge = (name: string, helpfulness: number) =>
    scriptedModel(folder, name, {
      texts: [
        {
          holds: [gardener.expectation, 'go back to the garden at once'],
          text: `Helpfulness: ${helpfulness}\nFluency: 3\nReason: ${name} says so.`,
        },
      ],
    }).spec;
  const model = scriptedModel(folder, 'model', { answers: { 'When do I sow peas?': 'In March.' } }).spec;
  const saved = await engine.client.persona.save(gardener);
  const run = await runToEnd(engine, {
    datasetId,
    model,
    settings: {
      protocol: 'iqa-eval',
      user,
      judges: [judge('first', 5), judge('second', 2)],
      personas: [{ ...saved, share: 1 }],
      runs: 2,
    },
  });
  expect(run.settings).toMatchObject({
    personas: [{ name: 'gardener', version: 1, metrics: gardener.metrics }],
  });
  expect(run.scores).toMatchObject({
    overall: { helpfulness: 3.5, fluency: 3, queries: 1, accuracy: 1 },
    judges: [{ helpfulness: 5 }, { helpfulness: 2 }],
    runDeviation: { helpfulness: 0, fluency: 0 },
    units: 2,
    unreadable: 0,
  });
  const { turns } = await engine.client.protocol.transcript({ runId: run.id, position: 0 });
  expect(turns.filter(({ kind }) => kind === 'judgment').map(({ note }) => note)).toEqual([
    'first says so.',
    'second says so.',
  ]);
});

test('a persona is in a mix once', async () => {
  const { engine, folder } = await engineWithProject();
  const datasetId = await importRecords(engine, folder, [
    { id: 'a', conversation: [{ role: 'user', content: 'When to sow peas?' }], reference: ['March'] },
  ]);
  const { spec } = scriptedModel(folder, 'any', {});
  const start = engine.client.protocol.start({
    datasetId,
    model: spec,
    settings: {
      protocol: 'iqa-eval',
      user: spec,
      judges: [spec],
      personas: [
        { ...gardener, share: 0.5 },
        { ...gardener, name: 'Gardener', share: 0.5 },
      ],
    },
  });
  await expect(start).rejects.toThrow();
});
