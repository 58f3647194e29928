import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { type Client, createEngine } from '../core/engine.ts';
import { endChildren } from '../core/platform/child-group.ts';
import type { PortalPlan, PortalState } from '../shared/contract/index.ts';
import { projectsDirOf } from './data-dir.ts';
import { type HttpHost, startHttpHost } from './http-server.ts';
import { HostedTeamPortal, type PortalPreferences } from './portal/team-portal.ts';
import { printWithBrowser } from './print/print-with-browser.ts';
import { jsonDocument } from './terminal/json-document.ts';
import { version } from './version.ts';

export interface ServeOptions {
  dataDir: string;
  pageDir: string;
  /** Opened before the first page is served. */
  project: string | undefined;
  host: string;
  port: number;
  open: boolean;
  /** The page that the address leads to, such as /studies/1/label; the first one unless given. */
  page?: ((client: Client) => Promise<string>) | undefined;
  json: boolean;
  /** How annotators are let in by a link; they are not from the start where no plan is given. */
  team: PortalPreferences & { plan: PortalPlan | undefined };
}

/** Serves the app until it is told to stop; returns once everything is closed. */
export async function serve(options: ServeOptions): Promise<void> {
  const { dataDir, pageDir, project, open, page, json, team } = options;
  const teamDoor = new HostedTeamPortal(team);
  const engine = createEngine({
    dataDir,
    projectsDir: projectsDirOf(dataDir),
    version,
    printPdf: printWithBrowser,
    teamDoor,
  });
  teamDoor.serves(engine.context);
  let host: HttpHost | undefined;
  let at = '';
  try {
    if (project !== undefined) await engine.client.project.open({ path: project });
    if (page) at = `#${await page(engine.client)}`;
    host = await startHttpHost({ engine, pageDir, host: options.host, port: options.port });
    if (team.plan) await teamDoor.open(team.plan);
  } catch (error) {
    await (host ?? engine).close();
    throw error;
  }
  const stopped = untilStopped();
  const { port, newAddress } = host;
  const addressOf = () => `${newAddress()}${at}`;
  const url = addressOf();
  const portal = teamDoor.state();
  if (json) process.stdout.write(jsonDocument(startedFacts(port, url, portal), 0));
  else announce(addressOf, url, portal);
  if (open) openInBrowser(url);
  await stopped;
  await host.close();
  endChildren();
  // An open channel to the starter would keep this process alive.
  if (process.connected) process.disconnect();
}

const startedFacts = (port: number, url: string, portal: PortalState) => ({
  ...{ url, port, pid: process.pid },
  ...(portal.isOpen && { team: portal.url, fingerprint: portal.fingerprint }),
});

function announce(addressOf: () => string, url: string, portal: PortalState): void {
  console.log(`Assay is running at ${url}`);
  if (portal.isOpen) console.log(`Annotators label at ${portal.url}. ${portal.reach}`);
  if (portal.isOpen && portal.fingerprint) console.log(`SHA-256 of its certificate: ${portal.fingerprint}`);
  if (!process.stdin.isTTY) {
    console.log('The address works once, in one browser. Press Ctrl-C to stop.');
    return;
  }
  console.log('The address works once, in one browser. Press Enter for another one, Ctrl-C to stop.');
  const lines = createInterface({ input: process.stdin });
  lines.on('line', () => console.log(`Assay is running at ${addressOf()}`));
  process.stdin.unref();
}

/** Settles at Ctrl-C, at a request to end, or when the process that started this one is gone. */
function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
    process.once('disconnect', () => resolve());
  });
}

function opener(): [command: string, ...args: string[]] {
  if (process.platform === 'darwin') return ['open'];
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return ['xdg-open'];
}

/** Asks the system to show an address. Where it cannot, the printed address is enough. */
function openInBrowser(url: string): void {
  const [command, ...args] = opener();
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}
