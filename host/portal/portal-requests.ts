import type { IncomingMessage, ServerResponse } from 'node:http';
import { ORPCError } from '@orpc/server';
import type { PortalContext } from '../../core/labeling/portal/portal-base.ts';
import { visitRouter } from '../../core/labeling/portal/visit-router.ts';
import { type EntryWatch, visitorOf } from '../../core/labeling/portal/visitor.ts';
import type { CoreContext } from '../../core/platform/context.ts';
import { visitContract } from '../../shared/contract/visit.ts';
import type { Connections } from '../http/connections.ts';
import { sendText } from '../http/plain-page.ts';
import { rpcListener, rpcPath } from '../http/rpc-listener.ts';
import { serveStatic } from '../http/static-files.ts';
import {
  allowedHosts,
  allowedOrigins,
  clientOf,
  type PortalPlace,
  type Proxies,
  prefixOf,
} from './addresses.ts';

interface LimitOptions {
  /** So many in a window are let through. */
  most: number;
  windowMs: number;
  /** How long one is shut out who did more. */
  lockMs: number;
  /** Milliseconds that only grow. */
  now: () => number;
}

interface Count {
  since: number;
  count: number;
  lockedUntil: number;
}

/** So that many addresses cannot fill the memory. */
const mostKeys = 10_000;

/** Counts what each address or visitor does, and shuts out for a while who does too much. */
class Limits {
  readonly #options: LimitOptions;
  readonly #counts = new Map<string, Count>();

  constructor(options: LimitOptions) {
    this.#options = options;
  }

  /** Counts one act. @returns how long to wait in milliseconds; 0 where it may be done */
  take(key: string): number {
    const { most, windowMs, lockMs, now } = this.#options;
    const at = now();
    const known = this.#counts.get(key);
    if (known && known.lockedUntil > at) return known.lockedUntil - at;
    const isFresh = !known || known.lockedUntil > 0 || at - known.since >= windowMs;
    const count = isFresh ? { since: at, count: 0, lockedUntil: 0 } : known;
    if (isFresh) this.#put(key, count);
    count.count += 1;
    if (count.count <= most) return 0;
    count.lockedUntil = at + lockMs;
    return lockMs;
  }

  /** How many acts are counted now. */
  count(key: string): number {
    const { windowMs, now } = this.#options;
    const known = this.#counts.get(key);
    return known && (known.lockedUntil > now() || now() - known.since < windowMs) ? known.count : 0;
  }

  #put(key: string, count: Count): void {
    this.#counts.delete(key);
    this.#counts.set(key, count);
    if (this.#counts.size <= mostKeys) return;
    const { windowMs, now } = this.#options;
    const at = now();
    for (const [other, { since, lockedUntil }] of this.#counts) {
      if (lockedUntil <= at && at - since >= windowMs) this.#counts.delete(other);
    }
    for (const other of this.#counts.keys()) {
      if (this.#counts.size <= mostKeys) return;
      this.#counts.delete(other);
    }
  }
}

interface PortalOptions {
  readonly core: CoreContext;
  readonly place: PortalPlace;
  /** Folder of the built page. */
  readonly pageDir: string;
  /** Whose word on addresses counts; null for nobody's. */
  readonly proxies: Proxies | null;
  readonly connections: Connections;
  /** Milliseconds that only grow, for limits. */
  readonly now?: () => number;
}

/** Every call that exists here, by its path. */
const calls: ReadonlySet<string> = new Set(
  Object.entries(visitContract).flatMap(([part, list]) =>
    Object.keys(list).map((name) => `${rpcPath}/${part}/${name}`),
  ),
);
const enterPath = `${rpcPath}/visit/enter`;
const eventsPath = `${rpcPath}/visit/events`;

/** Where MTurk takes work that is done; the page of annotators posts nowhere else. */
const handInAt = 'https://www.mturk.com https://workersandbox.mturk.com';

/** Pages of one browser that are told what happens, at a time. */
const mostStreams = 6;

/** A draft of 100,000 letters that take three bytes each, and what stands around it. */
const bodyLimit = 512 * 1024;

const minuteMs = 60_000;

/** Limits on what one address and one visitor may do. */
function portalLimits(now: () => number) {
  return {
    /** How often one link that is no longer good is opened from one address. */
    links: new Limits({ most: 10, windowMs: 15 * minuteMs, lockMs: 15 * minuteMs, now }),
    /** Links of no invitation from one address, each counted once in `links`; and from everywhere. */
    guesses: new Limits({ most: 10, windowMs: 15 * minuteMs, lockMs: 15 * minuteMs, now }),
    allGuesses: new Limits({ most: 600, windowMs: minuteMs, lockMs: minuteMs, now }),
    /** Browsers that one open link brings in from one address: it is no way to fill the project. */
    newcomers: new Limits({ most: 300, windowMs: 60 * minuteMs, lockMs: 60 * minuteMs, now }),
    /** Files of the page for one address, each of whose people loads a handful. */
    files: new Limits({ most: 6_000, windowMs: minuteMs, lockMs: minuteMs, now }),
    /** Requests of one address for what there is not, or not for the one who asks. */
    strangers: new Limits({ most: 300, windowMs: minuteMs, lockMs: minuteMs, now }),
    /** Calls of one browser that was let in: ten a second, where a person makes two or three in all. */
    visitors: new Limits({ most: 600, windowMs: minuteMs, lockMs: minuteMs, now }),
  };
}

/** Counts the pages of each visit that are told what happens; gives how many there are now. */
function streamCounts() {
  const streams = new Map<number, number>();
  return (visitId: number, by: 1 | -1) => {
    const count = (streams.get(visitId) ?? 0) + by;
    if (count > 0) streams.set(visitId, count);
    else streams.delete(visitId);
    return count;
  };
}

/** Answers the annotators' door: its page, its calls, and nothing else. */
export function portalRequests({
  core,
  place,
  pageDir,
  proxies,
  connections,
  now = () => performance.now(),
}: PortalOptions) {
  const limits = portalLimits(now);
  const hosts = allowedHosts(place);
  const origins = allowedOrigins(place);
  const isSecure = place.isEncrypted || place.publicUrl?.protocol === 'https:';
  const callEngine = rpcListener<PortalContext>(visitRouter, { bodyLimit, pageDir });
  const countStream = streamCounts();
  const prefix = prefixOf(place.publicUrl);

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const client = clientOf(request, proxies);
    if (!hosts.has(request.headers.host ?? '')) {
      if (tooMany(response, limits.strangers.take(client))) return;
      return sendText(response, 403, 'This address is not known here.');
    }
    // A proxy takes its path away, or leaves it on.
    if (prefix !== '' && pathOf(request) === prefix) {
      if (tooMany(response, limits.files.take(client))) return;
      response.writeHead(308, { location: `${prefix}/` }).end();
      return;
    }
    if (prefix !== '' && request.url?.startsWith(`${prefix}/`))
      request.url = request.url.slice(prefix.length);
    const path = pathOf(request);
    const isCall = calls.has(path);
    const cookie = cookieIn(request.headers.cookie, place.port);
    const visitor = cookie === undefined ? null : visitorOf(core, cookie);
    if (visitor) connections.admit(request, `${visitor.visitId}`);
    const isFile = path === '/' || /^\/assets\/[\w.-]+$/.test(path);
    // Who was let in is counted by themselves, whatever others of their address do.
    const take = (stranger: Limits) =>
      tooMany(response, visitor ? limits.visitors.take(`${visitor.visitId}`) : stranger.take(client));
    if (!isCall) {
      if (take(isFile ? limits.files : limits.strangers)) return;
      if (!isFile) return sendText(response, 404, 'There is nothing here.');
      return serveStatic(pageDir, request, response, path, handInAt);
    }
    if (!origins.has(request.headers.origin ?? '')) {
      if (take(limits.strangers)) return;
      return sendText(response, 403, 'Calls are answered only for the pages of Assay itself.');
    }
    if (path !== enterPath) {
      if (take(limits.strangers)) return;
      if (!visitor) return sendText(response, 401, 'Open the link that you were sent.');
    }
    if (visitor && path === eventsPath) {
      response.once('close', () => countStream(visitor.visitId, -1));
      if (tooMany(response, countStream(visitor.visitId, 1) > mostStreams ? minuteMs : 0)) return;
    }
    const setCookie = (value: string | null) => {
      response.setHeader('set-cookie', visitCookie(place.port, value, isSecure));
    };
    const watch = entryWatch(limits, client, response);
    await callEngine(request, response, { core, visitor, watch, setCookie });
  };
}

