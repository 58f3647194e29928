import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { secretText, startFixture } from './http-fixture.ts';

test('the page carries a fresh nonce that the policy of the same response names', async () => {
  await using fixture = await startFixture();
  const cookie = await fixture.enter();
  const nonces = new Set<string>();
  for (const target of ['/', '/index.html', '/label/3']) {
    const { headers, body } = await fixture.ask(target, { headers: { cookie } });
    const nonce = /nonce="([^"]+)"/.exec(body)?.[1] ?? '';
    expect(headers['content-security-policy']).toContain(`'nonce-${nonce}'`);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self';/);
    expect(headers['cache-control']).toBe('no-store');
    nonces.add(nonce);
  }
  expect(nonces.size).toBe(3);
  expect([...nonces].every((nonce) => nonce.length >= 20 && nonce !== '__NONCE__')).toBe(true);
});

test('every response forbids sniffing, framing and referrers', async () => {
  await using fixture = await startFixture();
  const cookie = await fixture.enter();
  for (const target of ['/', '/assets/main-1a2b.js', '/nothing.js', '/?token=x']) {
    const { headers } = await fixture.ask(target, { headers: target.includes('token') ? {} : { cookie } });
    expect(headers, target).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'x-frame-options': 'DENY',
    });
  }
});

test('hashed assets may be kept, with their type; other methods are refused', async () => {
  await using fixture = await startFixture();
  const cookie = await fixture.enter();
  const asset = await fixture.ask('/assets/main-1a2b.js', { headers: { cookie } });
  expect(asset.body).toBe('export {};');
  expect(asset.headers['content-type']).toBe('text/javascript; charset=utf-8');
  expect(asset.headers['cache-control']).toContain('immutable');
  expect((await fixture.ask('/', { method: 'DELETE', headers: { cookie } })).status).toBe(405);
});

test.each([
  '/../secret.txt',
  '/assets/../../secret.txt',
  '/%2e%2e/secret.txt',
  '/..%2fsecret.txt',
  '/assets/..%2f..%2fsecret.txt',
  '/%2e%2e%5csecret.txt',
  '/..\\secret.txt',
  '//../secret.txt',
  '/%00/secret.txt',
])('no path leads outside the page: %s', async (target) => {
  await using fixture = await startFixture();
  const cookie = await fixture.enter();
  const { status, body } = await fixture.ask(target, { headers: { cookie } });
  expect(status).toBe(404);
  expect(body).not.toContain(secretText);
});

test.skipIf(process.platform === 'win32')('a link inside the page does not lead outside either', async () => {
  await using fixture = await startFixture();
  const cookie = await fixture.enter();
  symlinkSync(path.join(fixture.pageDir, '..', 'secret.txt'), path.join(fixture.pageDir, 'link.txt'));
  const { status, body } = await fixture.ask('/link.txt', { headers: { cookie } });
  expect(status).toBe(404);
  expect(body).not.toContain(secretText);
});
