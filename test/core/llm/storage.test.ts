import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { unitsPerRequest } from '../../../core/models/run/item-plan.ts';
import { findCall } from '../../../db/replies.ts';
import { exportEverything } from './export-everything.ts';
import { directRun, judgeProject, limited, llmServer } from './judging.ts';
import { writings } from './key-writings.ts';

const timeout = 120_000;

test('a paused run goes on without asking again, and a second judge of the same words pays nothing', {
  timeout,
}, async () => {
  const server = await llmServer({ latencyMs: 10 });
  const bench = await judgeProject(server.url, { count: 30 });
  const run = directRun(bench);
  const asked = () => (server.answered.size >= 9 ? 'pause' : 'continue') as 'pause' | 'continue';
  expect(await run.work({}, { asked })).toMatchObject({ state: 'paused' });
  expect(server.answered.size).toBeLessThan(30);
  const paused = await bench.engine.client.run.get({ runId: run.runId });
  expect(paused.callsDone).toBe(server.answered.size);
  expect(await run.work()).toMatchObject({ state: 'finished' });
  expect([...server.answered.values()]).toEqual(Array.from({ length: 30 }, () => 1));
  const again = directRun(bench);
  await again.work();
  const reused = await bench.engine.client.run.get({ runId: again.runId });
  expect(reused).toMatchObject({ callsDone: 30, callsReused: 30, inputTokens: 0, outcomes: { scored: 60 } });
  expect(server.asked).toHaveLength(30);
});

test('a canceled run drops what is under way and keeps what came in', { timeout }, async () => {
  let isSlow = true;
  // After the first four nobody is answered until the run is canceled.
  const server = await llmServer({ fault: ({ index }) => (isSlow && index >= 4 ? { kind: 'hang' } : null) });
  const bench = await judgeProject(server.url, { count: 12 });
  const run = directRun(bench);
  const count = bench.engine.context.session.project!.db.prepare('SELECT COUNT(*) FROM llm_call').pluck();
  const asked = () => (count.get() === 4 && server.asked.length > 4 ? 'cancel' : 'continue');
  await expect(run.work({}, { asked })).rejects.toMatchObject({ code: 'CANCELED' });
  expect(count.get()).toBe(4);
  isSlow = false;
  await run.work();
  expect((await bench.engine.client.run.get({ runId: run.runId })).outcomes).toEqual({ scored: 24 });
});

test('replies, requests and scores are stored as they were, the scores as a surrogate with its coverage', {
  timeout,
}, async () => {
  const server = await llmServer();
  const bench = await judgeProject(server.url, { count: 12, judge: { repeats: 2, itemsPerCall: 5 } });
  const { engine, datasetId, judge } = bench;
  const run = await engine.client.judge.start({ judgeId: judge.id, datasetId, system: 'secretive' });
  await vi.waitFor(
    async () => expect((await engine.client.run.get({ runId: run.id })).state).toBe('finished'),
    { timeout: 60_000, interval: 50 },
  );
  expect(server.asked).toHaveLength(6);
  const { rows, total } = await engine.client.run.verdicts({ runId: run.id });
  expect(total).toBe(48);
  const flagged = (is: boolean) => engine.client.run.verdicts({ runId: run.id, flagged: is });
  expect([(await flagged(true)).total, (await flagged(false)).total]).toEqual([0, 48]);
  const scores = await engine.client.run.scores({ runId: run.id });
  expect(scores.unusableReplies).toBe(0);
  expect(scores.criteria.map(({ scores: count }) => count)).toEqual([24, 24]);
  for (const { mean, bins, name } of scores.criteria) {
    const given = rows.filter(({ criterion }) => criterion === name).map(({ value }) => value!);
    expect(mean).toBeCloseTo(given.reduce((sum, value) => sum + value, 0) / given.length, 12);
    expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(24);
    for (const { from, to, count } of bins) {
      expect(given.filter((value) => value > from && value < to)).toHaveLength(count);
    }
  }
  const call = await engine.client.run.call({ hash: rows[0]!.callHash });
  expect(JSON.parse(call.reply)).toMatchObject({ object: 'chat.completion' });
  expect(call.answer).toContain('helpfulness');
  expect(call.reasoning).toBeNull();
  expect(call.request).toMatchObject({ baseUrl: server.url, path: '/chat/completions', repeat: 0 });
  const alone = await engine.client.estimate.checks({ datasetId });
  const helpful = alone.find(({ name, criterion }) => name === 'looper v1' && criterion === 'helpfulness');
  expect(helpful!.systems[0]).toMatchObject({ items: 12, repeats: { items: 12, values: 24 } });
  const { surrogates } = await engine.client.study.options({ datasetId });
  expect(surrogates).toContainEqual(
    expect.objectContaining({
      spec: { kind: 'judge', judge: 'looper v1', criterion: 'helpfulness' },
      coverage: [{ system: 'secretive', items: 12 }],
    }),
  );
  const study = await engine.client.study.create({
    datasetId,
    system: 'secretive',
    measure: { kind: 'criterion', criterion: 'quality' },
    surrogate: { kind: 'judge', judge: 'looper v1', criterion: 'helpfulness' },
    size: 5,
  });
  const { judges } = await engine.client.estimate.current({ studyId: study.id });
  expect(judges).toContainEqual(
    expect.objectContaining({ name: 'looper v1', alsoSurrogate: true, items: 12 }),
  );
});

