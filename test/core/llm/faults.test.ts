import { expect, test } from 'vitest';
import { waitForJob } from '../../../host/terminal/wait-for-job.ts';
import type { Fault } from '../../llm-server/faults.ts';
import { type LlmServerOptions, startLlmServer } from '../../llm-server/server.ts';
import { until } from '../../support/until.ts';
import { directRun, judgeProject, llmServer, shortPatience } from './judging.ts';

const count = 12;

/** Judges 12 items against a server that does harm, and gives the run as it stands afterwards. */
async function judgeThrough(options: LlmServerOptions, endpoint: Record<string, unknown> = {}) {
  const server = await llmServer(options);
  const bench = await judgeProject(server.url, { count, endpoint });
  const run = directRun(bench);
  const result = await run.work().catch((error: unknown) => error as Error);
  return { server, result, run: await bench.engine.client.run.get({ runId: run.runId }), bench };
}

/** Every third request goes wrong the first time; when it is asked again it comes through. */
function firstTime(fault: Fault) {
  const seen = new Set<string>();
  return ({ body }: { body: unknown }) => {
    const text = JSON.stringify(body);
    const isNew = !seen.has(text);
    seen.add(text);
    return isNew && seen.size % 3 === 1 ? fault : null;
  };
}

const passing: readonly [name: string, fault: Fault, kind: string][] = [
  ['429 without Retry-After', { kind: 'status', status: 429 }, 'rate-limit'],
  [
    '429 with Retry-After in seconds',
    { kind: 'status', status: 429, headers: { 'retry-after': '0.02' } },
    'rate-limit',
  ],
  ['500', { kind: 'status', status: 500 }, 'server'],
  ['503', { kind: 'status', status: 503 }, 'server'],
  ['408', { kind: 'status', status: 408 }, 'server'],
  ['409', { kind: 'status', status: 409 }, 'server'],
  ['a reset', { kind: 'reset' }, 'connection'],
  ['a reset in the middle of a reply', { kind: 'reset-midway' }, 'connection'],
  ['a web page in place of JSON', { kind: 'html', status: 200 }, 'not-json'],
  ['a web page that is an error', { kind: 'html', status: 502 }, 'server'],
  ['half a reply', { kind: 'truncated' }, 'not-json'],
  ['JSON that is not a reply', { kind: 'wrong-shape' }, 'shape'],
];

test('faults that pass are borne: every item is scored, nothing is paid twice', {
  timeout: 300_000,
}, async () => {
  const bench = await judgeProject('http://127.0.0.1:1/v1', { count });
  for (const [name, fault, kind] of passing) {
    const [endpoint] = await bench.engine.client.endpoint.list({});
    const server = await llmServer({ fault: firstTime(fault) });
    await bench.engine.client.endpoint.save({
      ...endpoint!,
      endpointId: bench.endpointId,
      baseUrl: server.url,
    });
    const { runId, work } = directRun(bench);
    await work();
    const run = await bench.engine.client.run.get({ runId });
    expect(run, name).toMatchObject({
      state: 'finished',
      outcomes: { scored: 2 * count },
      faults: { [kind]: 4 },
    });
    expect(Object.keys(run.faults), name).toEqual([kind]);
    expect([...server.answered.values()], name).toEqual(Array.from({ length: count }, () => 1));
  }
});

test('a reply with the wrong content type is read all the same', { timeout: 120_000 }, async () => {
  const { run } = await judgeThrough({ fault: () => ({ kind: 'wrong-type' }) });
  expect(run).toMatchObject({ state: 'finished', outcomes: { scored: 2 * count }, faults: {} });
});

test.each([
  ['a server that hangs', { kind: 'hang' } as const],
  ['a server that trickles', { kind: 'trickle', pauseMs: 30 } as const],
])('%s is given up after the time allowed, and asked again', { timeout: 120_000 }, async (_name, fault) => {
  const options = { fault: ({ index }: { index: number }) => (index === 2 ? fault : null) };
  const { run } = await judgeThrough(options, { timeoutMs: 2000 });
  expect(run).toMatchObject({ state: 'finished', outcomes: { scored: 2 * count } });
  expect(run.faults).toEqual({ timeout: 1 });
});

test('a storm of 429 ends in a pause with its reason, and the run goes on later', {
  timeout: 120_000,
}, async () => {
  let storm = true;
  const server = await llmServer({ fault: () => (storm ? { kind: 'status', status: 429 } : null) });
  const bench = await judgeProject(server.url, { count });
  const run = directRun(bench);
  const result = await run.work({ patience: { ...shortPatience, giveUpAfterMs: 300 } });
  expect(result).toMatchObject({ state: 'paused', message: expect.stringMatching(/fewer requests \(429\)/) });
  storm = false;
  expect(await run.work()).toMatchObject({ state: 'finished' });
  expect((await bench.engine.client.run.get({ runId: run.runId })).outcomes).toEqual({ scored: 2 * count });
});

