import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import os from 'node:os';

const anyAddress = ['0.0.0.0', '::'];

/** Whether only this machine reaches what listens there. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);

/** An address as it stands in a URL. */
const inUrl = (host: string): string => (isIP(host) === 6 ? `[${host}]` : host);

function ownAddresses(): string[] {
  const all = Object.values(os.networkInterfaces()).flatMap((list) => list ?? []);
  const usable = all.filter(({ address }) => !address.startsWith('fe80:'));
  // What others reach comes first, and of that the shorter kind.
  const rank = ({ internal, family }: (typeof usable)[number]) =>
    (internal ? 2 : 0) + (family === 'IPv4' ? 0 : 1);
  return usable.sort((a, b) => rank(a) - rank(b)).map(({ address }) => address);
}

/** Names that a certificate for a listener stands for. */
export function certifiedNames(host: string, publicUrl: URL | null): string[] {
  const own = anyAddress.includes(host) ? ownAddresses() : [host];
  return [...new Set(['localhost', '127.0.0.1', ...own, ...(publicUrl ? [publicUrl.hostname] : [])])];
}

export interface PortalPlace {
  readonly host: string;
  readonly port: number;
  readonly isEncrypted: boolean;
  /** What links begin with where the machine is reached by another name, such as that of a proxy. */
  readonly publicUrl: URL | null;
}

/** Names under which a request may ask for the door, as a Host header has them. */
export function allowedHosts({ host, port, isEncrypted, publicUrl }: PortalPlace): Set<string> {
  const names = anyAddress.includes(host) ? ['localhost', ...ownAddresses()] : [host];
  if (isLoopback(host)) names.push('localhost', '127.0.0.1');
  const usual = isEncrypted ? 443 : 80;
  const own = names.map((name) => (port === usual ? inUrl(name) : `${inUrl(name)}:${port}`));
  return new Set([...own, ...(publicUrl ? [publicUrl.host] : [])]);
}

/** Pages whose calls are answered: the door's own. */
export function allowedOrigins(place: PortalPlace): Set<string> {
  const scheme = place.isEncrypted ? 'https' : 'http';
  const { publicUrl } = place;
  const own = [...allowedHosts({ ...place, publicUrl: null })].map((host) => `${scheme}://${host}`);
  return new Set([...own, ...(publicUrl ? [publicUrl.origin] : [])]);
}

/** The path that a proxy leads to the door by, such as `/team`; empty where it leads there by a name of its own. */
export const prefixOf = (publicUrl: URL | null): string => publicUrl?.pathname.replace(/\/$/, '') ?? '';

/** What links to an address begin with. */
export const linkStart = (publicUrl: URL): string => `${publicUrl.origin}${prefixOf(publicUrl)}`;

/** What links begin with. */
export function portalUrl(place: PortalPlace): string {
  if (place.publicUrl) return linkStart(place.publicUrl);
  const { host, port, isEncrypted } = place;
  const name = anyAddress.includes(host) ? (ownAddresses()[0] ?? '127.0.0.1') : host;
  return new URL(`${isEncrypted ? 'https' : 'http'}://${inUrl(name)}:${port}`).origin;
}

/** Who can reach the door, in a sentence. */
export function reachWords(place: PortalPlace): string {
  const { host, port, isEncrypted } = place;
  const pages = 'The pages of annotators, and nothing else of Assay,';
  const how = isEncrypted ? 'encrypted' : 'without encryption';
  if (isLoopback(host)) return `${pages} can be reached from this machine alone, at port ${port}.`;
  const where = anyAddress.includes(host)
    ? 'every network that this machine is in'
    : `the network of ${host}`;
  return `${pages} can be reached from ${where}, at port ${port}, ${how}.`;
}

/** Proxies whose word on addresses counts. */
export type Proxies = Pick<BlockList, 'check'>;

/** Every program of this machine: a proxy that stands beside the app. */
export const proxiesOfThisMachine = (): Proxies => proxiesAt(['127.0.0.0/8', '::1'])!;

/** Those at addresses by number, or in networks such as `172.16.0.0/12`; null where one is neither. */
export function proxiesAt(places: readonly string[]): Proxies | null {
  const list = new BlockList();
  for (const place of places) {
    const [address = '', bits, ...rest] = place.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    const most = family === 'ipv6' ? 128 : 32;
    const isWhole = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
    if (isIP(address) === 0 || rest.length > 0 || !isWhole) return null;
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d)/, '');

/**
 * Whose request it is, for limits: an IPv4 address, or the half of an IPv6 address that one household has. What a proxy says is
 * believed only where the connection comes from one that somebody named, and then its own word alone: the last of the list.
 */
export function clientOf({ socket, headers }: IncomingMessage, proxies: Proxies | null): string {
  const from = plainAddress(socket.remoteAddress ?? '');
  const isProxy = isIP(from) > 0 && proxies?.check(from, isIP(from) === 6 ? 'ipv6' : 'ipv4');
  const forwarded = isProxy
    ? (String(headers['x-forwarded-for'] ?? '')
        .split(',')
        .at(-1)
        ?.trim() ?? '')
    : '';
  const plain = plainAddress(isIP(forwarded) ? forwarded : from);
  return isIP(plain) === 6 ? networkOf(plain) : plain;
}

/** The first 64 bits of an IPv6 address. */
function networkOf(address: string): string {
  const [head = '', tail] = address.split('::');
  const parts = (text: string) => (text === '' ? [] : text.split(':'));
  const [first, last] = [parts(head), parts(tail ?? '')];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  const whole = [...first, ...Array<string>(zeros).fill('0'), ...last];
  return whole.slice(0, 4).join(':');
}