test('a spending limit is kept to, and a raised one lets the run go on', { timeout }, async () => {
  const server = await llmServer();
  const prices = { inputPerMillion: 100, outputPerMillion: 400 };
  const bench = await judgeProject(server.url, {
    count: 20,
    endpoint: { prices },
    judge: { maxOutputTokens: 200 },
  });
  const { engine, datasetId, judge } = bench;
  const target = { judgeId: judge.id, datasetId, system: 'secretive' };
  const estimate = await engine.client.judge.estimate(target);
  expect(estimate).toMatchObject({ items: 20, calls: 20, callsStored: 0 });
  const limit = estimate.cost! / 2;
  const run = directRun(bench, { spendingLimit: limit });
  expect(await run.work()).toMatchObject({
    state: 'limit',
    message: expect.stringMatching(/spending limit/),
  });
  const stopped = await engine.client.run.get({ runId: run.runId });
  expect(stopped.cost!).toBeGreaterThan(0);
  expect(stopped.cost!).toBeLessThanOrEqual(limit);
  engine.context.session.project!.db.prepare('UPDATE llm_run SET spending_limit = NULL').run();
  expect(await run.work()).toMatchObject({ state: 'finished' });
  expect(server.asked).toHaveLength(20);
  expect((await engine.client.judge.estimate(target)).callsStored).toBe(20);
});

test('a full disk stops the run in words, and nothing stored is lost', { timeout }, async () => {
  const filler = 'x'.repeat(20_000);
  const server = await llmServer({
    reply: ({ index }) =>
      JSON.stringify({
        items: [{ item: 1, reason: filler, scores: { helpfulness: 1 + (index % 5), fluency: 3 } }],
      }),
  });
  const bench = await judgeProject(server.url, { count: 30 });
  const run = directRun(bench);
  const { db } = bench.engine.context.session.project!;
  const pages = db.pragma('page_count', { simple: true }) as number;
  const halted = run.work({ diskPatienceMs: 50 }, { db: limited(bench.file, pages + 60) });
  await expect(halted).rejects.toMatchObject({ code: 'DISK_FULL' });
  const stored = db.prepare('SELECT COUNT(*) FROM llm_call').pluck().get() as number;
  expect(stored).toBeGreaterThan(0);
  expect(stored).toBeLessThan(30);
  expect(await run.work()).toMatchObject({ state: 'finished' });
  expect(server.asked.length).toBeLessThanOrEqual(30 + unitsPerRequest * 4);
});