test('a server that asks to be left alone for hours is left alone', { timeout: 120_000 }, async () => {
  const fault: Fault = { kind: 'status', status: 429, headers: { 'retry-after': '7200' } };
  const { result, server } = await judgeThrough({ fault: () => fault });
  expect(result).toMatchObject({ state: 'paused', message: expect.stringMatching(/wait 120 minutes/) });
  expect(server.asked.length).toBeLessThanOrEqual(4);
});

test('a server that dies and comes back is waited for', { timeout: 120_000 }, async () => {
  const first = await startLlmServer({ latencyMs: 5 });
  const bench = await judgeProject(first.url, { count: 40 });
  const run = directRun(bench);
  const working = run.work();
  await until(() => first.answered.size >= 8);
  await first.close();
  const faultsSoFar = async () => (await bench.engine.client.run.get({ runId: run.runId })).faults;
  await until(async () => Object.keys(await faultsSoFar()).length > 0);
  const second = await llmServer({ port: first.port });
  expect(await working).toMatchObject({ state: 'finished' });
  const { outcomes, faults } = await bench.engine.client.run.get({ runId: run.runId });
  expect(outcomes).toEqual({ scored: 80 });
  expect((faults.refused ?? 0) + (faults.connection ?? 0)).toBeGreaterThan(0);
  expect(second.asked.length).toBeLessThan(40);
});

test('a server that never answers ends the run soon, in words', { timeout: 120_000 }, async () => {
  const server = await startLlmServer();
  await server.close();
  const bench = await judgeProject(server.url, { count });
  const result = await directRun(bench).work();
  expect(result).toMatchObject({
    state: 'paused',
    message: expect.stringMatching(/Not one reply after 4 tries\. Nothing listens/),
  });
});

test('a refused key ends the run at once', { timeout: 120_000 }, async () => {
  const { result, run, server } = await judgeThrough({ key: 'sk-right' });
  expect(result).toMatchObject({ code: 'ENDPOINT_FAULT', message: expect.stringMatching(/key \(401\)/) });
  expect(run.state).toBe('failed');
  expect(server.asked).toEqual([]);
});

test('an item that the server cannot take fails alone', { timeout: 120_000 }, async () => {
  const isOdd = (body: Record<string, unknown>) => JSON.stringify(body).includes('number 7?');
  const { run } = await judgeThrough({
    fault: ({ body }) =>
      isOdd(body) ? { kind: 'status', status: 400, body: { error: { message: 'Too odd.' } } } : null,
  });
  expect(run).toMatchObject({ state: 'finished', outcomes: { scored: 2 * count - 2, failed: 2 } });
});

test.each([1, 4])(
  'requests that fail for good end a run, %i at a time, and going on asks them again',
  {
    timeout: 120_000,
  },
  async (concurrency) => {
    let isMended = false;
    const poisoned = ['number 0?', 'number 10?', 'number 11?'];
    const { result, run, server, bench } = await judgeThrough(
      {
        fault: ({ body }) =>
          !isMended && poisoned.some((text) => JSON.stringify(body).includes(text))
            ? { kind: 'status', status: 500 }
            : null,
      },
      { concurrency },
    );
    const failed = 2 * poisoned.length;
    expect(result).toMatchObject({
      state: 'finished',
      message: `${failed} failed. Look why; going on asks for those again.`,
    });
    expect(run.outcomes).toEqual({ scored: 2 * count - failed, failed });
    expect(run.callsDone).toBe(count - poisoned.length);
    isMended = true;
    const resumed = await bench.engine.client.run.resume({ runId: run.id });
    await waitForJob(bench.engine, resumed.jobId!);
    const done = await bench.engine.client.run.get({ runId: run.id });
    expect(done).toMatchObject({ state: 'finished', message: '', outcomes: { scored: 2 * count } });
    expect([...server.answered.values()]).toEqual(Array.from({ length: count }, () => 1));
  },
);

test('a clock that is set back or forward changes nothing', { timeout: 120_000 }, async () => {
  const real = Date.now;
  let jump = 0;
  Date.now = () => real() + jump;
  try {
    const { run } = await judgeThrough({
      fault({ index }) {
        jump = index % 2 === 0 ? -9_000_000 : 9_000_000;
        return index % 4 === 1 ? { kind: 'status', status: 429 } : null;
      },
    });
    expect(run).toMatchObject({ state: 'finished', outcomes: { scored: 2 * count } });
  } finally {
    Date.now = real;
  }
});
