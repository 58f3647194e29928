import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { faultOfStatus } from '../../../core/models/llm/fault.ts';
import { KeyRing } from '../../../core/platform/endpoints/key-ring.ts';
import { Pace } from '../../../core/platform/endpoints/pace.ts';
import { insertProtocolRun } from '../../../db/protocol-runs.ts';
import type { EndpointSettings, ModelSpec } from '../../../shared/contract/index.ts';
import { type LlmServerOptions, startLlmServer } from '../../llm-server/server.ts';
import {
  engineWithProject,
  importRecords,
  ratedRecords,
  ratedScales,
  temporaryFolder,
} from '../support/test-engine.ts';
import { llmServer } from './judging.ts';

const timeout = 60_000;
const base = { name: 'X', preset: 'custom', model: 'loop-1', keySource: 'none' } as const;

async function testAt(settings: Partial<EndpointSettings> & { baseUrl: string }, key?: string) {
  const { engine } = await engineWithProject();
  const { id: endpointId } = await engine.client.endpoint.save({ ...base, ...settings });
  if (key !== undefined) await engine.client.endpoint.typeKey({ endpointId, key });
  return engine.client.endpoint.test({ endpointId });
}

const serverProblems: [problem: string, options: LlmServerOptions, settings: Partial<EndpointSettings>][] = [
  ['unauthorized', { key: 'right' }, {}],
  ['model', {}, { model: 'missing' }],
  ['not-json', { fault: () => ({ kind: 'html', status: 200 }) }, {}],
  ['shape', { fault: () => ({ kind: 'wrong-shape' }) }, {}],
  ['server', { fault: () => ({ kind: 'html', status: 502 }) }, {}],
  ['rate-limit', { fault: () => ({ kind: 'status', status: 429 }) }, {}],
  ['timeout', { fault: () => ({ kind: 'hang' }) }, { timeoutMs: 500 }],
  [
    'moved',
    { fault: () => ({ kind: 'status', status: 307, headers: { location: 'http://127.0.0.1:1/' } }) },
    {},
  ],
  [
    'request',
    {
      fault: () => ({
        kind: 'status',
        status: 400,
        body: { error: { message: 'response_format is not supported' } },
      }),
    },
    {},
  ],
];

test.each(serverProblems)('the connection test tells %s', { timeout }, async (problem, options, settings) => {
  const server = await llmServer(options);
  const result = await testAt({ baseUrl: server.url, ...settings });
  expect(result).toMatchObject({ ok: false, problem });
  expect(result.message).toMatch(/\.$/);
  expect(result.remedy).not.toBe('');
});

test('the connection test tells a name that does not exist, a closed port, a wrong path and plain HTTP behind https', {
  timeout,
}, async () => {
  const server = await llmServer();
  const closed = await startLlmServer();
  await closed.close();
  const problems = [
    [`http://no-such-host.invalid/v1`, 'dns'],
    [closed.url, 'refused'],
    [server.url.replace('/v1', '/api'), 'path'],
    [server.url.replace('http:', 'https:'), 'tls'],
  ] as const;
  for (const [baseUrl, problem] of problems) {
    expect((await testAt({ baseUrl })).problem, baseUrl).toBe(problem);
  }
});

test('the connection test tells a missing key without asking', { timeout }, async () => {
  const server = await llmServer();
  const result = await testAt({ baseUrl: server.url, keySource: 'typed' });
  expect(result).toMatchObject({
    ok: false,
    problem: 'no-key',
    remedy: expect.stringMatching(/Type the key/),
  });
  expect(server.asked).toEqual([]);
});

test('a key goes by the header that is named, further headers with it, and both APIs work', {
  timeout,
}, async () => {
  for (const [api, keyHeader] of [
    ['chat', 'api-key'],
    ['responses', null],
  ] as const) {
    const server = await llmServer({ key: 'k-12345' });
    const settings = {
      api,
      keyHeader,
      keySource: 'typed',
      headers: { 'x-team': 'blue' },
      logProbabilities: true,
    } as const;
    const result = await testAt({ baseUrl: server.url, ...settings }, 'k-12345');
    expect(result).toMatchObject({ ok: true, models: ['loop-1', 'loop-2'], logProbabilities: true });
    expect(server.asked[0]!.headers).toMatchObject({ 'x-team': 'blue' });
    expect(server.asked[0]!.path).toBe(api === 'chat' ? '/v1/chat/completions' : '/v1/responses');
  }
});

