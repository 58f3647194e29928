import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DoorContext } from '../../core/people/door/door-base.ts';
import { visitRouter } from '../../core/people/door/visit-router.ts';
import { visitorOf } from '../../core/people/door/visitor.ts';
import type { CoreContext } from '../../core/platform/context.ts';
import { visitContract } from '../../shared/contract/visit.ts';
import { sendText } from '../http/plain-page.ts';
import { rpcDoor, rpcPath } from '../http/rpc-door.ts';
import { serveStatic } from '../http/static-files.ts';
import { allowedHosts, allowedOrigins, clientOf, type DoorPlace } from './addresses.ts';
import { Limits } from './limits.ts';

export interface DoorOptions {
  readonly core: CoreContext;
  readonly place: DoorPlace;
  /** Folder of the built page. */
  readonly pageDir: string;
  readonly trustProxy: boolean;
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

/** Pages of one browser that are told what happens, at a time. */
const mostStreams = 6;

/** A draft of 100,000 letters that take three bytes each, and what stands around it. */
const bodyLimit = 512 * 1024;

const minuteMs = 60_000;

/** Limits on what one address and one visitor may do. */
function doorLimits(now: () => number) {
  return {
    /** Links that were opened in vain from one address. */
    links: new Limits({ most: 10, windowMs: 15 * minuteMs, lockMs: 15 * minuteMs, now }),
    /** Browsers that one address brings in: an open link is no way to fill the project. */
    newcomers: new Limits({ most: 100, windowMs: 60 * minuteMs, lockMs: 60 * minuteMs, now }),
    /** Requests of one address that carry no cookie of ours. */
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
export function doorRequests({
  core,
  place,
  pageDir,
  trustProxy,
  now = () => performance.now(),
}: DoorOptions) {
  const limits = doorLimits(now);
  const hosts = allowedHosts(place);
  const origins = allowedOrigins(place);
  const isSecure = place.isEncrypted || place.publicUrl?.protocol === 'https:';
  const callEngine = rpcDoor<DoorContext>(visitRouter, bodyLimit);
  const countStream = streamCounts();

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const client = clientOf(request, trustProxy);
    if (!hosts.has(request.headers.host ?? '')) {
      if (tooMany(response, limits.strangers.take(client))) return;
      return sendText(response, 403, 'This address is not known here.');
    }
    const path = pathOf(request);
    const isCall = calls.has(path);
    if (!isCall) {
      if (tooMany(response, limits.strangers.take(client))) return;
      if (path !== '/' && !/^\/assets\/[\w.-]+$/.test(path)) {
        return sendText(response, 404, 'There is nothing here.');
      }
      return serveStatic(pageDir, request, response, path);
    }
    if (!origins.has(request.headers.origin ?? '')) {
      if (tooMany(response, limits.strangers.take(client))) return;
      return sendText(response, 403, 'Calls are answered only for the pages of Assay itself.');
    }
    const cookie = cookieIn(request.headers.cookie, place.port);
    const visitor = cookie === undefined ? null : visitorOf(core, cookie);
    const wait = visitor ? limits.visitors.take(`${visitor.visitId}`) : limits.strangers.take(client);
    if (tooMany(response, wait)) return;
    const isEntering = path === enterPath;
    if (!visitor && !isEntering) return sendText(response, 401, 'Open the link that you were sent.');
    if (isEntering) {
      // Counted before it is looked at, so that many at once are no way around; what was no guess is given back.
      if (tooMany(response, limits.links.take(client))) return;
      if (tooMany(response, limits.newcomers.take(client))) return;
    }
    if (visitor && path === eventsPath) {
      response.once('close', () => countStream(visitor.visitId, -1));
      if (tooMany(response, countStream(visitor.visitId, 1) > mostStreams ? minuteMs : 0)) return;
    }
    const setCookie = (value: string | null) => {
      response.setHeader('set-cookie', visitCookie(place.port, value, isSecure));
    };
    const onKnown = () => limits.links.giveBack(client);
    await callEngine(request, response, { core, visitor, onKnown, setCookie });
  };
}

const pathOf = ({ url = '/' }: IncomingMessage): string => url.split('?', 1)[0] ?? '/';

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
