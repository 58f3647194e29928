/**
 * The process behind `launchLoopback`: serves the app for one data folder after another, each with an engine of its own,
 * and makes the sample project once for all of them.
 */
import path from 'node:path';
import { createEngine } from '../../../core/engine.ts';
import { type HttpHost, startHttpHost } from '../../../host/http-server.ts';
import { printWithBrowser } from '../../../host/print/print-with-browser.ts';
import { version } from '../../../host/version.ts';

export type Order =
  | { id: number; open: string }
  | { id: number; close: number }
  | { id: number; makeSample: string };
export type Answer = { id: number; url?: string; failure?: string };

const pageDir = path.join(import.meta.dirname, '..', '..', '..', 'out', 'renderer');
const hosts = new Map<number, HttpHost>();

async function obey(order: Order): Promise<string | undefined> {
  if ('open' in order) {
    const engine = createEngine({ dataDir: order.open, version, printPdf: printWithBrowser });
    const host = await startHttpHost({ engine, pageDir });
    hosts.set(order.id, host);
    return host.newAddress();
  }
  if ('close' in order) {
    await hosts.get(order.close)?.close();
    hosts.delete(order.close);
    return undefined;
  }
  const engine = createEngine({ dataDir: order.makeSample, version });
  await engine.client.project.openSample({});
  await engine.close();
  return undefined;
}

process.on('message', (order: Order) => {
  obey(order).then(
    (url) => process.send!({ id: order.id, ...(url && { url }) } satisfies Answer),
    (error: Error) => process.send!({ id: order.id, failure: error.stack ?? error.message } satisfies Answer),
  );
});
// Threads of an app that was not closed would keep this process alive.
process.once('disconnect', () => process.exit());
