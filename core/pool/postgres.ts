import type { Client, ClientConfig } from 'pg';
import { AppError } from '../../shared/errors.ts';
import { noTable, refusedBy, tookTooLong, tooManyRows, unreachable } from './engine-errors.ts';
import type { Cell, PoolSource } from './pool-source.ts';
import { postgresDialect } from './postgres-dialect.ts';
import type { AskedServer } from './server-address.ts';

/** @throws AppError INVALID_INPUT where it is not installed, as with the npm package */
async function loaded() {
  try {
    return (await import('pg')).default;
  } catch (error) {
    throw new AppError(
      'INVALID_INPUT',
      'PostgreSQL is asked by the package pg, which is not installed.',
      { remedy: "Install it beside Assay: 'npm install -g pg'." },
      { cause: error },
    );
  }
}

/** SQLSTATE of a query that was stopped. */
const STOPPED = '57014';

/**
 * A table of a PostgreSQL server. All is asked in one transaction that only reads and sees the rows of one moment.
 *
 * @throws AppError
 */
export async function openPostgres(server: AskedServer, table: string | null): Promise<PoolSource> {
  if (table === null) throw noTable(table);
  const { client, ask } = await connectedToServer(server);

  async function* rows(sql: string, { mostRows }: Parameters<PoolSource['rows']>[1]) {
    const most = Math.floor(mostRows);
    const found = await ask(`SELECT * FROM (${sql}\n) AS asked LIMIT ${most + 1}`, []);
    if (found.length > most) throw tooManyRows(most);
    yield* found;
  }

  const [name = '', schema = null] = table.split('.').reverse();
  const found = await ask(columnsSql, [schema, name]);
  const [first] = found;
  if (!first) {
    await client.end();
    throw noTable(table);
  }
  const from = [String(first[2]), name].map(postgresDialect.quote).join('.');

  return {
    dialect: postgresDialect,
    columns: async () => found.map(([column, type]) => ({ name: String(column), type: String(type) })),
    rows,
    state: () => [],
    holdsStill: true,
    table: async () => from,
    async facts() {
      const [[version, mayWrite] = []] = await ask(factsSql, [String(first[2]), name]);
      return {
        version: String(version),
        mayWrite: mayWrite === true,
        isEncrypted: server.address.isEncrypted,
      };
    },
    close() {
      client.end().catch(() => undefined);
    },
  };
}

/** A connection in a transaction that only reads, and how it is asked. @throws AppError */
async function connectedToServer(server: AskedServer) {
  const { Client } = await loaded();
  const { signal } = server;
  signal?.throwIfAborted();
  const client = new Client(configOf(server));
  // Without a listener a connection that breaks while nothing is asked would end the process.
  let broken: unknown;
  client.on('error', (error: Error) => {
    broken = error;
  });
  const away = () => void client.end().catch(() => undefined);
  signal?.addEventListener('abort', away);
  try {
    await client.connect();
    await client.query(`SET statement_timeout = ${Math.min(server.timeoutMs, 2 ** 31 - 1)}`);
    await client.query(endWithClientSql).catch(() => undefined);
    await client.query("SET standard_conforming_strings = on; SET client_encoding = 'UTF8'");
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  } catch (error) {
    away();
    signal?.throwIfAborted();
    throw faultOf(server, error);
  } finally {
    signal?.removeEventListener('abort', away);
  }

  async function ask(sql: string, values: unknown[]): Promise<Cell[][]> {
    signal?.throwIfAborted();
    if (broken !== undefined) throw faultOf(server, broken);
    const stop = () => void stopQuery(new Client(configOf(server)), client);
    signal?.addEventListener('abort', stop);
    try {
      // As one statement, which no condition can end to begin another.
      const extended = { queryMode: 'extended' } as object;
      const { rows } = await client.query<Cell[]>({ text: sql, values, rowMode: 'array', ...extended });
      return rows;
    } catch (error) {
      signal?.throwIfAborted();
      throw faultOf(server, error);
    } finally {
      signal?.removeEventListener('abort', stop);
    }
  }

  return { client, ask };
}

/**
 * Has the server end a query whose asker was killed, or whose machine went away, within half a minute: it looks every 5 s whether the
 * connection is there (PostgreSQL 14 and later, where its system can tell), and asks a silent machine. Elsewhere the time limit ends it.
 */
const endWithClientSql = `SELECT set_config(name, value, false) FROM pg_settings JOIN (VALUES
  ('client_connection_check_interval', '5000'), ('tcp_keepalives_idle', '15'), ('tcp_keepalives_interval', '5'),
  ('tcp_keepalives_count', '3')) AS wanted (wish, value) ON name = wish WHERE context = 'user'`;

const columnsSql = `SELECT attname, format_type(atttypid, NULL), nspname
FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid JOIN pg_namespace ON pg_namespace.oid = relnamespace
WHERE relname = $2 AND attnum > 0 AND NOT attisdropped AND relkind IN ('r', 'v', 'm', 'p', 'f')
AND CASE WHEN $1::text IS NULL THEN pg_table_is_visible(pg_class.oid) ELSE nspname = $1::text END ORDER BY attnum`;

const factsSql = `SELECT current_setting('server_version'),
has_table_privilege(format('%I.%I', $1::text, $2::text), 'INSERT, UPDATE, DELETE')
OR has_schema_privilege($1::text, 'CREATE') OR has_database_privilege(current_database(), 'CREATE')`;

function configOf({ address, password }: AskedServer): ClientConfig {
  const { host, port, user, database, isEncrypted } = address;
  return {
    ...{ host, port, user, database: database ?? user },
    // A function: else an empty one would be looked up in PGPASSWORD and in files.
    password: () => password,
    ssl: isEncrypted ? { rejectUnauthorized: true, servername: host } : false,
    connectionTimeoutMillis: 15_000,
    application_name: 'assay',
  };
}

/** Asks the server to end what a connection is at, by another one. */
async function stopQuery(other: Client, client: Client): Promise<void> {
  other.on('error', () => undefined);
  try {
    await other.connect();
    await other.query('SELECT pg_cancel_backend($1)', [
      (client as unknown as { processID: number }).processID,
    ]);
  } catch {
    // The time limit ends it.
  } finally {
    other.end().catch(() => undefined);
  }
}

function faultOf({ place, clean, timeoutMs }: AskedServer, error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { code, severity } = error as { code?: string; severity?: string };
  if (code === STOPPED) return tookTooLong('PostgreSQL', timeoutMs);
  // What the server itself says has a severity; those of class 57P and 08 are its going away.
  const isSaid = severity !== undefined && !/^(57P|08)/.test(code ?? '');
  return isSaid ? refusedBy('PostgreSQL', error, clean) : unreachable(place, error, clean);
}
