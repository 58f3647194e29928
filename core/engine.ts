import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { createRouterClient } from '@orpc/server';
import { forgetLiveEstimates } from './estimate/kept-estimates.ts';
import { AlteredProjects, type LookForAlterations, type OnAltered } from './platform/altered-projects.ts';
import type { Client } from './platform/client.ts';
import type { CoreContext } from './platform/context.ts';
import { KeyRing } from './platform/endpoints/key-ring.ts';
import { SharedPaces } from './platform/endpoints/shared-paces.ts';
import { EventHub } from './platform/events/hub.ts';
import { forgetTexts } from './platform/files/kept-texts.ts';
import { removeLeftFolders } from './platform/files/temporary.ts';
import { removeLeftUploads, removeUploads } from './platform/files/uploads.ts';
import { JobRunner } from './platform/jobs/runner.ts';
import { WarmThreads } from './platform/jobs/warm-threads.ts';
import { KnownHeads } from './platform/known-heads.ts';
import { noPrinter, type PrintPdf } from './platform/print-pdf.ts';
import { SettingsStore } from './platform/settings/store.ts';
import { type KeepSigningKey, noKeyStore, SigningKey } from './platform/signing/signing-key.ts';
import { noTeamPortal, type TeamPortal } from './platform/team-portal.ts';
import { closeCurrent } from './project/project-session.ts';
import { keepHead } from './project/watch-place.ts';
import { router } from './router.ts';
import { threadOptions } from './work-list.ts';

export type { Client };

export interface Engine {
  readonly router: typeof router;
  readonly context: CoreContext;
  /** The whole contract, called in this process. */
  readonly client: Client;
  /** Stops jobs, closes the project, ends all threads, removes uploads. */
  close(): Promise<void>;
}

interface EngineOptions {
  dataDir: string;
  /** Where projects are made for a file; beside the preferences where a door has no better place. */
  projectsDir?: string;
  version: string;
  /** How this door makes a PDF of a page; without one a PDF is refused, with what to do instead. */
  printPdf?: PrintPdf;
  /** The system's key store, where this door has one; without it the key that signs is a file. */
  keepSigningKey?: KeepSigningKey;
  /** How this way of running Assay lets annotators in by a link; without one nobody comes in so. */
  teamDoor?: TeamPortal;
  /** What this way in does with the numbers of a project that another program changed. */
  onAltered?: OnAltered;
  /** Whether a project that is open elsewhere is read as it is at the moment; else it is refused. */
  readsSnapshots?: boolean;
}

/** The one engine behind every door: desktop, loopback host and command line. */
export function createEngine({
  dataDir,
  projectsDir = path.join(dataDir, 'projects'),
  version,
  printPdf = noPrinter,
  keepSigningKey = noKeyStore,
  teamDoor = noTeamPortal,
  onAltered = 'show',
  readsSnapshots = false,
}: EngineOptions): Engine {
  const now = () => new Date().toISOString();
  const events = new EventHub();
  const threads = new WarmThreads(threadOptions);
  setImmediate(() => {
    removeLeftFolders();
    forgetTexts();
    removeLeftUploads(dataDir);
  }).unref();
  const context: CoreContext = {
    engineId: randomUUID(),
    version,
    dataDir,
    projectsDir,
    events,
    threads,
    jobs: new JobRunner(events, now, threads),
    settings: new SettingsStore(dataDir),
    keys: new KeyRing(dataDir),
    signing: new SigningKey(dataDir, keepSigningKey),
    heads: new KnownHeads(dataDir),
    paces: new SharedPaces(),
    runs: new Map(),
    session: { project: null },
    printPdf,
    teamDoor,
    readsSnapshots,
    altered: new AlteredProjects(onAltered, () => lookForAlterations(context)),
    now,
  };
  events.listen(({ type }) => {
    if (type !== 'job.progress') keepHead(context);
    if (type === 'data.changed' && context.session.project) forgetLiveEstimates(context);
  });
  return {
    router,
    context,
    client: createRouterClient(router, { context }),
    async close() {
      await teamDoor.close();
      await closeCurrent(context);
      await context.threads.close();
      removeUploads(context);
      forgetTexts();
    },
  };
}

/** The code that looks for alterations is loaded when a number is first asked for. */
async function lookForAlterations(context: CoreContext): Promise<LookForAlterations> {
  if (!context.session.project) return { words: Promise.resolve([]), newer: () => [] };
  const { newerElsewhere, projectCheck } = await import('./report/integrity/alterations.ts');
  const check = projectCheck(context, true);
  return {
    words: check.then(({ alterations }) => alterations.map(({ words }) => words)),
    newer: () => newerElsewhere(context),
  };
}
