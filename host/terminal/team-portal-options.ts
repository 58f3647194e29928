import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createSecureContext } from 'node:tls';
import type { PortalPlan } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import { type Proxies, proxiesAt, proxiesOfThisMachine } from '../portal/addresses.ts';
import type { Certificate } from '../portal/self-signed.ts';
import type { PortalPreferences } from '../portal/team-portal.ts';

export interface TeamPortalOptions {
  team?: boolean;
  listen?: string;
  cert?: string;
  key?: string;
  publicUrl?: string;
  plainHttp?: boolean;
  selfSigned?: boolean;
  trustProxy?: boolean | string;
}

const pageDir = path.join(import.meta.dirname, '..', '..', 'out', 'team-page');

/** What `serve` was told of the annotators' door. @throws AppError INVALID_INPUT, FILE_NOT_FOUND */
export function teamPortalOptions(
  options: TeamPortalOptions,
): PortalPreferences & { plan: PortalPlan | undefined } {
  const { team = false, plainHttp = false, selfSigned = false, trustProxy = false } = options;
  const lonely = (
    ['listen', 'cert', 'key', 'publicUrl', 'plainHttp', 'selfSigned', 'trustProxy'] as const
  ).find((name) => !team && options[name] !== undefined);
  if (lonely !== undefined) {
    throw refused(
      flagOf(lonely),
      `${flagOf(lonely)} is about annotators who come by a link.`,
      "Say '--team', too.",
    );
  }
  return {
    pageDir,
    certificate: certificateOf(options),
    publicUrl: options.publicUrl === undefined ? undefined : publicUrlOf(options.publicUrl),
    proxies: proxiesOf(trustProxy),
    plan: team ? { ...listenPlace(options.listen ?? '127.0.0.1:7400'), plainHttp, selfSigned } : undefined,
  };
}

const flagOf = (name: string) => `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

const refused = (field: string, problem: string, remedy: string) =>
  new AppError('INVALID_INPUT', problem, { field, remedy });

/** `HOST:PORT`, with an IPv6 address in brackets. */
function listenPlace(text: string): { host: string; port: number } {
  const [, bracketed, plain, digits] = /^(?:\[([0-9a-fA-F:.]+)\]|([^:[\]/\s]+)):(\d{1,5})$/.exec(text) ?? [];
  const host = bracketed ?? plain;
  const port = Number(digits);
  if (host !== undefined && port <= 65_535) return { host, port };
  throw refused(
    '--listen',
    `"${text}" is not an address to listen at.`,
    'Give HOST:PORT, as 0.0.0.0:7400 or [::]:7400.',
  );
}

function publicUrlOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain =
    url &&
    /^https?:$/.test(url.protocol) &&
    /^(\/[\w.-]+)*\/?$/.test(url.pathname) &&
    url.search + url.hash === '';
  if (isPlain && url.username + url.password === '') return url;
  throw refused(
    '--public-url',
    `"${text}" is not an address that links can begin with.`,
    'Give scheme, name, port and path alone, as https://label.example.org or https://example.org/team.',
  );
}

function proxiesOf(trusted: boolean | string): Proxies | null {
  if (trusted === false) return null;
  if (trusted === true) return proxiesOfThisMachine();
  const proxies = proxiesAt(trusted.split(',').map((place) => place.trim()));
  if (proxies) return proxies;
  throw refused(
    '--trust-proxy',
    `"${trusted}" is not the address of a proxy.`,
    'Give addresses by number, or networks, as 10.0.0.7 or 172.16.0.0/12.',
  );
}

function certificateOf({ cert, key }: TeamPortalOptions): Certificate | undefined {
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined) {
    throw refused(
      cert === undefined ? '--cert' : '--key',
      'A certificate and its key go together.',
      'Give both.',
    );
  }
  const pair = { cert: pemOf(cert, '--cert'), key: pemOf(key, '--key') };
  try {
    createSecureContext(pair);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw refused(
      '--cert',
      `Certificate and key cannot be used together: ${why}.`,
      'Give both as PEM files.',
    );
  }
  return { ...pair, fingerprint: null };
}

function pemOf(file: string, field: string): string {
  try {
    return readFileSync(path.resolve(file), 'utf8');
  } catch (error) {
    throw new AppError(
      'FILE_NOT_FOUND',
      `${file} cannot be read.`,
      { file, field, remedy: 'Give the path of a PEM file.' },
      { cause: error },
    );
  }
}