test.each([
  ['a password in the address', { baseUrl: 'https://me:secret@host/v1' }],
  ['a key in the address', { baseUrl: 'https://host/v1?api-key=abc' }],
  ['a key among the headers', { baseUrl: 'https://host/v1', headers: { 'X-Api-Key': 'abc' } }],
  ['no address at all', { baseUrl: 'ftp://host' }],
])('%s is refused', { timeout }, async (_name, settings) => {
  const { engine } = await engineWithProject();
  await expect(engine.client.endpoint.save({ ...base, ...settings })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  });
});

test('an environment variable goes only where somebody on this computer agreed', () => {
  vi.stubEnv('SOME_TEST_KEY', 'from-the-environment');
  const ring = new KeyRing(temporaryFolder());
  const endpoint = {
    name: 'A',
    baseUrl: 'https://good.example/v1',
    keySource: 'environment',
    keyVariable: 'SOME_TEST_KEY',
  } as const;
  expect(ring.find(endpoint)).toBeUndefined();
  expect(() => ring.require(endpoint)).toThrow(/not available/);
  ring.trust(endpoint);
  expect(ring.find(endpoint)).toBe('from-the-environment');
  expect(ring.find({ ...endpoint, baseUrl: 'https://evil.example/v1' })).toBeUndefined();
  vi.unstubAllEnvs();
});

test('a key of the keychain is for its address alone', () => {
  const ring = new KeyRing(path.join(temporaryFolder()));
  const endpoint = {
    name: 'A',
    baseUrl: 'https://good.example/v1',
    keySource: 'keychain',
    keyVariable: null,
  } as const;
  ring.setKeychain({ 'https://good.example A': 'k' });
  expect(ring.find(endpoint)).toBe('k');
  expect(ring.find({ ...endpoint, baseUrl: 'https://good.example:8443/v1' })).toBeUndefined();
  ring.setKeychain({});
  expect(ring.find(endpoint)).toBeUndefined();
});

test('an endpoint that is renamed keeps its key; another address gets none', async () => {
  const { engine } = await engineWithProject();
  const kept = { ...base, baseUrl: 'https://good.example/v1', keySource: 'keychain' } as const;
  const { id: endpointId } = await engine.client.endpoint.save(kept);
  engine.context.keys.setKeychain({ 'https://good.example X': 'k' });
  const renamed = await engine.client.endpoint.save({ ...kept, endpointId, name: 'Y' });
  expect(renamed).toMatchObject({ hasKey: true, secretName: 'https://good.example Y' });
  expect(engine.context.keys.find(renamed)).toBe('k');
  const moved = await engine.client.endpoint.save({
    ...renamed,
    endpointId,
    baseUrl: 'https://evil.example',
  });
  expect(moved.hasKey).toBe(false);
  const typed = { ...kept, keySource: 'typed' } as const;
  const { id } = await engine.client.endpoint.save(typed);
  await engine.client.endpoint.typeKey({ endpointId: id, key: 'by hand' });
  const other = await engine.client.endpoint.save({ ...typed, endpointId: id, name: 'Z' });
  expect(engine.context.keys.find(other)).toBe('by hand');
});

test('an endpoint that a part of a protocol run uses is not deleted', async () => {
  const { engine, folder } = await engineWithProject();
  const datasetId = await importRecords(engine, folder, ratedRecords(3), { scales: ratedScales });
  const [model, judge, free] = await Promise.all(
    ['model', 'judge', 'free'].map((name) =>
      engine.client.endpoint.save({ ...base, name, baseUrl: 'http://127.0.0.1:9/v1' }),
    ),
  );
  const { db } = engine.context.session.project!;
  insertProtocolRun(db, {
    title: 'a run',
    datasetId,
    model: { kind: 'endpoint', endpointId: model!.id } as ModelSpec,
    system: 's',
    settings: {
      protocol: 'iqa-eval',
      user: null,
      judges: [{ kind: 'endpoint', endpointId: judge!.id }],
    } as never,
    concurrency: 1,
    spendingLimit: null,
    callLimit: null,
    createdAt: '2026-01-01T00:00:00.000Z',
  });
  for (const { id: endpointId } of [model!, judge!]) {
    await expect(engine.client.endpoint.remove({ endpointId })).rejects.toMatchObject({ code: 'CONFLICT' });
  }
  await engine.client.endpoint.remove({ endpointId: free!.id });
  expect((await engine.client.endpoint.list({})).map(({ name }) => name)).toEqual(['model', 'judge']);
});

