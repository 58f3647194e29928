/**
 * The process behind `launchLoopback`: serves the app for one data folder after another, each with an engine of its own,
 * and runs what makes and reads projects for the tests, which does not know the engine then.
 */
import path from 'node:path';
import { createEngine } from '../../../core/engine.ts';
import { type HttpHost, startHttpHost } from '../../../host/http-server.ts';
import { HostedTeamPortal } from '../../../host/portal/team-portal.ts';
import { printWithBrowser } from '../../../host/print/print-with-browser.ts';
import { version } from '../../../host/version.ts';
import { shareThreads } from '../../core/support/jobs-here.ts';

export type Order =
  | { id: number; open: string }
  | { id: number; close: number }
  | { id: number; file: string; name: string; args: readonly unknown[] };
export type Answer = { id: number; value?: unknown; failure?: string };

const pageDir = path.join(import.meta.dirname, '..', '..', '..', 'out', 'renderer');
const teamPageDir = path.join(pageDir, '..', 'team-page');
const hosts = new Map<number, HttpHost>();

async function obey(order: Order): Promise<unknown> {
  if ('open' in order) {
    const teamDoor = new HostedTeamPortal({ pageDir: teamPageDir });
    const engine = createEngine({ dataDir: order.open, version, printPdf: printWithBrowser, teamDoor });
    shareThreads(engine);
    teamDoor.serves(engine.context);
    const host = await startHttpHost({ engine, pageDir });
    hosts.set(order.id, host);
    return host.newAddress();
  }
  if ('close' in order) {
    await hosts.get(order.close)?.close();
    hosts.delete(order.close);
    return undefined;
  }
  const loaded = (await import(order.file)) as Record<string, (...args: readonly unknown[]) => unknown>;
  return loaded[order.name]!(...order.args);
}

process.on('message', (order: Order) => {
  obey(order).then(
    (value) => process.send!({ id: order.id, value } satisfies Answer),
    (error: Error) => process.send!({ id: order.id, failure: error.stack ?? error.message } satisfies Answer),
  );
});
// Threads of an app that was not closed would keep this process alive.
process.once('disconnect', () => process.exit());
