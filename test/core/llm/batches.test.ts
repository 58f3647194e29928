import { expect, test } from 'vitest';
import { inFiles } from '../../../core/sources/llm/batches.ts';
import type { LlmRequest } from '../../../core/sources/llm/request.ts';
import { directRun, judgeProject, llmServer } from './judging.ts';

const timeout = 120_000;
const count = 15;

test('a batch answers what it can, the rest is asked one by one, all of it once', { timeout }, async () => {
  const server = await llmServer();
  server.batches.looksUntilDone = 3;
  server.batches.failing = (place) => place % 5 === 0;
  const bench = await judgeProject(server.url, { count });
  const run = directRun(bench, { viaBatchApi: true });
  expect(await run.work()).toMatchObject({ state: 'finished' });
  expect(server.batches.batches).toHaveLength(1);
  expect(server.batches.answered.size).toBe(12);
  expect(server.asked).toHaveLength(3);
  const { outcomes, callsDone, inputTokens } = await bench.engine.client.run.get({ runId: run.runId });
  expect({ outcomes, callsDone }).toEqual({ outcomes: { scored: 2 * count }, callsDone: count });
  expect(inputTokens).toBeGreaterThan(0);
  const { rows } = await bench.engine.client.run.verdicts({ runId: run.runId });
  const call = await bench.engine.client.run.call({ hash: rows[0]!.callHash });
  expect(call.request).toMatchObject({ path: '/chat/completions' });
});

test('a run that was cut off while its batch was at work finds it again', { timeout }, async () => {
  const server = await llmServer();
  server.batches.looksUntilDone = 4;
  const bench = await judgeProject(server.url, { count });
  const run = directRun(bench, { viaBatchApi: true });
  const asked = () => (server.batches.batches.length > 0 ? 'pause' : 'continue') as 'pause' | 'continue';
  expect(await run.work({ batchPollMs: 5000 }, { asked })).toMatchObject({ state: 'paused' });
  // As if the crash had come before the server's answer was noted.
  bench.engine.context.session.project!.db.prepare('UPDATE llm_batch SET remote_id = NULL').run();
  expect(await run.work()).toMatchObject({ state: 'finished' });
  expect(server.batches.batches).toHaveLength(1);
  expect([...server.batches.answered.values()]).toEqual(Array.from({ length: count }, () => 1));
  expect(server.asked).toEqual([]);
});

test('a batch that expires keeps what it has, and the rest goes into another', { timeout }, async () => {
  const server = await llmServer();
  server.batches.failing = (place) => place >= 5;
  server.batches.endsAs = 'expired';
  const bench = await judgeProject(server.url, { count });
  const run = directRun(bench, { viaBatchApi: true });
  expect(await run.work()).toMatchObject({
    state: 'paused',
    message: expect.stringMatching(/expired with 5 of 15/),
  });
  server.batches.failing = () => false;
  server.batches.endsAs = 'completed';
  expect(await run.work()).toMatchObject({ state: 'finished' });
  expect(server.batches.batches.map(({ request_counts }) => request_counts.total)).toEqual([15, 10]);
  expect(server.asked).toEqual([]);
});

test('a file of requests is measured in bytes, whatever the script', () => {
  const requests = (text: string) => Array.from({ length: 4 }, () => ({ canonical: text }) as LlmRequest);
  const sizes = (text: string, most: { requests: number; bytes: number }) =>
    [...inFiles(requests(text), most)].map((group) => group.length);
  expect(sizes('abcd', { requests: 3, bytes: 100 })).toEqual([3, 1]);
  expect(sizes('abcd', { requests: 9, bytes: 8 })).toEqual([2, 2]);
  expect(sizes('河流', { requests: 9, bytes: 8 })).toEqual([1, 1, 1, 1]);
  expect(sizes('longer than a file', { requests: 9, bytes: 8 })).toEqual([1, 1, 1, 1]);
});
