import { existsSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import type { CoreContext } from '../../core/platform/context.ts';
import type { TeamPortal } from '../../core/platform/team-portal.ts';
import type { PortalPlan, PortalState } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import { type ConnectionLimits, Connections, portalConnections } from '../http/connections.ts';
import { guardedServer } from '../http/guarded-server.ts';
import { type AnyServer, closeServer, listen } from '../http/listening.ts';
import {
  certifiedNames,
  isLoopback,
  type PortalPlace,
  type Proxies,
  portalUrl,
  reachWords,
} from './addresses.ts';
import { keptCertificate } from './kept-certificate.ts';
import { portalRequests } from './portal-requests.ts';
import type { Certificate } from './self-signed.ts';

export interface PortalPreferences {
  /** Folder of the built page. */
  pageDir: string;
  certificate?: Certificate | undefined;
  publicUrl?: URL | undefined;
  /** Proxies before the door, whose word on addresses counts. */
  proxies?: Proxies | null | undefined;
  requestTimeoutMs?: number;
  /** How many connections it holds; as many as the system allows where nothing is said. */
  connections?: ConnectionLimits;
  /** Milliseconds that only grow, for limits. */
  now?: () => number;
}

interface OpenPortal {
  readonly place: PortalPlace;
  readonly fingerprint: string | null;
  readonly server: AnyServer;
  readonly answering: ReadonlySet<ServerResponse>;
}

/** A second listener, behind which annotators find their own work and nothing else. It is closed until it is opened. */
export class HostedTeamPortal implements TeamPortal {
  readonly #preferences: PortalPreferences;
  #core: CoreContext | null = null;
  #open: OpenPortal | null = null;

  constructor(preferences: PortalPreferences) {
    this.#preferences = preferences;
  }

  /** Tells whose labels are stored; once, before it is opened. */
  serves(core: CoreContext): void {
    this.#core = core;
  }

  /** Where it listens; null while it is closed. */
  get port(): number | null {
    return this.#open?.place.port ?? null;
  }

  state(): PortalState {
    if (!this.#open) {
      const hasCertificate = this.#preferences.certificate !== undefined;
      return { isOpen: false, canOpen: this.#core !== null, hasCertificate };
    }
    const { place, fingerprint } = this.#open;
    return {
      isOpen: true,
      url: portalUrl(place),
      reach: reachWords(place),
      isEncrypted: place.isEncrypted,
      fingerprint,
    };
  }

  async open({ host, port, plainHttp, selfSigned: isSelfSigned }: PortalPlan): Promise<PortalState> {
    const { pageDir, publicUrl = null, proxies = null } = this.#preferences;
    const core = this.#core;
    if (!core) throw new Error('the portal serves no project yet');
    if (this.#open) {
      throw new AppError('CONFLICT', 'The portal is open already.', { remedy: 'Close the portal first.' });
    }
    const certificate =
      this.#preferences.certificate ??
      (isSelfSigned
        ? keptCertificate(core.dataDir, certifiedNames(host, publicUrl), Date.parse(core.now()))
        : undefined);
    assertMeant({ host, plainHttp, isEncrypted: certificate !== undefined });
    if (!existsSync(path.join(pageDir, 'index.html'))) throw notBuilt;
    let answer: ReturnType<typeof portalRequests> | undefined;
    const { requestTimeoutMs = 30_000 } = this.#preferences;
    const connections = new Connections(this.#preferences.connections ?? portalConnections());
    const { server, open: answering } = guardedServer(
      { certificate, requestTimeoutMs, connections },
      async (...asked) => answer?.(...asked),
    );
    const place = { host, port: await listen(server, port, host), isEncrypted: !!certificate, publicUrl };
    const { now } = this.#preferences;
    answer = portalRequests({ core, place, pageDir, proxies, connections, ...(now && { now }) });
    this.#open = { place, server, answering, fingerprint: certificate?.fingerprint ?? null };
    return this.state();
  }

  async close(): Promise<PortalState> {
    const open = this.#open;
    this.#open = null;
    if (open) await closeServer(open.server, open.answering);
    return this.state();
  }
}

function assertMeant(plan: { host: string; plainHttp: boolean; isEncrypted: boolean }): void {
  if (plan.isEncrypted || plan.plainHttp || isLoopback(plan.host)) return;
  throw new AppError(
    'CONFLICT',
    `At ${plan.host} others in the network could read what annotators see and write: there is no encryption.`,
    {
      field: 'plainHttp',
      remedy: 'Give a certificate and its key, have one made, or say that plain HTTP is meant.',
    },
  );
}

const notBuilt = new AppError('FILE_NOT_FOUND', 'The page of annotators is not built yet.', {
  remedy: "Run 'npm run build' first.",
});
