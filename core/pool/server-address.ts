import { AppError } from '../../shared/errors.ts';

/** A server that holds a pool, as its address names it: `clickhouse://USER@HOST:PORT/DATABASE`, `postgres://...`. */
export interface ServerAddress {
  readonly engine: 'clickhouse' | 'postgres';
  readonly host: string;
  readonly port: number;
  readonly user: string;
  /** Null for the server's own. */
  readonly database: string | null;
  /** Off on this machine, and elsewhere where the address says `?tls=off`. */
  readonly isEncrypted: boolean;
}

/** How a server is asked. */
export interface AskedServer {
  readonly address: ServerAddress;
  readonly place: string;
  readonly password: string;
  /** Takes the password out of what the server says. */
  readonly clean: (text: string) => string;
  readonly timeoutMs: number;
  /** Ends what is asked, at the server too. */
  readonly signal?: AbortSignal | undefined;
}

const engines = { clickhouse: 'clickhouse', postgres: 'postgres', postgresql: 'postgres' } as const;
const examples = 'clickhouse://reader@ch.example:8443/prod or postgres://reader@db.example:5432/prod';

const filesElsewhere = /^(?:s3[an]?|gc?s|az(?:ure)?|abfss?|hf|r2|https?|ftp):$/i;

/** Whether a place is a server rather than files. */
export const isServer = (place: string): boolean => /^[a-z][a-z0-9+.-]+:\/\//i.test(place);

/** @throws AppError INVALID_INPUT where the address is none, or holds a password */
export function serverAddress(place: string): ServerAddress {
  const url = URL.parse(place);
  const engine = engines[(url?.protocol.slice(0, -1) ?? '') as keyof typeof engines];
  if (url && filesElsewhere.test(url.protocol))
    throw refused(
      'Files in a cloud or on the web are not read in place. DuckDB would have to download an extension, and it may download nothing here.',
      'Mount or copy them, or ask a server that has them: a ClickHouse server is written clickhouse://HOST:8443/DATABASE.',
    );
  if (!url || engine === undefined || url.hostname === '')
    throw refused('The address names no known server.', `Write it like ${examples}.`);
  if (url.password !== '') {
    const remedy = 'Leave it out, and name the environment variable that holds it: --password-env VARIABLE.';
    throw refused('The address holds a password, which would be stored.', remedy);
  }
  const others = [...url.searchParams].filter(([name, value]) => name !== 'tls' || value !== 'off');
  if (others.length > 0 || url.hash !== '')
    throw refused(
      `The address says ${url.search}${url.hash}.`,
      'After it may stand ?tls=off and nothing else.',
    );
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const isEncrypted = !isLoopback(host) && url.searchParams.get('tls') !== 'off';
  const usualPort = engine === 'postgres' ? 5432 : isEncrypted ? 8443 : 8123;
  const database = decoded(url.pathname.slice(1));
  const user = decoded(url.username);
  return {
    engine,
    host,
    port: url.port === '' ? usualPort : Number(url.port),
    user: user === '' ? (engine === 'postgres' ? 'postgres' : 'default') : user,
    database: database === '' ? null : database,
    isEncrypted,
  };
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw refused(
      'A name in the address cannot be read.',
      'Write characters other than letters as %.., or as they are.',
    );
  }
}

const refused = (message: string, remedy: string) =>
  new AppError('INVALID_INPUT', message, { field: 'source', remedy });
