import { randomUUID } from 'node:crypto';
import { createRouterClient } from '@orpc/server';
import type { Client } from './client.ts';
import type { CoreContext } from './context.ts';
import { forgetLiveEstimates } from './estimate/kept-estimates.ts';
import { EventHub } from './events/hub.ts';
import { removeUploads } from './files/uploads.ts';
import { JobRunner } from './jobs/runner.ts';
import { jobThreads } from './jobs/work-list.ts';
import { KeyRing } from './llm/key-ring.ts';
import { SharedPaces } from './llm/shared-paces.ts';
import { closeCurrent } from './project/project-session.ts';
import { noPrinter, type PrintPdf } from './report/print-pdf.ts';
import { router } from './router.ts';
import { SettingsStore } from './settings/store.ts';
import { type KeepSigningKey, noKeyStore, SigningKey } from './signing/signing-key.ts';

export type { Client };

export interface Engine {
  readonly router: typeof router;
  readonly context: CoreContext;
  /** The whole contract, called in this process. */
  readonly client: Client;
  /** Stops jobs, closes the project, removes uploads. */
  close(): Promise<void>;
}

interface EngineOptions {
  dataDir: string;
  version: string;
  /** How this door makes a PDF of a page; without one a PDF is refused, with what to do instead. */
  printPdf?: PrintPdf;
  /** The system's key store, where this door has one; without it the key that signs is a file. */
  keepSigningKey?: KeepSigningKey;
}

/** The one engine behind every door: desktop, loopback host and command line. */
export function createEngine({
  dataDir,
  version,
  printPdf = noPrinter,
  keepSigningKey = noKeyStore,
}: EngineOptions): Engine {
  const now = () => new Date().toISOString();
  const events = new EventHub();
  const context: CoreContext = {
    engineId: randomUUID(),
    version,
    dataDir,
    events,
    jobs: new JobRunner(events, now, jobThreads),
    settings: new SettingsStore(dataDir),
    keys: new KeyRing(dataDir),
    signing: new SigningKey(dataDir, keepSigningKey),
    paces: new SharedPaces(),
    runs: new Map(),
    session: { project: null },
    printPdf,
    now,
  };
  events.listen(({ type }) => {
    if (type === 'data.changed' && context.session.project) forgetLiveEstimates(context);
  });
  return {
    router,
    context,
    client: createRouterClient(router, { context }),
    async close() {
      await closeCurrent(context);
      removeUploads(context);
    },
  };
}
