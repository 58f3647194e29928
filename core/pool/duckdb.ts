import type { DuckDBConnection } from '@duckdb/node-api';
import { AppError } from '../../shared/errors.ts';
import { type FileKind, fileState, filesAt } from './duckdb-files.ts';
import { refusedBy, tooManyRows } from './engine-errors.ts';
import type { Cell, Dialect, PoolSource } from './pool-source.ts';

/** DuckDB, in the process. */
const duckdbDialect: Dialect = {
  id: 'duckdb',
  name: 'DuckDB',
  isFlat: false,
  plainTypes: /^(?:VARCHAR|U?(?:TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT)|UUID)$/,
  quote: (name) => `"${name.replaceAll('"', '""')}"`,
  text: (value) => `'${value.replaceAll("'", "''")}'`,
  asText: (expression) => `CAST(${expression} AS VARCHAR)`,
  // Its driver drops a byte order mark at the beginning of every text, and of two the first alone.
  handedOver: (expression) =>
    `CASE WHEN starts_with(${expression}, chr(65279)) THEN chr(65279) || ${expression} ELSE ${expression} END`,
  asDouble: (expression) => `CAST(${expression} AS DOUBLE)`,
  // To DuckDB NaN is larger than every number.
  heldInteger: (expression, low, high) => `CAST(greatest(${low}, least(${high}, ${expression})) AS INTEGER)`,
  hashHex: (expression) => `sha256(${expression})`,
  hashBelow: (hash, digits) => `${hash} < '${digits}'`,
  listed: (expression, condition) => `list(${expression}) FILTER (WHERE ${condition})`,
  hashBits: (hash, from) => `CAST('0x' || substr(${hash}, ${from + 1}, 6) AS BIGINT)`,
};

/** @throws AppError INVALID_INPUT where it is not installed, as with the npm package */
async function loaded() {
  try {
    return await import('@duckdb/node-api');
  } catch (error) {
    throw new AppError(
      'INVALID_INPUT',
      'Files are read in place by DuckDB, which is not installed.',
      { remedy: "Install it beside Assay: 'npm install -g @duckdb/node-api', or import the files instead." },
      { cause: error },
    );
  }
}

/**
 * Files read in place by DuckDB, which is loaded here and nowhere else. It may read these files and nothing more: no other
 * file, no network, no extension.
 *
 * @throws AppError INVALID_INPUT, FILE_NOT_FOUND
 */
export async function openFiles(paths: readonly string[], signal?: AbortSignal): Promise<PoolSource> {
  const { kind, files } = filesAt(paths);
  const names = files.map((file) => duckdbDialect.text(literalPath(file.path))).join(', ');
  // It looks up the pattern, then the file that the pattern stands for.
  const allowed = files.flatMap(({ path: one }) => [one, literalPath(one)]).map(duckdbDialect.text);
  const { instance, connection } = await connectedToFiles(allowed.join(', '));
  const rows: PoolSource['rows'] = (sql, { mostRows }) => streamed(connection, sql, mostRows, signal);

  async function columns() {
    const found: { name: string; type: string }[] = [];
    for await (const [name, type] of rows(`DESCRIBE SELECT * FROM ${reader(kind, names)}`, {
      mostRows: 10_000,
    }))
      found.push({ name: String(name), type: String(type) });
    return found;
  }

  return {
    dialect: duckdbDialect,
    columns,
    rows,
    countsQuickly: kind === 'parquet',
    state: () => files.map((file) => fileState(file.path)),
    async table(asText) {
      if (kind !== 'json') return reader(kind, names);
      // JSON has no types: an id that looks like a time or a UUID would come back written in another way.
      const types = (await columns()).map(
        ({ name, type }) =>
          `${duckdbDialect.text(name)}: ${duckdbDialect.text(asText.includes(name) ? 'VARCHAR' : type)}`,
      );
      return reader(kind, names, `, columns = {${types.join(', ')}}`);
    },
    holdsStill: true,
    share() {
      const { percentage } = connection.progress;
      return percentage < 0 ? null : Math.min(1, percentage / 100);
    },
    async facts() {
      let version = '';
      for await (const [cell] of rows('SELECT version()', { mostRows: 1 })) version = String(cell);
      return { version, mayWrite: false, isEncrypted: true };
    },
    close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

const patternSigns = /[[*?]/g;

/**
 * The path as DuckDB takes it for this one file: it reads every path as a pattern, so that `a[1].csv` would be `a1.csv`.
 *
 * @throws AppError INVALID_INPUT for a name with a backslash beside such signs, which no pattern of DuckDB can spell
 */
function literalPath(file: string): string {
  if (file.search(patternSigns) < 0) return file;
  const plain = process.platform === 'win32' ? file.replaceAll('\\', '/') : file;
  if (plain.includes('\\')) {
    const message =
      'The name has a backslash beside one of the characters [ * ?, and cannot be read in place.';
    throw new AppError('INVALID_INPUT', message, { file, remedy: 'Rename the file or its folder.' });
  }
  return plain.replaceAll(patternSigns, (sign) => `[${sign}]`);
}

/** DuckDB as it may read these files and no others. */
async function connectedToFiles(names: string) {
  const { DuckDBInstance } = await loaded();
  const instance = await DuckDBInstance.create(':memory:', { memory_limit: '2GB' });
  const connection = await instance.connect();
  // Paths first: after that the settings cannot be changed any more.
  await connection.run(`SET allowed_paths = [${names}]`);
  await connection.run('SET enable_external_access = false');
  await connection.run('SET autoinstall_known_extensions = false');
  // It counts how far a query is only where it may show so.
  await connection.run('SET enable_progress_bar = true');
  await connection.run('SET enable_progress_bar_print = false');
  await connection.run('SET lock_configuration = true');
  return { instance, connection };
}

/** The rows that a query gives, a part of them at a time. */
async function* streamed(
  connection: DuckDBConnection,
  sql: string,
  mostRows: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<Cell[]> {
  const stop = () => connection.interrupt();
  signal?.throwIfAborted();
  signal?.addEventListener('abort', stop);
  try {
    const result = await connection.stream(sql);
    for (let seen = 0; ; ) {
      const chunk = await result.fetchChunk();
      if (!chunk || chunk.rowCount === 0) return;
      seen += chunk.rowCount;
      if (seen > mostRows) throw tooManyRows(mostRows);
      yield* chunk.getRows() as Cell[][];
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw error instanceof AppError ? error : refusedBy('DuckDB', error);
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

function reader(kind: FileKind, names: string, more = ''): string {
  if (kind === 'parquet') return `read_parquet([${names}], union_by_name = true)`;
  // Texts stay as they are written: 007 is no number.
  if (kind === 'csv') return `read_csv([${names}], all_varchar = true, header = true, union_by_name = true)`;
  return `read_json([${names}], format = 'newline_delimited', union_by_name = true${more})`;
}