/**
 * Slows down who tries links. A good link is let in whatever was tried before: a secret of 256 bits is not guessed, so that only
 * what fails counts.
 */
function entryWatch(
  limits: ReturnType<typeof portalLimits>,
  client: string,
  response: ServerResponse,
): EntryWatch {
  const refuse = (waitMs: number) => {
    if (waitMs <= 0) return;
    response.setHeader('retry-after', Math.ceil(waitMs / 1000));
    throw new ORPCError('TOO_MANY_REQUESTS', { status: 429, message: tooManyLinks });
  };
  return {
    failed(link, isKnown) {
      const key = `${client} ${link}`;
      const isFirst = !isKnown && limits.links.count(key) === 0;
      refuse(limits.links.take(key));
      if (!isFirst) return;
      refuse(limits.guesses.take(client));
      refuse(limits.allGuesses.take(''));
    },
    newcomer: (link) => refuse(limits.newcomers.take(`${client} ${link}`)),
  };
}

const pathOf = ({ url = '/' }: IncomingMessage): string => url.split('?', 1)[0] ?? '/';

const tooManyLinks =
  'Too many links were tried here that let nobody in. Wait a quarter of an hour, or open a link that was not used yet.';

/** Tells who does too much when to come back. */
function tooMany(response: ServerResponse, waitMs: number): boolean {
  if (waitMs <= 0) return false;
  response.setHeader('retry-after', Math.ceil(waitMs / 1000));
  response.setHeader('connection', 'close');
  sendText(response, 429, 'Too many requests. Wait a little, then try again.');
  return true;
}

const maxAge = 30 * 24 * 3600;

/** Named by port, since browsers share cookies between the ports of a host. */
const nameOf = (port: number) => `assay_visit_${port}`;

/** The header that gives a browser its cookie, or takes it away: no script reads it, and no other site's page sends it along. */
function visitCookie(port: number, value: string | null, isEncrypted: boolean): string {
  const life = value === null ? 'Max-Age=0' : `Max-Age=${maxAge}`;
  const secure = isEncrypted ? '; Secure' : '';
  return `${nameOf(port)}=${value ?? ''}; Path=/; HttpOnly; SameSite=Strict; ${life}${secure}`;
}

/** The cookie that a browser sent; undefined where it has none. */
function cookieIn(header: string | undefined, port: number): string | undefined {
  const start = `${nameOf(port)}=`;
  const found = (header ?? '').split(';').map((part) => part.trim());
  return found.find((part) => part.startsWith(start))?.slice(start.length) || undefined;
}
