import { expect, test, vi } from 'vitest';
import { insertProtocolConversations } from '../../../db/protocol-conversations.ts';
import { insertProtocolRun } from '../../../db/protocol-runs.ts';
import type { WritableDb } from '../../../db/types.ts';
import { ProtocolSettingsSchema } from '../../../shared/contract/protocol-settings.ts';
import { type Bench, directRun, judgeProject, llmServer } from '../llm/judging.ts';

const timeout = 120_000;

const dbOf = ({ engine }: Bench): WritableDb => engine.context.session.project!.db;

/** A protocol run that is said to be at work, as a job that died leaves it; it has the same id as the first judge run. */
function protocolRun(bench: Bench): number {
  const db = dbOf(bench);
  const runId = insertProtocolRun(db, {
    title: 'replay',
    datasetId: bench.datasetId,
    model: { kind: 'recorded', system: 'secretive' },
    system: 'secretive',
    settings: ProtocolSettingsSchema.parse({ protocol: 'replay', mode: 'gold' }),
    concurrency: 1,
    spendingLimit: null,
    callLimit: null,
    createdAt: '2026-01-01T00:00:00.000Z',
  });
  const itemId = db.prepare('SELECT MIN(id) FROM item').pluck().get() as number;
  insertProtocolConversations(db, runId, [{ itemIds: [itemId], group: null, variant: {} }]);
  return runId;
}

test('a judge run and a protocol run of one id are told apart, at work and at rest', {
  timeout,
}, async () => {
  const server = await llmServer({ latencyMs: 400 });
  const bench = await judgeProject(server.url, { count: 12 });
  const { engine, datasetId, judge } = bench;
  const { run, protocol } = engine.client;
  const { id } = await engine.client.judge.start({ judgeId: judge.id, datasetId, system: 'secretive' });
  expect(protocolRun(bench)).toBe(id);
  expect((await run.get({ runId: id })).state).toBe('running');
  // A job works on it, whatever its row says: whoever waits for its end can start the next run.
  const setState = dbOf(bench).prepare('UPDATE llm_run SET state = ? WHERE id = ?');
  setState.run('finished', id);
  expect(await run.get({ runId: id })).toMatchObject({ state: 'running', jobId: expect.any(Number) });
  setState.run('running', id);
  // No job works on it, whatever its row says.
  expect(await protocol.get({ runId: id })).toMatchObject({ state: 'interrupted', jobId: null });
  await expect(protocol.cancel({ runId: id })).rejects.toMatchObject({ code: 'CONFLICT' });
  await expect(run.resume({ runId: id })).rejects.toMatchObject({ code: 'CONFLICT' });
  await run.pause({ runId: id });
  await vi.waitFor(async () => expect((await run.get({ runId: id })).state).toBe('paused'), {
    timeout: 30_000,
    interval: 50,
  });
  expect((await run.get({ runId: id })).finishedAt).toBeNull();
  await protocol.resume({ runId: id });
  await vi.waitFor(async () => expect((await protocol.get({ runId: id })).jobId).toBeNull(), {
    timeout: 30_000,
    interval: 50,
  });
  expect((await protocol.get({ runId: id })).state).not.toBe('running');
});

test('runs that a crash cut off are interrupted once the project opens; finished ones stay', {
  timeout,
}, async () => {
  const server = await llmServer();
  const bench = await judgeProject(server.url, { count: 2 });
  const { engine, file } = bench;
  const cutOff = directRun(bench).runId;
  const done = directRun(bench);
  await done.work();
  const conversing = protocolRun(bench);
  const earlier = { calls: 3, callsReused: 1, inputTokens: 9, outputTokens: 4, cost: 0.5 };
  dbOf(bench)
    .prepare('UPDATE protocol_run SET progress = ? WHERE id = ?')
    .run(JSON.stringify(earlier), conversing);
  await engine.client.project.close({});
  await engine.client.project.open({ path: file });
  const { run, protocol } = engine.client;
  const message = 'Assay ended while it ran. Resume it: no stored reply is asked again.';
  expect(await run.get({ runId: cutOff })).toMatchObject({ state: 'interrupted', message });
  expect(await run.get({ runId: done.runId })).toMatchObject({ state: 'finished', callsDone: 2 });
  // What an earlier version counted of a protocol reads as it was.
  expect(await protocol.get({ runId: conversing })).toMatchObject({
    state: 'interrupted',
    message,
    ...earlier,
  });
});
