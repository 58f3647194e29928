import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { oc } from '@orpc/contract';
import { implement } from '@orpc/server';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { closeServer, failed, listen, patience } from '../../host/http/listening.ts';
import { notAdmitted, sendPlainPage, sendText } from '../../host/http/plain-page.ts';
import { rpcListener } from '../../host/http/rpc-listener.ts';
import { serveStatic } from '../../host/http/static-files.ts';
import { VisitorPass } from '../../host/http/visitor-pass.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;
const servers: http.Server[] = [];
/** What answers threw. */
const thrown: unknown[] = [];
afterEach(() => {
  expect(thrown.splice(0)).toEqual([]);
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(answer: Answer) {
  const server = http.createServer(async (request, response) => {
    try {
      await answer(request, response);
    } catch (error) {
      thrown.push(error);
      response.destroy();
    }
  });
  servers.push(server);
  const port = await listen(server, 0, '127.0.0.1');
  return { server, port, url: `http://127.0.0.1:${port}` };
}

/** A request as it is, dots in its path and all. */
const ask = (port: number, method: string, target: string, headers = {}, body?: string) =>
  new Promise<{ status: number; headers: http.IncomingHttpHeaders; text: string }>((resolve, reject) => {
    const request = http.request({ port, host: '127.0.0.1', method, path: target, headers }, (response) => {
      let text = '';
      response.on('data', (part) => {
        text += part;
      });
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, text }));
    });
    request.on('error', reject);
    // What is never answered fails by itself.
    request.setTimeout(20_000, () => request.destroy(new Error('no answer')));
    request.end(body);
  });

describe('listening', () => {
  test('waits no longer for the head of a request than for the request', () => {
    expect(patience(60_000)).toEqual({
      ...{ headersTimeout: 10_000, requestTimeout: 60_000, connectionsCheckingInterval: 5_000 },
      ...{ keepAliveTimeout: 10_000, maxHeaderSize: 16_384 },
    });
    expect(patience(300)).toMatchObject({
      ...{ headersTimeout: 300, requestTimeout: 300, connectionsCheckingInterval: 300 },
    });
  });

  test('a port that is taken and an address that is not here are told', async () => {
    const { port } = await serve((_, response) => response.end());
    const again = listen(http.createServer(), port, '127.0.0.1');
    await expect(again).rejects.toMatchObject({
      ...{ code: 'CONFLICT', message: `Port ${port} is taken.` },
    });
    await expect(listen(http.createServer(), 0, '192.0.2.1')).rejects.toMatchObject({
      ...{ code: 'CONFLICT', message: 'This machine has no address 192.0.2.1.' },
    });
    for (const [code, message] of [
      ['EACCES', 'Port 0 cannot be opened: no right.'],
      ['ENOTFOUND', 'This machine has no address 127.0.0.1.'],
    ]) {
      const odd = http.createServer();
      const listening = listen(odd, 0, '127.0.0.1');
      odd.emit('error', Object.assign(new Error('no right'), { code }));
      await expect(listening).rejects.toMatchObject({ message });
      odd.close();
    }
  });

  test('what fails unexpectedly is told in the terminal alone', async () => {
    const told = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    let isCut = false;
    const { port } = await serve((request, response) => {
      if (request.url === '/late') response.write('half');
      failed(response, new Error('secret'));
      isCut = response.destroyed;
    });
    const early = await ask(port, 'GET', '/');
    expect([early.status, early.text]).toEqual([500, 'Something unexpected went wrong inside Assay.\n']);
    expect(isCut).toBe(false);
    await expect(ask(port, 'GET', '/late')).rejects.toThrow();
    expect(isCut).toBe(true);
    expect(told).toHaveBeenCalledTimes(2);
    failed({ destroyed: true } as ServerResponse, new Error('gone'));
    expect(told).toHaveBeenCalledTimes(2);
  });

  test('closing ends streams at once and lets a call that runs come to its end', async () => {
    const open = new Set<ServerResponse>();
    let finish = () => {};
    const { server, port } = await serve((request, response) => {
      open.add(response);
      if (request.url === '/stream') {
        response.setHeader('content-type', 'text/event-stream; charset=utf-8');
        response.write('data: 1\n\n');
      } else finish = () => response.end('done');
    });
    const stream = ask(port, 'GET', '/stream').catch(() => 'cut');
    const call = ask(port, 'GET', '/call', { connection: 'close' });
    await vi.waitUntil(() => open.size === 2);
    const set = vi.spyOn(globalThis, 'setTimeout');
    const cleared = vi.spyOn(globalThis, 'clearTimeout');
    const closed = closeServer(server, open);
    const cut = set.mock.results.at(-1)!.value as NodeJS.Timeout;
    let isClosed = false;
    void closed.then(() => {
      isClosed = true;
    });
    expect(await stream).toBe('cut');
    expect(isClosed).toBe(false);
    finish();
    expect((await call).text).toBe('done');
    await closed;
    // What would have cut the call keeps no process alive.
    expect(cleared).toHaveBeenCalledWith(cut);
    vi.restoreAllMocks();
  });
});

