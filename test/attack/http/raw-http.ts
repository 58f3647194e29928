import { uniformInt } from '../../../stats/index.ts';
import { type HttpFixture, pageText, secretText, startFixture } from '../../host/http-fixture.ts';
import type { RawRequest, RawResponse } from '../../host/raw-request.ts';
import { type Attack, must } from '../frame/attack.ts';

interface Request {
  readonly name: string;
  /** @param cookie of a page that was let in */
  send(host: HttpFixture, cookie: string): Promise<RawResponse>;
}

const json = { 'content-type': 'application/json' };
const call: RawRequest = { method: 'POST', headers: json, body: '{"json":{}}' };

const rpc = (host: HttpFixture, headers: Record<string, string>, more: RawRequest = {}) =>
  host.ask('/rpc/app/info', { ...call, ...more, headers: { ...json, ...headers } });

const origins = [
  'http://evil.example',
  'https://127.0.0.1',
  'null',
  '',
  'http://127.0.0.1:1',
  'http://127.0.0.1.evil.example',
  'file://',
  'http://[::1]',
];
const hosts = [
  'evil.example',
  '127.0.0.1',
  'localhost',
  '127.0.0.1:1',
  'localhost.evil.example',
  '0.0.0.0',
  '[::1]',
  '127.1',
];
const cookies = ['', 'assay=1', 'session=admin', 'a=b; c=d', `x=${'y'.repeat(5000)}`, 'assay-1=; assay-1='];
const methods = ['GET', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND'];
const types = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/html',
];
const paths = [
  '/../secret.txt',
  '/assets/../../secret.txt',
  '/%2e%2e/secret.txt',
  '/..%2fsecret.txt',
  '/assets/..%2f..%2fsecret.txt',
  '/%2e%2e%5csecret.txt',
  '/..\\secret.txt',
  '//../secret.txt',
  '/%252e%252e/secret.txt',
  '/....//secret.txt',
  '/assets/%c0%ae%c0%ae/secret.txt',
  '/%00/../secret.txt',
  '/secret.txt%00.js',
  '/file:///etc/passwd',
  '/etc/passwd',
];
const bodies = [
  '',
  '{',
  '[]',
  'null',
  '"x"',
  '{"json":',
  `{"json":${'['.repeat(50_000)}`,
  '\0',
  '{"__proto__":{"x":1}}',
];

const requests: readonly Request[] = [
  ...origins.map((origin) => ({
    name: `a call from ${origin || 'nowhere'}`,
    send: (host: HttpFixture, cookie: string) => rpc(host, { cookie, origin }),
  })),
  ...hosts.flatMap((name) =>
    ['/', '/rpc/app/info'].map((path) => ({
      name: `${path} of the host ${name}`,
      send: (host: HttpFixture, cookie: string) =>
        host.ask(path, {
          ...(path === '/' ? {} : call),
          headers: { ...json, cookie, host: name, origin: `http://${name}` },
        }),
    })),
  ),
  ...cookies.map((cookie) => ({
    name: `a call with the cookie "${cookie.slice(0, 20)}"`,
    send: (host: HttpFixture) => rpc(host, { cookie, origin: host.origin }),
  })),
  ...cookies.map((cookie) => ({
    name: `a page with the cookie "${cookie.slice(0, 20)}"`,
    send: (host: HttpFixture) => host.ask('/', { headers: { cookie } }),
  })),
  ...['x', '', '../..', '%00', 'a'.repeat(4000)].map((token) => ({
    name: `the token "${token.slice(0, 10)}"`,
    send: (host: HttpFixture) => host.ask(`/?token=${token}`),
  })),
  ...methods.map((method) => ({
    name: `a call by ${method}`,
    send: (host: HttpFixture, cookie: string) =>
      host.ask('/rpc/app/info', { method, headers: { cookie, origin: host.origin } }),
  })),
  ...types.map((type) => ({
    name: `a call as ${type}`,
    send: (host: HttpFixture, cookie: string) =>
      rpc(host, { cookie, origin: host.origin, 'content-type': type }),
  })),
  ...paths.map((path) => ({
    name: `the path ${path}`,
    send: (host: HttpFixture, cookie: string) => host.ask(path, { headers: { cookie } }),
  })),
  ...paths.map((path) => ({
    name: `the call ${path}`,
    send: (host: HttpFixture, cookie: string) =>
      host.ask(`/rpc${path}`, { ...call, headers: { ...json, cookie, origin: host.origin } }),
  })),
  ...bodies.map((body) => ({
    name: `a body of "${body.slice(0, 12)}"`,
    send: (host: HttpFixture, cookie: string) =>
      host.ask('/rpc/project/open', {
        method: 'POST',
        headers: { ...json, cookie, origin: host.origin },
        body,
      }),
  })),
  ...[false, true].map((chunked) => ({
    name: `a body above the limit${chunked ? ', in pieces' : ''}`,
    send: (host: HttpFixture, cookie: string) =>
      rpc(
        host,
        { cookie, origin: host.origin },
        { body: `{"json":{"x":"${'y'.repeat(200_000)}"}}`, chunked },
      ),
  })),
];

export const rawHttp: Attack = {
  name: 'raw-http',
  what: 'raw requests to the loopback host that it must refuse',
  tries: { all: 4 * requests.length, quick: requests.length, test: 30 },
  async prepare({ later }) {
    const host = await startFixture({ bodyLimit: 100_000 });
    later(() => host[Symbol.asyncDispose]());
    const cookie = await host.enter();
    const welcome = await rpc(host, { cookie, origin: host.origin });
    must(welcome.status === 200, `the page itself is refused: ${welcome.status}`);
    return async ({ number, rng }) => {
      // The first round is in order; later ones come several at once, in any order.
      const atOnce = number < requests.length ? 1 : uniformInt(rng, 2, 8);
      const chosen = Array.from({ length: atOnce }, () =>
        number < requests.length ? requests[number]! : requests[uniformInt(rng, 0, requests.length - 1)]!,
      );
      await Promise.all(chosen.map((one) => mustBeRefused(host, cookie, one)));
      const still = await rpc(host, { cookie, origin: host.origin });
      must(still.status === 200, `afterwards the page itself is refused: ${still.status}`);
    };
  },
};

async function mustBeRefused(host: HttpFixture, cookie: string, { name, send }: Request): Promise<void> {
  const { status, body, headers } = await send(host, cookie);
  // A path that is tidied up to one inside the page may show the page.
  const isPage = name.startsWith('the path') && status === 200 && body.includes(pageText.slice(-30));
  must(isPage || (status >= 400 && status < 500), `${name}: answered with ${status}`);
  must(!body.includes(secretText) && !body.includes('root:'), `${name}: another file came out`);
  const cors = Object.keys(headers).filter((header) => header.startsWith('access-control'));
  must(cors.length === 0, `${name}: other sites are offered ${cors.join(', ')}`);
}
