import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Engine } from '../core/engine.ts';
import { AppError } from '../shared/errors.ts';
import { notAdmitted, sendPlainPage, sendText } from './http/plain-page.ts';
import { rpcDoor, rpcPath } from './http/rpc-door.ts';
import { securityHeaders } from './http/security-headers.ts';
import { serveStatic } from './http/static-files.ts';
import { VisitorPass } from './http/visitor-pass.ts';

const loopback = '127.0.0.1';

export interface HttpHostOptions {
  engine: Engine;
  /** Folder of the built page. */
  pageDir: string;
  /** Which address of this machine listens: of no other use than to be reached through a container's own network. */
  host?: string;
  /** 0 lets the system choose. */
  port?: number;
  bodyLimit?: number;
  /** A client that takes longer to send a request is cut off. */
  requestTimeoutMs?: number;
}

export interface HttpHost {
  readonly port: number;
  /** A new address that works once; the one before no longer does if it was not used. */
  newAddress(): string;
  /** Ends open streams, then the server, then the engine. */
  close(): Promise<void>;
}

/**
 * The engine behind HTTP on this machine only: for browsers here, or at the far end of an SSH tunnel. Wherever it listens, it
 * answers only as 127.0.0.1 and localhost.
 */
export async function startHttpHost(options: HttpHostOptions): Promise<HttpHost> {
  const { engine, pageDir, bodyLimit = 8 * 1024 * 1024, requestTimeoutMs = 60_000 } = options;
  const pass = new VisitorPass();
  const callEngine = rpcDoor(engine, bodyLimit);
  const open = new Set<ServerResponse>();
  let port = 0;

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const host = request.headers.host ?? '';
    if (host !== `${loopback}:${port}` && host !== `localhost:${port}`) {
      return sendText(response, 403, `Assay answers only as http://${loopback}:${port}.`);
    }
    const url = new URL(request.url ?? '/', `http://${host}`);
    const isCall = url.pathname.startsWith(`${rpcPath}/`);
    const admitted = pass.admits(request.headers.cookie, port);
    const token = isCall ? null : url.searchParams.get('token');
    const redeemed = token !== null && pass.redeem(token);
    if (redeemed || (token !== null && admitted)) {
      response.setHeader('set-cookie', pass.setCookie(port));
      response.writeHead(303, { location: '/', 'cache-control': 'no-store' });
      response.end();
    } else if (!isCall) {
      if (!admitted) return sendPlainPage(response, 401, 'Use the address that Assay printed', notAdmitted);
      await serveStatic(pageDir, request, response, url.pathname);
    } else if (request.headers.origin !== `http://${host}`) {
      sendText(response, 403, 'Calls are answered only for the pages of Assay itself.');
    } else if (!admitted) {
      sendText(response, 401, 'Open the address that Assay printed.');
    } else {
      await callEngine(request, response);
    }
  };

  const server = createServer(
    {
      headersTimeout: Math.min(10_000, requestTimeoutMs),
      requestTimeout: requestTimeoutMs,
      connectionsCheckingInterval: Math.min(5_000, requestTimeoutMs),
      keepAliveTimeout: 10_000,
      maxHeaderSize: 16 * 1024,
    },
    (request, response) => {
      open.add(response);
      response.once('close', () => open.delete(response));
      for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value!);
      answer(request, response).catch((error: unknown) => failed(response, error));
    },
  );
  port = await listen(server, options.host ?? loopback, options.port ?? 0);
  return {
    port,
    newAddress: () => `http://${loopback}:${port}/?token=${pass.issue()}`,
    async close() {
      await closeServer(server, open);
      await engine.close();
    },
  };
}

/** A client that went away is nobody's fault; anything else is told in the terminal, not to the client. */
function failed(response: ServerResponse, error: unknown): void {
  if (response.destroyed) return;
  console.error(error);
  if (response.headersSent) response.destroy();
  else sendText(response, 500, 'Something unexpected went wrong inside Assay.');
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE';
      reject(
        new AppError(
          'CONFLICT',
          taken ? `Port ${port} is taken.` : `Port ${port} of ${host} cannot be opened: ${error.message}.`,
          { mend: 'Give another port, or none to let Assay choose.' },
          { cause: error },
        ),
      );
    });
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

const closingPatienceMs = 2_000;

const isStream = (response: ServerResponse) =>
  String(response.getHeader('content-type')).startsWith('text/event-stream');

/** Ends event streams, lets running calls finish for a moment, then cuts what is left. */
async function closeServer(server: Server, open: ReadonlySet<ServerResponse>): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  for (const response of open) {
    if (isStream(response)) response.destroy();
  }
  server.closeIdleConnections();
  const cut = setTimeout(() => server.closeAllConnections(), closingPatienceMs);
  await closed;
  clearTimeout(cut);
}
