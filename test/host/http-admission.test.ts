import { get } from 'node:http';
import { expect, test } from 'vitest';
import { startFixture } from './http-fixture.ts';

test('the printed address lets a browser in once, by a cookie that scripts and other sites cannot use', async () => {
  await using fixture = await startFixture();
  const address = fixture.host.newAddress().slice(fixture.origin.length);
  const first = await fixture.ask(address);
  expect(first.status).toBe(303);
  expect(first.headers.location).toBe('/');
  const [cookie] = first.headers['set-cookie'] ?? [];
  expect(cookie).toMatch(
    new RegExp(`^assay_${fixture.host.port}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict$`),
  );
  const page = await fixture.ask('/', { headers: { cookie: cookie!.split(';')[0]! } });
  expect(page.status).toBe(200);
  expect(page.body).toContain('Assay page');
});

test('a token that was used is refused, and so is one that a newer address replaced', async () => {
  await using fixture = await startFixture();
  const older = fixture.host.newAddress().slice(fixture.origin.length);
  const newer = fixture.host.newAddress().slice(fixture.origin.length);
  expect((await fixture.ask(older)).status).toBe(401);
  expect((await fixture.ask(newer)).status).toBe(303);
  const again = await fixture.ask(newer);
  expect(again.status).toBe(401);
  expect(again.headers['set-cookie']).toBeUndefined();
});

test('without cookie or token nothing is served but a page that says what to do', async () => {
  await using fixture = await startFixture();
  for (const path of ['/', '/data', '/assets/main-1a2b.js', '/?token=', '/?token=guess']) {
    const { status, body } = await fixture.ask(path);
    expect(status, path).toBe(401);
    expect(body, path).toContain('printed');
    expect(body, path).not.toContain('Assay page');
  }
});

test('a made-up cookie, or the cookie of another port, opens nothing', async () => {
  await using fixture = await startFixture();
  const cookie = await fixture.enter();
  const value = cookie.split('=')[1]!;
  for (const wrong of [`assay_${fixture.host.port}=x`, `assay_1=${value}`, `assay=${value}`]) {
    expect((await fixture.ask('/', { headers: { cookie: wrong } })).status, wrong).toBe(401);
  }
});

test('the browser that was let in may open a used address again', async () => {
  await using fixture = await startFixture();
  const cookie = await fixture.enter();
  expect((await fixture.ask('/?token=used', { headers: { cookie } })).status).toBe(303);
});

test('a foreign Host is refused even with the cookie, so a rebound name reaches nothing', async () => {
  await using fixture = await startFixture();
  const cookie = await fixture.enter();
  const { port } = fixture.host;
  for (const host of ['evil.example', `evil.example:${port}`, '127.0.0.1', `127.0.0.1:${port + 1}`]) {
    const { status, body } = await fixture.ask('/', { headers: { host, cookie } });
    expect([400, 403], host).toContain(status);
    expect(body, host).not.toContain('Assay page');
  }
  const local = await fixture.ask('/', { headers: { host: `localhost:${port}`, cookie } });
  expect(local.status).toBe(200);
});

test('a call needs the Origin of the page itself and the cookie', async () => {
  await using fixture = await startFixture();
  expect((await fixture.call('app/info', {})).status).toBe(200);
  for (const origin of ['http://evil.example', `http://localhost:${fixture.host.port}`, 'null', '']) {
    expect((await fixture.call('app/info', {}, { origin })).status, origin).toBe(403);
  }
  expect((await fixture.call('app/info', {}, { cookie: '' })).status).toBe(401);
});

test('a call without any Origin is refused, though its cookie is good', async () => {
  await using fixture = await startFixture();
  const cookie = await fixture.enter();
  const body = JSON.stringify({ json: {} });
  const headers = { cookie, 'content-type': 'application/json' };
  const call = (more: Record<string, string>) =>
    fixture.ask('/rpc/app/info', { method: 'POST', headers: { ...headers, ...more }, body });
  expect((await call({})).status).toBe(403);
  expect((await call({ origin: fixture.origin })).status).toBe(200);
});

test('another site is offered no CORS', async () => {
  await using fixture = await startFixture();
  const preflight = await fixture.ask('/rpc/app/info', {
    method: 'OPTIONS',
    headers: { origin: 'http://evil.example', 'access-control-request-method': 'POST' },
  });
  expect(preflight.status).toBe(403);
  expect(Object.keys(preflight.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
});

test.skipIf(process.platform !== 'linux')(
  'listening elsewhere it still answers only as this machine, and only to who was let in',
  async () => {
    await using fixture = await startFixture({ host: '127.0.0.2' });
    const { port } = fixture.host;
    const statusAs = async (host: string) => {
      const answered = Promise.withResolvers<number | undefined>();
      get({ host: '127.0.0.2', port, headers: { host }, agent: false }, (response) => {
        response.resume();
        answered.resolve(response.statusCode);
      }).on('error', answered.reject);
      return answered.promise;
    };
    expect(await statusAs(`127.0.0.2:${port}`)).toBe(403);
    expect(await statusAs(`127.0.0.1:${port}`)).toBe(401);
    expect(fixture.host.newAddress()).toContain(`http://127.0.0.1:${port}/?token=`);
  },
);
