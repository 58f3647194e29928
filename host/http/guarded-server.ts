import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Connections } from './connections.ts';
import { type AnyServer, failed, patience } from './listening.ts';
import { sendText } from './plain-page.ts';
import { securityHeaders } from './security-headers.ts';

interface Guarded {
  /** A certificate and its key, as PEM; plain HTTP without. */
  readonly certificate?: { readonly cert: string; readonly key: string } | undefined;
  /** A client that takes longer to send a request is cut off. */
  readonly requestTimeoutMs: number;
  readonly connections: Connections;
}

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * A server for either door: every response has the security headers, and a request that is not well formed ends in 400 before
 * anything reads it. `open` holds the responses under way.
 */
export function guardedServer({ certificate, requestTimeoutMs, connections }: Guarded, answer: Answer) {
  const open = new Set<ServerResponse>();
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    open.add(response);
    connections.asked(request, response);
    response.once('close', () => open.delete(response));
    for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value!);
    if (!isWellFormed(request)) return refuse(response);
    answer(request, response).catch((error: unknown) => failed(response, error));
  };
  const times = patience(requestTimeoutMs);
  const server: AnyServer = certificate
    ? createSecureServer(
        { ...times, handshakeTimeout: times.headersTimeout, cert: certificate.cert, key: certificate.key },
        listener,
      )
    : createServer(times, listener);
  server.on('connection', (socket: Socket) => connections.opened(socket));
  // A request for a tunnel has no response of its own, and is none that Assay knows.
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => {});
    socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
  });
  return { server, open };
}

function refuse(response: ServerResponse): void {
  response.setHeader('connection', 'close');
  sendText(response, 400, 'This is not a request that Assay can read.');
}

/**
 * Whether a request names one host, a path of this server, and one idea of where its body ends (RFC 9112, sections 3.2 and 6.1):
 * the path is printable ASCII that begins with `/`, with whole escapes of UTF-8 text.
 */
function isWellFormed({ url = '', rawHeaders, headers }: IncomingMessage): boolean {
  if (!/^(chunked)?$/i.test(headers['transfer-encoding'] ?? '')) return false;
  const hosts = rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host');
  if (hosts.length !== 1 || !/^\/[!"$-~]*$/.test(url) || !URL.canParse(url, 'http://localhost')) return false;
  try {
    decodeURIComponent(url);
    return true;
  } catch {
    return false;
  }
}
