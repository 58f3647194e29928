import { expect, test } from 'vitest';
import { Budget, CallLimit } from '../../../core/sources/llm/budget.ts';
import { RunStopped } from '../../../core/sources/llm/run-stopped.ts';
import { directRun, judgeProject, llmServer } from './judging.ts';

const timeout = 60_000;
const prices = { inputPerMillion: 1_000_000, outputPerMillion: 1_000_000 };

test('a spending limit without prices is refused before anything is asked or written', {
  timeout,
}, async () => {
  const server = await llmServer();
  const { engine, datasetId, judge, endpointId } = await judgeProject(server.url);
  const { client } = engine;
  const refused = {
    code: 'INVALID_INPUT',
    message: expect.stringContaining('Loop has no prices'),
    data: { field: 'spendingLimit', mend: expect.stringContaining('--max-calls') },
  };
  const target = { judgeId: judge.id, datasetId, system: 'secretive' };
  const limit = { spendingLimit: 0.001 };
  await expect(client.judge.start({ ...target, ...limit })).rejects.toMatchObject(refused);
  await expect(client.judge.start({ ...target, ...limit, viaBatchApi: true })).rejects.toMatchObject(refused);
  await expect(
    client.generation.start({ as: 'responses', name: 'new', datasetId, endpointId, ...limit }),
  ).rejects.toMatchObject(refused);
  const model = { kind: 'endpoint' as const, endpointId, model: 'loop-1' };
  await expect(
    client.protocol.start({ datasetId, model, settings: { protocol: 'replay', mode: 'gold' }, ...limit }),
  ).rejects.toMatchObject(refused);
  expect(await client.run.list({})).toEqual([]);
  expect(await client.protocol.list({})).toEqual([]);
  const run = directRun({ ...(await judgeProject(server.url)) }, limit);
  await expect(run.work()).rejects.toThrow('A spending limit cannot be kept');
  expect(server.asked).toHaveLength(0);
});

test('a limit on files, which others answer, is refused', { timeout }, async () => {
  const server = await llmServer();
  const { engine, datasetId, judge, folder } = await judgeProject(server.url, { endpoint: { prices } });
  const target = {
    judgeId: judge.id,
    datasetId,
    system: 'secretive',
    writeBatch: `${folder}/requests.jsonl`,
  };
  for (const limit of [{ spendingLimit: 5 }, { callLimit: 5 }]) {
    await expect(engine.client.judge.start({ ...target, ...limit })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      data: { field: Object.keys(limit)[0] },
    });
  }
});

test('no more requests are sent than allowed, tries that fail counted, whether one by one or as a batch', {
  timeout,
}, async () => {
  const server = await llmServer({
    fault: ({ index }) => (index % 2 === 0 ? { kind: 'status', status: 500 } : null),
  });
  const bench = await judgeProject(server.url, { count: 20 });
  const run = directRun(bench);
  expect(await run.work({ callLimit: 7 })).toMatchObject({
    state: 'limit',
    message: expect.stringContaining('limit of 7 requests'),
  });
  expect(server.asked.length).toBeLessThanOrEqual(7);
  const batch = directRun(bench, { viaBatchApi: true });
  expect(await batch.work({ callLimit: 7 })).toMatchObject({ state: 'limit' });
  expect(server.asked.length).toBeLessThanOrEqual(7);
});

test('replies that were begun and cannot be used count as paid', { timeout }, async () => {
  const server = await llmServer({ fault: () => ({ kind: 'wrong-shape' }) });
  const bench = await judgeProject(server.url, {
    count: 20,
    endpoint: { prices: { inputPerMillion: 1, outputPerMillion: 1_000_000 }, concurrency: 1 },
    judge: { maxOutputTokens: 100 },
  });
  const run = directRun(bench, { spendingLimit: 250 });
  await run.work().catch(() => {});
  expect(server.asked.length).toBe(2);
});

test('what costs more than was thought is thought to cost more from then on', async () => {
  const budget = new Budget(prices, 100);
  budget.spend(20, 20, { inputTokens: 10, maxOutputTokens: 10 });
  expect(budget.hasRoomFor(14, 15)).toBe(true);
  expect(budget.hasRoomFor(15, 16)).toBe(false);
  expect(() => new Budget(null, 1)).toThrow('A spending limit cannot be kept');
  const calls = new CallLimit(2);
  const both = [new Budget(null, null, calls), new Budget(prices, 100, calls)];
  for (const one of both) (await one.reserve(1, 1))();
  await expect(both[0]!.reserve(1, 1)).rejects.toThrow(RunStopped);
});