test('pages for those who are not let in load nothing and are not kept', async () => {
  const { port } = await serve((request, response) =>
    request.url === '/text'
      ? sendText(response, 404, 'None.')
      : sendPlainPage(response, 403, 'No', notAdmitted),
  );
  const page = await ask(port, 'GET', '/');
  expect([page.status, page.headers['content-type'], page.headers['cache-control']]).toEqual([
    ...[403, 'text/html; charset=utf-8', 'no-store'],
  ]);
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  expect(page.text).toContain('<h1>No</h1><p>This address works only');
  expect(page.text).toContain('to get another one, or start Assay again.');
  const text = await ask(port, 'GET', '/text');
  expect([text.status, text.text, text.headers['content-type'], text.headers['cache-control']]).toEqual([
    ...[404, 'None.\n', 'text/plain; charset=utf-8', 'no-store'],
  ]);
});

test('calls are POST, JSON and no longer than the limit', async () => {
  const contract = { greet: oc.input(z.object({ name: z.string() })).output(z.string()) };
  const implemented = implement(contract);
  const router = implemented.router({
    greet: implemented.greet.handler(({ input }) => `Hello ${input.name}`),
  });
  const pageDir = mkdtempSync(path.join(os.tmpdir(), 'assay-page-'));
  const pageOf = (build: string) =>
    `<meta name="csp-nonce" content="__NONCE__"><script type="module" src="./assets/index-${build}.js"></script>`;
  writeFileSync(path.join(pageDir, 'index.html'), pageOf('one'));
  const portal = rpcListener(router as never, { bodyLimit: 40, pageDir });
  const { port } = await serve((request, response) => portal(request, response, {}));
  const json = { 'content-type': 'application/json' };
  const call = (body: string, headers: object = json, method = 'POST', target = '/rpc/greet') =>
    ask(port, method, target, { ...headers, 'content-length': Buffer.byteLength(body) }, body);
  const right = '{"json":{"name":"Ada"}}';
  const answer = await call(right);
  expect([answer.status, answer.text, answer.headers['cache-control']]).toEqual([
    ...[200, '{"json":"Hello Ada"}', 'no-store'],
  ]);
  expect(answer.headers['assay-page']).toBe('index-one.js');
  // Built anew below a server that runs: its page is the newer one once somebody has it.
  writeFileSync(path.join(pageDir, 'index.html'), pageOf('two'));
  expect((await call(right)).headers['assay-page']).toBe('index-one.js');
  const files = await serve((request, response) => serveStatic(pageDir, request, response, '/'));
  await ask(files.port, 'GET', '/');
  expect((await call(right)).headers['assay-page']).toBe('index-two.js');
  const get = await call('', {}, 'GET');
  expect([get.status, get.headers.allow]).toEqual([405, 'POST']);
  expect((await call(right.replace('}', '}'.padStart(18)))).status).toBe(200);
  const long = await call(right.replace('}', '}'.padStart(19)));
  expect([long.status, long.headers.connection, long.text]).toEqual([
    ...[413, 'close', 'A call may carry at most 40 bytes.\n'],
  ]);
  expect((await call(right, { 'content-type': 'text/plain' })).status).toBe(415);
  expect((await call(right, { 'content-type': 'application/json; charset=utf-8' })).status).toBe(200);
  expect((await call(right, {})).status).not.toBe(415);
  expect((await call(right, json, 'POST', '/rpc/none')).text).toBe('There is no such call.\n');
});

