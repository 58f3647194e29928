import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Engine } from '../core/engine.ts';
import type { CoreContext } from '../core/platform/context.ts';
import { Connections, leadConnections } from './http/connections.ts';
import { guardedServer } from './http/guarded-server.ts';
import { closeServer, listen } from './http/listening.ts';
import { notAdmitted, sendPlainPage, sendText } from './http/plain-page.ts';
import { rpcListener, rpcPath } from './http/rpc-listener.ts';
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
  const callEngine = rpcListener(engine.router, { bodyLimit, pageDir });
  const connections = new Connections(leadConnections);
  let port = 0;

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const host = request.headers.host ?? '';
    if (host !== `${loopback}:${port}` && host !== `localhost:${port}`) {
      return sendText(response, 403, `Assay answers only as http://${loopback}:${port}.`);
    }
    const [path = '/', query = ''] = (request.url ?? '/').split(/\?(.*)/s, 2);
    const isCall = path.startsWith(`${rpcPath}/`);
    const admitted = pass.admits(request.headers.cookie, port);
    if (admitted) connections.admit(request, 'lead');
    const token = isCall ? null : new URLSearchParams(query).get('token');
    const redeemed = token !== null && pass.redeem(token);
    if (redeemed || (token !== null && admitted)) {
      response.setHeader('set-cookie', pass.setCookie(port));
      response.writeHead(303, { location: '/', 'cache-control': 'no-store' });
      response.end();
    } else if (!isCall) {
      if (!admitted) return sendPlainPage(response, 401, 'Use the address that Assay printed', notAdmitted);
      await serveStatic(pageDir, request, response, path);
    } else if (request.headers.origin !== `http://${host}`) {
      sendText(response, 403, 'Calls are answered only for the pages of Assay itself.');
    } else if (!admitted) {
      sendText(response, 401, 'Open the address that Assay printed.');
    } else {
      await callEngine(request, response, callerContext(engine, request));
    }
  };

  const { server, open } = guardedServer({ requestTimeoutMs, connections }, answer);
  port = await listen(server, options.port ?? 0, options.host ?? loopback);
  return {
    port,
    newAddress: () => `http://${loopback}:${port}/?token=${pass.issue()}`,
    async close() {
      await closeServer(server, open);
      await engine.close();
    },
  };
}

/** By this header a script says that a person knows what was altered in a project. */
const acceptAlteredHeader = 'assay-accept-altered';

/**
 * The engine as a caller gets it. A page shows what another program altered beside its numbers; browsers alone say that a page
 * calls. A script shows nothing, so it is refused as the command line is.
 */
function callerContext({ context }: Engine, { headers }: IncomingMessage): CoreContext {
  if (headers['sec-fetch-site'] === 'same-origin') return context;
  const onAltered = headers[acceptAlteredHeader] === 'yes' ? 'accept' : 'refuse';
  return { ...context, altered: context.altered.as(onAltered) };
}
