import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LlmServer, startLlmServer } from '../llm-server/server.ts';
import { makeWorkplace, type Workplace } from './run-assay.ts';
import { writeTinySet } from './tiny-set.ts';

let server: LlmServer;
let place: Workplace;

beforeAll(async () => {
  server = await startLlmServer();
  place = makeWorkplace({ asStarted: ['judge'] });
  await place.json('init', 'p.assay');
  await place.json('import', 'p.assay', writeTinySet(place.dir, 12), '--scale', 'criterion:helpful=1..5');
}, 120_000);

afterAll(async () => {
  await server.close();
  place[Symbol.dispose]();
});

test('an endpoint is added, listed, tested and removed', { timeout: 120_000 }, async () => {
  const added = await place.json(
    'endpoint',
    'add',
    'p.assay',
    '--name',
    'Loop',
    '--url',
    server.url,
    '--no-key',
    '--model',
    'loop-1',
    '--price-in',
    '1',
    '--price-out',
    '2',
  );
  expect(added).toMatchObject({
    name: 'Loop',
    hasKey: true,
    keySource: 'none',
    prices: { inputPerMillion: 1 },
  });
  expect(await place.json('endpoint', 'test', 'p.assay')).toMatchObject({
    ok: true,
    models: ['loop-1', 'loop-2'],
  });
  const wrong = await place.assay('endpoint', 'test', 'p.assay', '--model', 'missing');
  expect(wrong).toMatchObject({
    exitCode: 1,
    stdout: expect.stringMatching(/does not have this model[\s\S]*loop-2/),
  });
  await place.json('endpoint', 'add', 'p.assay', '--name', 'Other', '--url', server.url, '--no-key');
  expect(await place.json('endpoint', 'remove', 'p.assay', '--endpoint', 'Other')).toEqual({
    removed: 'Other',
  });
  expect((await place.assay('endpoint', 'list', 'p.assay')).stdout).toMatch(/Loop +http:\/\/127/);
});

test('a dry run prints the exact requests that the run then sends', { timeout: 120_000 }, async () => {
  const args = [
    'judge',
    'run',
    'p.assay',
    '--prompt',
    'Helpful and fluent',
    '--system',
    'alpha',
    '--items-per-call',
    '5',
  ];
  const { requests } = await place.json<{ requests: { body: unknown; headers: Record<string, string> }[] }>(
    ...args,
    '--dry-run',
  );
  expect(server.asked.filter(({ body }) => JSON.stringify(body).includes('helpfulness'))).toEqual([]);
  const before = server.asked.length;
  const { run } = await place.json<{ run: { state: string } }>(...args);
  expect(run).toMatchObject({ state: 'finished', calls: 3, outcomes: { scored: 24 } });
  const sent = server.asked.slice(before).map(({ body }) => body);
  expect(sent).toHaveLength(3);
  expect(sent).toEqual(expect.arrayContaining(requests.map(({ body }) => body)));
});

test('the report stands beside the imported evaluations, the run in the list', {
  timeout: 120_000,
}, async () => {
  const report = await place.json(
    'judge',
    'report',
    'p.assay',
    '--judge',
    'loop-1 v1/helpfulness',
    '--criterion',
    'helpful',
  );
  expect(report).toMatchObject({ items: 12, missing: 0, system: 'alpha', humanCriterion: 'helpful' });
  const { stdout } = await place.assay(
    'judge',
    'report',
    'p.assay',
    '--judge',
    'kind/helpful',
    '--system',
    'alpha',
  );
  expect(stdout).toMatch(/Krippendorff/);
  // The twelve items are the whole pool: 12 of 12 labels leave nothing to save.
  expect(stdout).toMatch(/kind saves no label .*at 12 labels of 12 items/);
  expect(stdout).toMatch(/Position: not estimable/);
  expect((await place.assay('judge', 'list', 'p.assay')).stdout).toMatch(
    /loop-1 v1 judges alpha +finished +3 of 3/,
  );
});

test('a model answers as a persona would, and a persona that there is not is refused', {
  timeout: 60_000,
}, async () => {
  const args = ['generate', 'p.assay', '--limit', '1', '--dry-run', '--persona'];
  const { requests } = await place.json<{ requests: { body: { messages: { content: string }[] } }[] }>(
    ...args,
    'Expert',
  );
  expect(requests[0]!.body.messages[0]!.content).toMatch(
    /^You are a well-informed person[\s\S]*as this person would/,
  );
  const none = await place.assay(...args, 'exprt');
  expect(none.exitCode).toBe(1);
  expect(none.stderr).toContain('no persona named exprt');
});

test('a model answers the data set as a new system', { timeout: 120_000 }, async () => {
  const { run } = await place.json<{ run: object }>('generate', 'p.assay', '--name', 'newcomer');
  expect(run).toMatchObject({ kind: 'responses', state: 'finished', outcomes: { scored: 12 } });
});

test('a key is taken from the named variable only, and a missing one is told', {
  timeout: 120_000,
}, async () => {
  await place.json(
    'endpoint',
    'add',
    'p.assay',
    '--name',
    'Locked',
    '--url',
    server.url,
    '--key-env',
    'NOT_SET_ANYWHERE',
    '--model',
    'loop-1',
  );
  const { exitCode, stderr } = await place.assay(
    'judge',
    'run',
    'p.assay',
    '--endpoint',
    'Locked',
    '--prompt',
    'Helpful and fluent',
    '--system',
    'beta',
  );
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/key of Locked is not available[\s\S]*NOT_SET_ANYWHERE/);
});
