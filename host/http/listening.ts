import type { Server as HttpServer, ServerResponse } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { AppError, unexpectedFault } from '../../shared/errors.ts';
import { sendText } from './plain-page.ts';

export type AnyServer = HttpServer | HttpsServer;

/** What keeps slow and idle clients from holding a server: times in milliseconds. */
export const patience = (requestTimeoutMs: number) => ({
  headersTimeout: Math.min(10_000, requestTimeoutMs),
  requestTimeout: requestTimeoutMs,
  connectionsCheckingInterval: Math.min(5_000, requestTimeoutMs),
  keepAliveTimeout: 10_000,
  maxHeaderSize: 16 * 1024,
});

/** A client that went away is nobody's fault; anything else is told in the terminal, not to the client. */
export function failed(response: ServerResponse, error: unknown): void {
  if (response.destroyed) return;
  console.error(error);
  if (response.headersSent) response.destroy();
  else sendText(response, 500, unexpectedFault);
}

/** Opens a port; 0 lets the system choose. @throws AppError CONFLICT when it cannot be */
export function listen(server: AnyServer, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(error, port, host)));
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

function cannotListen(error: NodeJS.ErrnoException, port: number, host: string): AppError {
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new AppError(
      'CONFLICT',
      `This machine has no address ${host}.`,
      { remedy: 'Give an address of this machine, or 0.0.0.0 for all of them.' },
      { cause: error },
    );
  }
  const why = error.code === 'EADDRINUSE' ? 'is taken' : `cannot be opened: ${error.message}`;
  const remedy = 'Give another port, or none to let Assay choose.';
  return new AppError('CONFLICT', `Port ${port} ${why}.`, { remedy }, { cause: error });
}

const closingPatienceMs = 2_000;

const isStream = (response: ServerResponse) =>
  String(response.getHeader('content-type')).startsWith('text/event-stream');

/** Ends event streams, and idle connections as closing does, lets running calls finish for a moment, then cuts what is left. */
export async function closeServer(server: AnyServer, open: ReadonlySet<ServerResponse>): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  for (const response of open) {
    if (isStream(response)) response.destroy();
  }
  const cut = setTimeout(() => server.closeAllConnections(), closingPatienceMs);
  await closed;
  clearTimeout(cut);
}
