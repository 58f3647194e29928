import { connect } from 'node:net';
import { type Rng, uniformInt } from '../../stats/index.ts';

/** What comes back for bytes that are sent as they are, until the server closes. */
export function exchange(port: number, bytes: Buffer): Promise<string> {
  return new Promise((resolve) => {
    let got = '';
    const socket = connect(port, '127.0.0.1', () => socket.end(bytes));
    socket.setEncoding('latin1').on('data', (part: string) => {
      got += part;
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(got));
  });
}

/** Targets of a request that are no path of a server. */
export const badTargets = [
  '//',
  '///',
  '//[',
  'http://[',
  'http://evil.example/',
  'http://[::1',
  'http://:0/',
  '*',
  'x',
  '?token=x',
  '/%',
  '/%zz',
  '/%c0%ae',
  '/%E0%A4%A.txt',
  '/%ff?token=x',
  '/?token=%',
  '/\xff',
  '/#x',
];

/** Whole requests, as text of one byte a letter, each of which is refused with 400. */
export const malformedRequests = (port: number): string[] => {
  const host = `Host: 127.0.0.1:${port}\r\n`;
  return [
    ...badTargets.map((target) => `GET ${target} HTTP/1.1\r\n${host}Connection: close\r\n\r\n`),
    'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n',
    `GET / HTTP/1.1\r\n${host}Host: evil.example\r\n\r\n`,
    'GET / HTTP/1.1\r\n\r\n',
    'GET / HTTP/1.0\r\n\r\n',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    'NONSENSE\r\n\r\n',
    'GET /\r\n\r\n',
    `GET / HTTP/1.1\r\n${host}bad header\r\n\r\n`,
    `GET / HTTP/1.1\r\n${host}x: \x01\x00\r\n\r\n`,
    // Two ideas of where the body ends are how a request is smuggled past a proxy.
    `POST / HTTP/1.1\r\n${host}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    `POST / HTTP/1.1\r\n${host}Content-Length: 4\r\nContent-Length: 5\r\n\r\nabcde`,
    `POST / HTTP/1.1\r\n${host}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
    `POST / HTTP/1.1\r\n${host}Content-Length: -1\r\n\r\n`,
  ];
};

const pieces = (port: number) => [
  ...badTargets,
  '/',
  '/rpc/app/info',
  '/rpc/visit/enter',
  '/assets/page-1a2b.js',
  `Host: 127.0.0.1:${port}`,
  `Origin: http://127.0.0.1:${port}`,
  'Content-Type: application/json',
  'Content-Length: 3',
  'Transfer-Encoding: chunked',
  'Cookie: %;=;assay_1=\xff',
  'Expect: 100-continue',
  'Upgrade: websocket',
  'Range: bytes=9-1',
  'POST',
  'GET',
  'HEAD',
  'OPTIONS',
  'HTTP/1.1',
  '\r\n',
  '\r\n\r\n',
  ' ',
  '{"json":{"token":"%"}}',
  '0\r\n\r\n',
];

/** A request put together of pieces, with up to two bytes changed. */
export function thrownRequest(port: number, rng: Rng): Buffer {
  const parts = pieces(port);
  const any = <T>(list: readonly T[]): T => list[uniformInt(rng, 0, list.length - 1)]!;
  const start = `${any(['GET', 'POST', 'PUT'])} ${any(parts)} HTTP/1.1\r\n`;
  const rest = Array.from({ length: uniformInt(rng, 1, 9) }, () =>
    uniformInt(rng, 0, 3) === 0 ? any(parts) : `${any(parts)}\r\n`,
  );
  const bytes = Buffer.from(`${start}${rest.join('')}\r\n\r\n`, 'latin1');
  for (let i = uniformInt(rng, 0, 2); i > 0; i--) {
    bytes[uniformInt(rng, 0, bytes.length - 1)] = uniformInt(rng, 0, 255);
  }
  return bytes;
}
