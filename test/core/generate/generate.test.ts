import { expect, test, vi } from 'vitest';
import type { Engine } from '../../../core/engine.ts';
import {
  disagreement,
  tokenUncertainty,
  uncertaintyKinds,
} from '../../../core/sources/generate/uncertainty.ts';
import type { Generation, Run } from '../../../shared/contract/index.ts';
import { judgeProject, llmServer } from '../llm/judging.ts';

const timeout = 120_000;

async function generated(
  { client }: Engine,
  wish: Partial<Generation> & { datasetId: number; endpointId: number },
): Promise<Run> {
  const { id } = await client.generation.start({ as: 'responses', name: 'newcomer', ...wish });
  await vi.waitFor(async () => expect((await client.run.get({ runId: id })).state).not.toBe('running'), {
    timeout: 60_000,
    interval: 50,
  });
  return client.run.get({ runId: id });
}

/** Two turns of a person with given answers, and a passage. */
const dialogues = Array.from({ length: 4 }, (_, i) => ({
  id: `d${i}`,
  conversation: [
    { role: 'user', content: `First question ${i}?` },
    { role: 'assistant', content: `given answer ${i}` },
    { role: 'user', content: `Second question ${i}?` },
  ],
  context: `Passage ${i}.`,
  reference: [[`one ${i}`], [`two ${i}`]],
  responses: { secretive: [`a${i}`, `b${i}`] },
}));

test('a new system answers, its uncertainty is stored, and it can be studied', { timeout }, async () => {
  const server = await llmServer();
  const { engine, datasetId, endpointId } = await judgeProject(server.url, {
    endpoint: { logProbabilities: true },
  });
  const run = await generated(engine, { datasetId, endpointId });
  expect(run).toMatchObject({ state: 'finished', outcomes: { scored: 12 }, calls: 12 });
  const { signals, systems } = await engine.client.dataset.get({ datasetId });
  expect(systems).toContainEqual({ name: 'newcomer', items: 12 });
  for (const { name, scale } of [uncertaintyKinds.entropy, uncertaintyKinds.improbability]) {
    expect(signals).toContainEqual(
      expect.objectContaining({
        kind: 'auto',
        name,
        scale,
        coverage: [expect.objectContaining({ system: 'newcomer', items: 12 })],
      }),
    );
  }
  const { rows } = { rows: await engine.client.item.list({ datasetId, limit: 1 }) } as {
    rows: { items: { id: number }[] };
  };
  const item = await engine.client.item.get({ itemId: rows.items[0]!.id });
  expect(item.responses).toContainEqual({ system: 'newcomer', turns: [expect.stringMatching(/^echo \d$/)] });
  await expect(
    engine.client.generation.start({ as: 'responses', name: 'newcomer', datasetId, endpointId }),
  ).rejects.toMatchObject({ code: 'CONFLICT' });
});

test.each(['gold', 'own'] as const)(
  'several turns are answered on %s history',
  { timeout },
  async (history) => {
    const server = await llmServer({ reply: ({ index }) => `own answer ${index}` });
    const { engine, datasetId, endpointId } = await judgeProject(server.url, {
      records: dialogues,
      endpoint: { concurrency: 1 },
    });
    await generated(engine, { datasetId, endpointId, history, limit: 1 });
    const [first, second] = server.asked.map(({ body }) =>
      (body.messages as { role: string; content: string }[]).map(
        ({ role, content }) => `${role}: ${content}`,
      ),
    );
    expect(first).toEqual([expect.stringMatching(/^system: [\s\S]*Passage 0\./), 'user: First question 0?']);
    expect(second!.slice(1)).toEqual([
      'user: First question 0?',
      history === 'gold' ? 'assistant: given answer 0' : 'assistant: own answer 0',
      'user: Second question 0?',
    ]);
  },
);

test('without log-probabilities two samples stand in, under a name of their own', { timeout }, async () => {
  const server = await llmServer({
    reply: ({ body }) => (body.temperature === 0 ? 'the red house' : 'the blue house'),
  });
  const { engine, datasetId, endpointId } = await judgeProject(server.url, {});
  const run = await generated(engine, { datasetId, endpointId, secondSample: true, limit: 3 });
  expect(run).toMatchObject({ state: 'finished', callsDone: 6 });
  const { signals } = await engine.client.dataset.get({ datasetId });
  const stored = signals.find(({ name }) => name === uncertaintyKinds.disagreement.name)!;
  expect(stored.coverage[0]).toMatchObject({ items: 3, mean: expect.closeTo(1 / 3, 10) });
  expect(signals.some(({ name }) => name === uncertaintyKinds.entropy.name)).toBe(false);
});

test('pseudo-labels become a surrogate that a study can freeze', { timeout }, async () => {
  const server = await llmServer({ reply: ({ index }) => `number ${index}` });
  const { engine, datasetId, endpointId } = await judgeProject(server.url, {});
  expect(
    await generated(engine, { datasetId, endpointId, as: 'pseudo-labels', name: 'guesser' }),
  ).toMatchObject({ state: 'finished', system: null });
  const { surrogates } = await engine.client.study.options({ datasetId });
  const guesser = surrogates.find(({ spec }) => spec.kind === 'llm')!;
  expect(guesser).toMatchObject({
    spec: { kind: 'llm', name: 'guesser' },
    coverage: expect.arrayContaining([{ system: 'secretive', items: 12 }]),
  });
  const question = {
    datasetId,
    system: 'secretive',
    measure: { kind: 'metric', metric: 'rouge-l' },
    surrogate: guesser.spec,
  } as const;
  const study = await engine.client.study.create({ ...question, size: 5, seed: 1 });
  expect(study).toMatchObject({ populationSize: 12, surrogateName: expect.stringMatching(/guesser/) });
});

test('uncertainty of tokens: entropy of the top ones, and improbability of the chosen', () => {
  const even = { token: 'a', logProbability: Math.log(0.5), top: [Math.log(0.5), Math.log(0.5)] };
  const sure = { token: 'b', logProbability: 0, top: [0, Number.NEGATIVE_INFINITY] };
  const found = tokenUncertainty([even, sure]);
  expect(found.improbability).toBeCloseTo(0.25, 12);
  expect(found.entropy).toBeCloseTo(Math.log(2) / 2, 12);
  expect(tokenUncertainty([])).toEqual({});
  expect(disagreement(['same words'], ['same words'])).toEqual({ disagreement: 0 });
  expect(disagreement(['one'], ['other'])).toEqual({ disagreement: 1 });
});