test('no key in the project, in exports, in errors or in what is logged', { timeout }, async () => {
  const key = 'sk-very-secret-0123456789abcdef';
  const logged: string[] = [];
  const methods = ['log', 'error', 'warn', 'info', 'debug'] as const;
  const spies = methods.map((method) =>
    vi.spyOn(console, method).mockImplementation((...parts) => void logged.push(parts.map(String).join(' '))),
  );
  const server = await llmServer({
    key,
    // A server that tells everybody what it was sent.
    reply: ({ headers }) =>
      JSON.stringify({
        items: [
          { item: 1, reason: `You sent ${headers.authorization}`, scores: { helpfulness: 4, fluency: 4 } },
        ],
      }),
    fault: ({ index, headers }) =>
      index % 4 === 1
        ? { kind: 'status', status: 500, body: { error: { message: `Failed for ${headers.authorization}` } } }
        : null,
  });
  const bench = await judgeProject(server.url, { endpoint: { keySource: 'typed' } });
  const { engine, endpointId, folder } = bench;
  await engine.client.endpoint.typeKey({ endpointId, key });
  await directRun(bench).work({ key });
  await engine.client.endpoint.typeKey({ endpointId, key: 'sk-wrong-but-secret-0123456789' });
  const refused = await engine.client.endpoint.test({ endpointId });
  expect(refused).toMatchObject({ ok: false, problem: 'unauthorized' });
  const exported = await exportEverything(engine, folder);
  engine.context.session.project!.db.pragma('wal_checkpoint(TRUNCATE)');
  for (const spy of spies) spy.mockRestore();
  const places = [JSON.stringify(refused), exported, ...logged, ...filesUnder(folder)];
  for (const secret of [key, 'sk-wrong-but-secret'])
    expect(places.filter((text) => text.includes(secret))).toEqual([]);
  expect(places.join('').includes('[key removed]')).toBe(true);
  const row = engine.context.session
    .project!.db.prepare('SELECT hash FROM llm_call LIMIT 1')
    .pluck()
    .get() as string;
  expect(findCall(engine.context.session.project!.db, row)!.reply).toContain('[key removed]');
});

test('no writing of the key in the project, in what calls return or in what is logged', {
  timeout,
}, async () => {
  const key = 'sk-Very/Secret+0123&456789abcdef';
  const logged: string[] = [];
  const methods = ['log', 'error', 'warn', 'info', 'debug'] as const;
  const spies = methods.map((method) =>
    vi.spyOn(console, method).mockImplementation((...parts) => void logged.push(parts.map(String).join(' '))),
  );
  const all = Object.values(writings).map((write) => write(key));
  const server = await llmServer({
    reply: ({ index }) =>
      JSON.stringify({
        items: [
          {
            item: 1,
            reason: `You sent ${all[index % all.length]}.`,
            scores: { helpfulness: 4, fluency: 4 },
          },
        ],
      }),
    fault: ({ index }) => {
      const said = `Failed for ${'so '.repeat(index % 90)} ${all[index % all.length]}`;
      return index % 3 === 1 ? { kind: 'status', status: 400, body: { error: { message: said } } } : null;
    },
  });
  const count = 3 * all.length;
  const bench = await judgeProject(server.url, { count, endpoint: { keySource: 'typed', concurrency: 1 } });
  const { engine, endpointId, folder, file } = bench;
  await engine.client.endpoint.typeKey({ endpointId, key });
  const direct = directRun(bench);
  await direct.work({ key });
  const tests = [];
  for (const _ of all) tests.push(await engine.client.endpoint.test({ endpointId }));
  const exported = await exportEverything(engine, folder);
  for (const spy of spies) spy.mockRestore();
  const bytes = [file, `${file}-wal`].map((name) => readFileSync(name, 'latin1'));
  const places = [JSON.stringify(tests), exported, ...logged, ...filesUnder(folder), ...bytes];
  expect(bytes[1]!.length).toBeGreaterThan(0);
  expect(bytes.join('').split('[key removed]').length).toBeGreaterThan(count);
  const middles = all.map((text) => text.slice(text.length / 2 - 6, text.length / 2 + 6));
  const secrets = [...all, ...middles].flatMap((text) => [text, JSON.stringify(text).slice(1, -1)]);
  for (const secret of secrets) expect(places.filter((text) => text.includes(secret))).toEqual([]);
});

const filesUnder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'latin1'));