test('what a server says ends with one full stop', () => {
  const said = (body: string) => faultOfStatus(503, new Headers(), body).message;
  expect(said('{"error":"Overloaded."}')).toBe('The server failed (503). It says: “Overloaded”.');
  expect(said('{"error":"Overloaded"}')).toBe('The server failed (503). It says: “Overloaded”.');
});

test('Retry-After is read in seconds, milliseconds and as a date by the server’s own clock', () => {
  const wait = (headers: Record<string, string>) => faultOfStatus(429, new Headers(headers), '').retryAfterMs;
  expect(wait({ 'retry-after': '3' })).toBe(3000);
  expect(wait({ 'retry-after-ms': '250', 'retry-after': '9' })).toBe(250);
  const date = 'Fri, 01 Jan 1999 00:00:00 GMT';
  expect(wait({ date, 'retry-after': 'Fri, 01 Jan 1999 00:01:30 GMT' })).toBe(90_000);
  expect(wait({ date, 'retry-after': 'Thu, 31 Dec 1998 23:00:00 GMT' })).toBe(0);
  expect(wait({ 'retry-after': 'soon' })).toBeNull();
  expect(wait({})).toBeNull();
});

test('requests start no faster than the limits allow, and not at all while held', async () => {
  const never = new AbortController().signal;
  const limited = new Pace({ requestsPerMinute: 1200, tokensPerMinute: null, concurrency: null });
  const started = performance.now();
  for (let i = 0; i < 30; i++) await limited.turn(1, never);
  // 20 of them at once from the full bucket, then one each 50 ms.
  expect(performance.now() - started).toBeGreaterThan(490);
  const tokens = new Pace({ requestsPerMinute: null, tokensPerMinute: 60_000, concurrency: null });
  const before = performance.now();
  await tokens.turn(1000, never);
  await tokens.turn(300, never);
  expect(performance.now() - before).toBeGreaterThan(290);
  const held = new Pace({ requestsPerMinute: null, tokensPerMinute: null, concurrency: null });
  held.hold(100);
  const stop = new AbortController();
  stop.abort(new Error('stopped'));
  await expect(held.turn(1, stop.signal)).rejects.toThrow('stopped');
});

test('settings are tried before they are stored, with a key that is kept nowhere', { timeout }, async () => {
  const server = await llmServer({ key: 'right' });
  const { engine } = await engineWithProject();
  const { endpoint } = engine.client;
  const settings = { ...base, baseUrl: server.url, keySource: 'typed' } as const;
  expect(await endpoint.try(settings)).toMatchObject({ ok: false, problem: 'no-key' });
  expect(await endpoint.try({ ...settings, key: 'wrong' })).toMatchObject({ problem: 'unauthorized' });
  expect(await endpoint.try({ ...settings, key: 'right' })).toMatchObject({ ok: true });
  expect(await endpoint.list({})).toEqual([]);
  expect(await endpoint.save(settings)).toMatchObject({ hasKey: false });
});

test('what changes in an endpoint is tried with its key, at its own address only', { timeout }, async () => {
  const server = await llmServer({ key: 'right' });
  const elsewhere = await llmServer({ key: 'right' });
  const { engine } = await engineWithProject();
  const { endpoint } = engine.client;
  const settings = { ...base, baseUrl: server.url, keySource: 'typed' } as const;
  const { id: endpointId } = await endpoint.save(settings);
  await endpoint.typeKey({ endpointId, key: 'right' });
  const renamed = { ...settings, endpointId, name: 'Y' };
  expect(await endpoint.try(renamed)).toMatchObject({ ok: true });
  const moved = { ...renamed, baseUrl: elsewhere.url };
  expect(await endpoint.try(moved)).toMatchObject({ ok: false, problem: 'no-key' });
  expect(elsewhere.asked).toEqual([]);
});
