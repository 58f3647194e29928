import { randomUUID } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import { AppError } from '../../shared/errors.ts';
import { clickhouseDialect } from './clickhouse-dialect.ts';
import { noTable, refusedBy, tookTooLong, tooManyRows, unreachable } from './engine-errors.ts';
import type { Cell, PoolSource } from './pool-source.ts';
import type { AskedServer } from './server-address.ts';

/** A name that the server has a query by. */
const newQueryId = (): string => `assay-${randomUUID()}`;

type Settings = Readonly<Record<string, string>>;

/**
 * What a server answers to SQL, line by line, once it has all of it: an error is then told by the status, and not within the answer. By `node:http` rather than `fetch`, which gives up on answers that begin after
 * five minutes.
 *
 * @throws AppError when it refuses, is not there, goes away before the end, or takes too long; what the signal says when it aborts
 */
async function* clickhouseLines(
  server: AskedServer,
  sql: string,
  settings: Settings,
  queryId = newQueryId(),
): AsyncGenerator<string> {
  const { signal } = server;
  signal?.throwIfAborted();
  const patience = AbortSignal.timeout(server.timeoutMs + 5000);
  const either = signal ? AbortSignal.any([signal, patience]) : patience;
  let isWhole = false;
  try {
    const response = await send(
      server,
      sql,
      { ...settings, query_id: queryId, wait_end_of_query: '1' },
      either,
    );
    const lines = linesOf(response);
    if (response.statusCode !== 200) {
      const said = (await lines.next()).value ?? '';
      isWhole = true;
      throw / Code: 159|^Code: 159/.test(said)
        ? tookTooLong('ClickHouse', server.timeoutMs)
        : refusedBy('ClickHouse', said || `it answered ${response.statusCode}`, server.clean);
    }
    yield* lines;
    isWhole = true;
  } catch (error) {
    signal?.throwIfAborted();
    if (patience.aborted) throw tookTooLong('ClickHouse', server.timeoutMs);
    if (isWhole) throw error;
    throw unreachable(server.place, error, server.clean);
  } finally {
    if (!isWhole) await stopQuery(server, queryId);
  }
}

function send(server: AskedServer, sql: string, settings: Settings, signal: AbortSignal) {
  const { address, password } = server;
  const { host, port, user, database, isEncrypted } = address;
  const query = new URLSearchParams({ ...(database !== null && { database }), ...settings });
  const credentials = Buffer.from(`${user}:${password}`).toString('base64');
  return new Promise<http.IncomingMessage>((resolve, reject) => {
    const request = (isEncrypted ? https : http).request(
      {
        ...{ host, port, signal, method: 'POST', path: `/?${query}`, agent: false },
        headers: { authorization: `Basic ${credentials}` },
      },
      resolve,
    );
    request.on('error', reject);
    request.end(sql);
  });
}