test('files of the page are served, and nothing beside them', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'assay-static-'));
  const root = path.join(folder, 'page');
  mkdirSync(path.join(root, 'assets'), { recursive: true });
  mkdirSync(path.join(root, 'folder.js'));
  mkdirSync(path.join(folder, 'page-beside'));
  const files = { 'index.html': '<p nonce="__NONCE__" data="__NONCE__">', 'a b.txt': 'text', 'x.odd': 'odd' };
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(root, name), text);
  writeFileSync(path.join(root, 'assets', 'A.JS'), 'code');
  for (const name of ['out.txt', 'page-beside/out.txt']) writeFileSync(path.join(folder, name), 'secret');
  if (process.platform !== 'win32') {
    writeFileSync(path.join(root, 'back\\slash.txt'), 'a name that other systems read as a folder');
    symlinkSync(path.join(folder, 'out.txt'), path.join(root, 'link.txt'));
    symlinkSync(path.join(folder, 'page-beside', 'out.txt'), path.join(root, 'beside.txt'));
  }
  const { port } = await serve((request, response) => serveStatic(root, request, response, request.url!));
  const page = await ask(port, 'GET', '/study/1');
  const nonce = /nonce="([^"]+)" data="([^"]+)"/.exec(page.text)!;
  expect(Buffer.from(nonce[1]!, 'base64')).toHaveLength(18);
  expect(nonce[2]).toBe(nonce[1]);
  expect(page.headers['content-security-policy']).toContain(`'nonce-${nonce[1]}'`);
  expect([page.headers['content-type'], page.headers['cache-control']]).toEqual([
    'text/html; charset=utf-8',
    'no-store',
  ]);
  expect((await ask(port, 'GET', '/index.html')).text).toContain('nonce');
  const text = await ask(port, 'GET', '/a%20b.txt');
  expect([
    text.status,
    text.text,
    text.headers['content-type'],
    text.headers['cache-control'],
    text.headers['content-length'],
  ]).toEqual([...[200, 'text', 'text/plain; charset=utf-8', 'no-cache', '4']]);
  const code = await ask(port, 'GET', '/assets/A.JS');
  expect([code.headers['content-type'], code.headers['cache-control']]).toEqual([
    ...['text/javascript; charset=utf-8', 'private, max-age=31536000, immutable'],
  ]);
  const head = await ask(port, 'HEAD', '/x.odd');
  expect([head.status, head.text, head.headers['content-length'], head.headers['content-type']]).toEqual([
    ...[200, '', '3', 'application/octet-stream'],
  ]);
  const post = await ask(port, 'POST', '/x.odd');
  expect([post.status, post.headers.allow]).toEqual([405, 'GET, HEAD']);
  const missing = [
    '/none.txt',
    '/folder.js',
    '/back%5Cslash.txt',
    '/%E0.txt',
    '/a%00.txt',
    '/..%5Cout.txt',
    '/../out.txt',
    '/%2e%2e/out.txt',
  ];
  for (const target of [...missing, '/assets/..%2fx.odd', '/link.txt', '/beside.txt'])
    expect([target, (await ask(port, 'GET', target)).status]).toEqual([target, 404]);
});

describe('the pass of a visitor', () => {
  test('a token is good once, and only the newest', () => {
    const pass = new VisitorPass();
    expect(pass.redeem('')).toBe(false);
    const [old, token] = [pass.issue(), pass.issue()];
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect([old, `${token}x`, token, token].map((one) => pass.redeem(one))).toEqual([
      false,
      false,
      true,
      false,
    ]);
  });

  test('a browser is known by the cookie of its port alone', () => {
    const pass = new VisitorPass();
    const [cookie] = pass.setCookie(8080).split(';');
    expect(pass.setCookie(8080)).toBe(`${cookie}; Path=/; HttpOnly; SameSite=Strict`);
    expect([cookie, ` a=b ;  ${cookie} `].map((one) => pass.admits(one, 8080))).toEqual([true, true]);
    expect(pass.admits(cookie, 8081)).toBe(false);
    expect(
      [undefined, '', 'a=b', `${cookie}x`, cookie!.slice(0, -1)].map((one) => pass.admits(one, 8080)),
    ).toEqual(Array(5).fill(false));
    expect(new VisitorPass().admits(cookie, 8080)).toBe(false);
  });
});
