import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { type LlmServer, startLlmServer } from '../llm-server/server.ts';
import { soon } from './soon.ts';
import { buildDriverApp, type Desk, openDesk, test } from './support.ts';

const key = 'sk-kept-by-the-keychain-0123';
let outDir: string;
let desk: Desk;
let server: LlmServer;
beforeAll(async () => {
  outDir = await buildDriverApp();
  desk = await openDesk(outDir);
  server = await startLlmServer({ key });
}, 120_000);
afterAll(async () => {
  await desk?.[Symbol.asyncDispose]();
  await server?.close();
  rmSync(outDir, { recursive: true, force: true });
});

const hasKey = () =>
  desk.page.evaluate(async () => (await driver.api.endpoint.list({}).catch(() => []))[0]?.hasKey);

test('a key goes from the keychain to the engine alone, also to the next engine', {
  timeout: 120_000,
}, async () => {
  const given = { path: path.join(desk.dataDir, 'p.assay'), url: server.url };
  const secretName = await desk.page.evaluate(async ({ path: file, url }) => {
    await driver.api.project.create({ path: file });
    const endpoint = await driver.api.endpoint.save({
      name: 'Locked',
      preset: 'custom',
      baseUrl: url,
      model: 'loop-1',
      keySource: 'keychain',
    });
    return endpoint.secretName;
  }, given);
  expect(secretName).toBe(`http://127.0.0.1:${server.port} Locked`);
  expect(await hasKey()).toBe(false);
  await desk.page.evaluate(
    ([name, value]) => driver.askShell({ ask: 'set-secret', name: name!, value: value! }),
    [secretName, key],
  );
  await soon(hasKey).toBe(true);
  const tested = await desk.page.evaluate(() => driver.api.endpoint.test({ endpointId: 1 }));
  expect(tested).toMatchObject({ ok: true });
  await desk.page.evaluate(
    ([from, to]) => driver.askShell({ ask: 'copy-secret', from: from!, to: to! }),
    [secretName, `${secretName} renamed`],
  );
  const { names } = (await desk.page.evaluate(() => driver.askShell({ ask: 'secrets' }))) as {
    names: string[];
  };
  expect(names).toEqual([secretName, `${secretName} renamed`]);
  process.kill((await desk.app.order('enginePid'))!, 'SIGKILL');
  await soon(hasKey).toBe(true);
  await desk.page.evaluate((name) => driver.askShell({ ask: 'forget-secret', name }), secretName);
  await soon(hasKey).toBe(false);
  const files = readdirSync(desk.dataDir, { recursive: true, withFileTypes: true }).filter((f) => f.isFile());
  const holding = files.filter((f) => readFileSync(path.join(f.parentPath, f.name), 'latin1').includes(key));
  expect(holding.map(({ name }) => name)).toEqual([]);
});

test('the key that signs is in the key store alone, stays the same, and no page can take it', {
  timeout: 120_000,
}, async () => {
  const signing = () =>
    desk.page.evaluate(async () => (await driver.api.signing.key({}).catch(() => null))?.publicKey);
  const first = await signing();
  expect(first).toMatch(/^MCowBQYDK2VwAyEA/);
  const name = 'assay signing key';
  const secrets = () => desk.page.evaluate(() => driver.askShell({ ask: 'secrets' }));
  expect(JSON.stringify(await secrets())).not.toContain(name);
  for (const request of [
    { ask: 'set-secret', name, value: 'mine' },
    { ask: 'forget-secret', name },
    { ask: 'copy-secret', from: name, to: 'assay other' },
  ] as const) {
    const refused = desk.page.evaluate(
      (asked) => driver.askShell(asked as never).then(() => 'done', String),
      request,
    );
    expect(await refused).toContain('kept for Assay');
  }
  process.kill((await desk.app.order('enginePid'))!, 'SIGKILL');
  await soon(signing).toBe(first);
  const files = readdirSync(desk.dataDir, { recursive: true }).map(String);
  expect(files.filter((file) => file.endsWith('.pem'))).toEqual([]);
});