async function* linesOf(response: http.IncomingMessage): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const block of response) {
    const lines = (rest + decoder.decode(block as Buffer, { stream: true })).split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/** Servers of before 2019 do not notice that nobody listens any more. Who may only read may not do this; then the time limit ends it. */
async function stopQuery(server: AskedServer, queryId: string): Promise<void> {
  try {
    const patience = AbortSignal.timeout(2000);
    const answer = await send(server, `KILL QUERY WHERE query_id = '${queryId}' ASYNC`, {}, patience);
    answer.resume();
  } catch {
    // The server is not there, which is why this is asked.
  }
}

const patienceMs = 5000;

/** How far the query under way is, as the list of what the server works on has it; asked beside the query, whenever somebody looks. */
class ClickhouseProgress {
  readonly #server: AskedServer;
  readonly #settings: Readonly<Record<string, string>>;
  #query: string | undefined;
  #share: number | null = null;
  #isAsking = false;

  constructor(server: AskedServer, settings: Readonly<Record<string, string>>) {
    this.#server = { ...server, timeoutMs: patienceMs };
    this.#settings = settings;
  }

  /** Tells of the query that is asked next. */
  begin(queryId: string): void {
    this.#query = queryId;
    this.#share = null;
  }

  /** What was known when it was asked last, from 0 to 1; null where nothing is. */
  share(): number | null {
    if (this.#query !== undefined && !this.#isAsking) void this.#look(this.#query);
    return this.#share;
  }

  async #look(queryId: string): Promise<void> {
    this.#isAsking = true;
    const sql = `SELECT read_rows, total_rows_approx FROM system.processes WHERE query_id = '${queryId}' FORMAT TabSeparated`;
    try {
      for await (const line of clickhouseLines(this.#server, sql, this.#settings)) {
        const [read, total] = tabSeparatedCells(line).map(Number);
        // Shards tell their rows one after the other: what is known to be done does not become less by that.
        if (this.#query === queryId && total! > 0)
          this.#share = Math.max(this.#share ?? 0, Math.min(1, read! / total!));
      }
      this.#isAsking = false;
    } catch {
      // Who may not see that list, or was stopped, is not told, and the server not asked again.
    }
  }
}

/** What would make an answer smaller without a word, if a profile said otherwise. */
const wholeAnswers: Readonly<Record<string, string>> = {
  skip_unavailable_shards: '0',
  distributed_group_by_no_merge: '0',
  count_distinct_implementation: 'uniqExact',
  limit: '0',
  offset: '0',
  use_query_cache: '0',
  format_tsv_null_representation: '\\N',
  output_format_tsv_crlf_end_of_line: '0',
  force_optimize_skip_unused_shards: '0',
  ...Object.fromEntries(
    ['read', 'group_by', 'sort', 'result', 'timeout', 'set', 'join', 'transfer', 'distinct'].map((kind) => [
      `${kind}_overflow_mode`,
      'throw',
    ]),
  ),
};

/** Only what the server of this version knows is sent. */
const ours = (timeoutMs: number): Readonly<Record<string, string>> => ({
  max_execution_time: String(Math.max(1, Math.round(timeoutMs / 1000))),
  cancel_http_readonly_queries_on_client_close: '1',
});

/**
 * A table of a ClickHouse server, or of a cluster behind a `Distributed` table, over HTTP. Everything is read with
 * `readonly = 2`; a shard that is away is an error.
 *
 * @throws AppError
 */
export async function openClickhouse(server: AskedServer, table: string | null): Promise<PoolSource> {
  if (table === null) throw noTable(table);
  const { settings, version, mayWrite } = await settle(server);
  const { text, quote } = clickhouseDialect;
  const [name = '', database] = table.split('.').reverse();
  const inDatabase = database === undefined ? 'currentDatabase()' : text(database);
  const from = [...(database === undefined ? [] : [database]), name].map(quote).join('.');

  const progress = new ClickhouseProgress(server, settings);

  async function* rows(sql: string, { mostRows }: Parameters<PoolSource['rows']>[1]) {
    let seen = 0;
    const id = newQueryId();
    progress.begin(id);
    for await (const line of clickhouseLines(server, `${sql}\nFORMAT TabSeparated`, settings, id)) {
      seen += 1;
      if (seen > mostRows) throw tooManyRows(mostRows);
      yield tabSeparatedCells(line);
    }
  }

  async function columns() {
    const sql = `SELECT name, type FROM system.columns WHERE database = ${inDatabase} AND table = ${text(name)}`;
    const found: { name: string; type: string }[] = [];
    for await (const [column, type] of rows(sql, { mostRows: 10_000 }))
      found.push({ name: String(column), type: String(type) });
    if (found.length === 0) throw noTable(table);
    return found;
  }

  /** Changes nothing: the table is there. Who may make none is refused all the same. */
  async function mayMakeTables(): Promise<boolean> {
    if (!mayWrite) return false;
    await columns();
    try {
      const sql = `CREATE TABLE IF NOT EXISTS ${from} (a UInt8) ENGINE = Memory`;
      for await (const _line of clickhouseLines(server, sql, {})) break;
      return true;
    } catch {
      server.signal?.throwIfAborted();
      return false;
    }
  }

  return {
    dialect: clickhouseDialect,
    columns,
    rows,
    state: () => [],
    holdsStill: false,
    table: async () => from,
    share: () => progress.share(),
    facts: async () => ({
      version,
      mayWrite: await mayMakeTables(),
      isEncrypted: server.address.isEncrypted,
    }),
    close() {},
  };
}

/** What is sent along with every query to this server, found by its own settings. */
async function settle(server: AskedServer) {
  const has = new Map<string, string>();
  const sql = 'SELECT name, value FROM system.settings FORMAT TabSeparated';
  for await (const line of clickhouseLines(server, sql, {})) {
    const [name, value] = tabSeparatedCells(line);
    has.set(String(name), String(value));
  }
  let version = '';
  for await (const line of clickhouseLines(server, 'SELECT version() FORMAT TabSeparated', {}))
    version = line;
  const isFixed = has.get('readonly') === '1';
  const odd = Object.entries(wholeAnswers).filter(
    ([name, value]) => has.has(name) && has.get(name) !== value,
  );
  if (isFixed && odd.length > 0) throw fixedOtherwise(odd.map(([name]) => name));
  const known = (wanted: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(wanted).filter(([name]) => has.has(name)));
  // A user who may change no settings only reads already.
  const settings = isFixed ? {} : { ...known(wholeAnswers), ...known(ours(server.timeoutMs)), readonly: '2' };
  return { settings, version, mayWrite: (has.get('readonly') ?? '0') === '0' };
}

const fixedOtherwise = (names: readonly string[]) =>
  new AppError(
    'CONFLICT',
    `The server's profile says ${names.join(', ')}, and this user may not change it.`,
    {
      remedy: 'Ask as another user, or set the profile to 0 or throw: else rows are left out silently.',
    },
  );

const signs: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', '0': '\0' };

/** The cells of a line as ClickHouse writes them in its format TabSeparated, which every version has. */
export const tabSeparatedCells = (line: string): Cell[] =>
  line
    .split('\t')
    .map((cell) =>
      cell === '\\N' ? null : cell.replaceAll(/\\([\s\S])/g, (_, sign: string) => signs[sign] ?? sign),
    );
